import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { reportFault } from '../domain/faults.ts'
import { logEnds, makeLogger, type LoggerOptions } from './logger.ts'
import { makeMetrics } from './metrics.ts'
import { recordFaults } from './recordFaults.ts'

/** C0, DEL and C1, line and paragraph separators, changes of direction, invisible characters, one of them outside of the BMP. */
const nasty = `a\0b\r\nc\u001b[2Jd\u007fe\u0085f\u009b31mg\u2028h\u2029i\u202ej\u2066k\u200bl\ufeffm\u{e0041}n`
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** What the work writes. */
function written(format: LoggerOptions['format'], work: (logger: ReturnType<typeof makeLogger>) => void): string {
  let output = ''
  work(makeLogger({ level: 'debug', format, destination: { write: (line) => void (output += line) } }))
  return output
}

const places: Record<string, (logger: ReturnType<typeof makeLogger>) => void> = {
  'a message': (logger) => logger.log('info', nasty),
  'a field': (logger) => logger.log('warn', 'sample', { field: nasty, list: [nasty], [nasty]: 1 }),
  'an error': (logger) =>
    logger.logError(new Error(nasty, { cause: Object.assign(new Error(nasty), { name: nasty }) })),
  'a thrown text': (logger) => logger.logError(nasty),
  'an error that a browser reports': (logger) => {
    const stop = recordFaults(makeMetrics(), logger)
    const report = { name: nasty, message: nasty, stack: [nasty], route: nasty, version: nasty }
    reportFault({ type: 'client_error', report })
    stop()
  },
  'a request': (logger) =>
    logEnds(logger)({ requestId: nasty, method: nasty, route: nasty, status: 200, ms: 1, bytes: 1, operation: nasty }),
  'a socket': (logger) => logEnds(logger)({ requestId: nasty, actorId: nasty, closed: 1_000, ms: 1, pushes: 1 }),
}

describe.each(Object.entries(places))('control characters in %s', (_place, work) => {
  it('are escaped in JSON, which has the same texts', () => {
    const output = written('json', work)
    expect(output.slice(0, -1)).not.toMatch(controls)
    expect(output.endsWith('\n')).toBe(true)
    expect(JSON.stringify(JSON.parse(output))).toContain(JSON.stringify('k\u200bl\ufeffm\u{e0041}n').slice(1, -1))
  })

  it('are escaped in readable lines', () => {
    const output = written('pretty', work)
    expect(output).toContain(
      String.raw`\u001b[2Jd\u007fe\u0085f\u009b31mg\u2028h\u2029i\u202ej\u2066k\u200bl\ufeffm\udb40\udc41n`,
    )
    for (const line of output.split('\n')) expect(line).not.toMatch(controls)
  })
})

it('a message for the person who started the server keeps its lines', () => {
  const output = written('pretty', (logger) => logger.print('Porchlight listens\non \u001b[2J http://localhost'))
  expect(output).toBe(String.raw`Porchlight listens` + '\n' + String.raw`on \u001b[2J http://localhost` + '\n')
})

it('a line that nobody can read any more does not keep the process from ending', async () => {
  const child = spawn(process.execPath, ['--import', '@oxc-node/core/register', 'tests/support/logAndExit.ts'], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  try {
    await once(child, 'message')
    child.stdout!.destroy()
    await once(child.stdout!, 'close')
    child.send('stop')
    await once(child, 'exit')
  } finally {
    child.kill('SIGKILL')
  }
  expect(child.signalCode).toBeNull()
})
