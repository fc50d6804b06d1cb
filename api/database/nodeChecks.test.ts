import { describe, expect, it } from 'vitest'
import { NodeChecks } from './nodeChecks.ts'

const [worker1, worker2] = [
  { host: 'worker1', port: 5432 },
  { host: 'worker2', port: 5432 },
]

describe('the check of the nodes', () => {
  it('names those that do not answer, sorted', async () => {
    const checks = new NodeChecks(
      async () => [null, worker2, worker1, { host: 'worker3', port: 5432 }],
      ({ host }) => (host === 'worker3' ? Promise.resolve() : Promise.reject(new Error('refused'))),
    )
    expect(checks.missing()).toEqual([])
    await expect.poll(() => checks.missing()).toEqual(['worker1:5432', 'worker2:5432'])
  })

  it('never waits for a node, and does not ask it again meanwhile', () => {
    let asked = 0
    const checks = new NodeChecks(
      () => {
        asked += 1
        return new Promise(() => undefined)
      },
      () => Promise.resolve(),
    )
    expect([checks.missing(), checks.missing()]).toEqual([[], []])
    expect(asked).toBe(1)
  })

  it('asks nobody where the database has one node', async () => {
    const asked: unknown[] = []
    let listed = 0
    const listNodes = () => {
      listed += 1
      return Promise.resolve([null])
    }
    const checks = new NodeChecks(listNodes, async (node) => void asked.push(node))
    expect(checks.missing()).toEqual([])
    await expect.poll(() => listed).toBe(1)
    expect(checks.missing()).toEqual([])
    expect(asked).toEqual([])
  })

  it('knows what it knew while the coordinator cannot be asked', async () => {
    const checks = new NodeChecks(
      () => Promise.reject(new Error('refused')),
      () => Promise.resolve(),
    )
    expect(checks.missing()).toEqual([])
    await Promise.resolve()
    expect(checks.missing()).toEqual([])
  })
})
