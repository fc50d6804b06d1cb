import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Actor } from '../domain/permissions.ts'
import { watchSocketSessions } from './sessionWatch.ts'

function setUp() {
  const readIds: string[][] = []
  const watch = watchSocketSessions({
    live: { subscribeSessions: () => () => undefined },
    readSessionStates: async (ids) => {
      readIds.push(ids)
      return new Map()
    },
    evictSessions: () => undefined,
  })
  return { watch, readIds }
}

const createActor = (): Actor => ({
  userId: randomUUID(),
  sessionId: randomUUID(),
  email: '',
  fullName: 'Sample Rep',
  role: 'sales_rep',
  viewedRole: null,
  tenantId: randomUUID(),
  mustChangePassword: false,
})
const socket = (readyState: number) => ({ readyState, OPEN: 1, close: vi.fn() }) as unknown as WebSocket

describe('the sockets of sessions', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are watched only while open: a socket that closed while its session was read is not added', async () => {
    const { watch, readIds } = setUp()
    const [open, closed] = [createActor(), createActor()]
    watch.add(socket(1), open)
    watch.add(socket(3), closed)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(readIds).toEqual([[open.sessionId]])
    watch.stop()
  })

  it('are closed with 4401 when their session has ended', async () => {
    const { watch } = setUp()
    const ended = socket(1)
    watch.add(ended, createActor())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended.close).toHaveBeenCalledWith(4401, 'Session expired, please login again')
    watch.stop()
  })
})
