import { describe, expect, it } from 'vitest'
import { parseNodes } from './clusterNodes.ts'

describe('the nodes of a cluster', () => {
  it('are the coordinator and then the workers', () => {
    expect(parseNodes('coordinator:5432, worker-1.example:5433,10.0.0.3:5434')).toEqual([
      { host: 'coordinator', port: 5432 },
      { host: 'worker-1.example', port: 5433 },
      { host: '10.0.0.3', port: 5434 },
    ])
  })

  it.each([
    '',
    'coordinator',
    ':5432',
    'a:',
    'a:b',
    'a:0',
    'a:65536',
    'a:1.5',
    'a:5432/x',
    'postgres://a:5432',
    'u@a:1',
  ])("are refused with '%s', which is named", (part) => {
    expect(() => parseNodes(`coordinator:5432,${part}`)).toThrow(
      `--nodes has '${part}', which is not a host and a port. Write coordinator:5432,worker1:5432,worker2:5432.`,
    )
  })

  it('are refused without a worker', () => {
    expect(() => parseNodes('coordinator:5432')).toThrow('at least one worker')
  })

  it('are refused when one is named twice', () => {
    expect(() => parseNodes('a:5432,b:5432,a:5432')).toThrow('--nodes names a:5432 twice.')
  })
})
