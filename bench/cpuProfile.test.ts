import { describe, expect, it } from 'vitest'
import { summarizeProfile } from './cpuProfile.ts'
import { pairedRatio } from './load.ts'

const frame = (id: number, functionName: string, url: string, lineNumber = 0) => ({
  id,
  callFrame: { functionName, url, lineNumber },
})

describe('summarizeProfile', () => {
  const profile = {
    nodes: [
      frame(1, '(idle)', ''),
      frame(2, 'parse', 'file:///sample/node_modules/graphql/language/parser.js', 9),
      frame(3, 'lex', 'file:///sample/node_modules/graphql/language/lexer.js', 4),
      frame(4, 'logKnock', 'file:///sample/dist/server/api/usecases/knocking/logKnock.js', 1),
      frame(5, 'writev', ''),
      frame(6, '', 'file:///sample/node_modules/@sample/scoped/index.js', 0),
    ],
    startTime: 1_000,
    samples: [4, 1, 2, 3, 4, 5, 6, 4],
    timeDeltas: [50, 100, 40, 20, 20, 10, 10, 500],
  }
  const { idle, packages, functions } = summarizeProfile(profile, 1_100, 1_300)

  it('adds up the self times of packages and of project files, without the samples outside the load', () => {
    expect(packages).toEqual([
      ['graphql', 0.6],
      ['api/usecases/knocking/logKnock.js', 0.2],
      ['(native)', 0.1],
      ['@sample/scoped', 0.1],
    ])
  })

  it('names functions with their file and line, and native ones without', () => {
    expect(functions.map(([name]) => name)).toEqual([
      'parse graphql parser.js:10',
      'lex graphql lexer.js:5',
      'logKnock api/usecases/knocking/logKnock.js:2',
      'writev (native)',
      '(anonymous) @sample/scoped index.js:1',
    ])
  })

  it('leaves the idle time out of the shares', () => {
    expect(idle).toBe(0.5)
  })
})

describe('pairedRatio', () => {
  it('is the median of the ratios of the rounds, which a slow round of both does not change', () => {
    const rounds = (rates: number[]) => ({
      ...{ perSecond: 0, p50: 0, p99: 0 },
      rounds: rates.map((perSecond) => ({ perSecond, p50: 1, p99: 1 })),
    })
    expect(pairedRatio(rounds([100, 10, 90]), rounds([200, 20, 100]))).toBe(0.5)
  })
})
