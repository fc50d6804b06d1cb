import type { WebSocket } from 'ws'
import type { Actor } from '../domain/permissions.ts'
import { reportErrorAt } from '../domain/faults.ts'
import { withDeadline } from '../live/deadline.ts'
import type { Live } from '../live/live.ts'
import { isSameSessionState, sessionStateOf, type SessionState } from '../usecases/auth/sessions.ts'

/** Reads the state of sessions by id. Sessions that have ended are missing from the result. */
export type ReadSessionStates = (sessionIds: string[]) => Promise<Map<string, SessionState>>

/** Interval of the periodic check. Ensures that a session ends within a second even if its notification was lost. */
const recheckIntervalMs = 600

/** A check that takes longer is given up, so that one that never ends does not stop the others. */
const checkTimeoutMs = 10_000

interface WatchedSocket {
  sessionId: string
  userId: string
  state: SessionState
}

/**
 * Closes WebSockets whose session has ended (code 4401) or whose account was changed (code 4403: the client reconnects
 * with its new permissions). A notification triggers a check of the user's sockets; a periodic check covers all sockets
 * with one query.
 */
export function watchSocketSessions(options: {
  live: Pick<Live, 'subscribeSessions'>
  readSessionStates: ReadSessionStates
  evictSessions: (userId: string) => void
}) {
  const watchedSockets = new Map<WebSocket, WatchedSocket>()
  let isChecking = false

  async function checkSockets(matches: (member: WatchedSocket) => boolean): Promise<void> {
    const checked = [...watchedSockets].filter(([, member]) => matches(member))
    if (checked.length === 0) return
    const states = await options.readSessionStates([...new Set(checked.map(([, { sessionId }]) => sessionId))])
    for (const [socket, { sessionId, userId, state }] of checked) {
      const found = states.get(sessionId)
      if (found && isSameSessionState(found, state)) continue
      // Clear the session cache, so that the next request sees the new state.
      options.evictSessions(userId)
      if (found) socket.close(4403, 'Your account was changed')
      else socket.close(4401, 'Session expired, please login again')
    }
  }

  async function checkAllSockets(): Promise<void> {
    if (isChecking) return
    isChecking = true
    // If the database is unavailable, keep the sockets open until a session is known to have ended.
    await withDeadline(
      checkSockets(() => true),
      checkTimeoutMs,
    ).catch(reportErrorAt('session check'))
    isChecking = false
  }

  const timer = setInterval(() => void checkAllSockets(), recheckIntervalMs)
  timer.unref()
  const unwatch = options.live.subscribeSessions((userId) => {
    void checkSockets((member) => member.userId === userId).catch(reportErrorAt('session check'))
  })
  return {
    /** Starts watching the socket, unless it closed while its session was being read. */
    add(socket: WebSocket, actor: Actor): void {
      if (socket.readyState !== socket.OPEN) return
      watchedSockets.set(socket, { sessionId: actor.sessionId, userId: actor.userId, state: sessionStateOf(actor) })
    },
    /** The number of watched sockets of a user. */
    countOf: (id: string): number => [...watchedSockets.values()].filter(({ userId }) => userId === id).length,
    remove: (socket: WebSocket): boolean => watchedSockets.delete(socket),
    stop(): void {
      clearInterval(timer)
      unwatch()
    },
  }
}
