import type { ClientBase } from 'pg'
import { describe, expect, it } from 'vitest'
import { isConnectionLoss, isNodeLoss } from './connection.ts'
import { setAppPassword } from './roles.ts'

/** What the engine of a distributed database reports while worker1 is down, some of it with the code of an internal error. */
const losses: [message: string, code: string][] = [
  ['connection to the remote node porchlight_tenant@worker1:5432 failed with the following error: refused', '08006'],
  ['connection establishment for node worker1:5432 failed', '08006'],
  ['failure on connection marked as essential: worker1:5432', 'XX000'],
  ['could not connect to any active placements', 'XX000'],
  ['could not find any healthy placement for shard 102008', 'XX000'],
  ['execution cannot recover from multiple connection failures. Last node failed worker1:5432', 'XX000'],
]

const errorOf = (message: string, code: string) => Object.assign(new Error(message), { code })

describe('the loss of a node', () => {
  it.each(losses)('is a lost connection: %s', (message, code) => {
    expect(isNodeLoss(errorOf(message, code))).toBe(true)
    expect(isConnectionLoss(new Error('A statement failed.', { cause: errorOf(message, code) }))).toBe(true)
  })

  it('is neither an error of the engine nor the loss of the own connection', () => {
    expect(isConnectionLoss(errorOf('could not find tuple for trigger 1', 'XX000'))).toBe(false)
    expect(isNodeLoss(new Error('Connection terminated unexpectedly'))).toBe(false)
    expect(isConnectionLoss(new Error('Connection terminated unexpectedly'))).toBe(true)
  })

  it('does not keep a process from starting, because the nodes have the password of an earlier start', async () => {
    const failing = (error: Error) => ({ query: () => Promise.reject(error) }) as unknown as ClientBase
    await expect(setAppPassword(failing(errorOf(...losses[0]!)), 'sample')).resolves.toBeUndefined()
    const refused = errorOf('permission denied to alter role', '42501')
    await expect(setAppPassword(failing(refused), 'sample')).rejects.toBe(refused)
  })
})
