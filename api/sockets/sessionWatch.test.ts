import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Actor } from '../domain/permissions.ts'
import { watchSocketSessions } from './sessionWatch.ts'

function setUp() {
  const asked: string[][] = []
  const watch = watchSocketSessions({
    live: { subscribeSessions: () => () => undefined },
    readSessionStates: async (ids) => {
      asked.push(ids)
      return new Map()
    },
    evictSessions: () => undefined,
  })
  return { watch, asked }
}

const person = (): Actor => ({
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

describe('whose sockets are looked after', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are those that are open: one that closed while its session was looked up is not kept', async () => {
    const { watch, asked } = setUp()
    const [open, gone] = [person(), person()]
    watch.add(socket(1), open)
    watch.add(socket(3), gone)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([[open.sessionId]])
    watch.stop()
  })

  it('are closed with 4401 once their session has ended', async () => {
    const { watch } = setUp()
    const ended = socket(1)
    watch.add(ended, person())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended.close).toHaveBeenCalledWith(4401, 'Session expired, please login again')
    watch.stop()
  })
})
