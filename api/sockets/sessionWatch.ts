import type { WebSocket } from 'ws'
import type { Actor } from '../domain/permissions.ts'
import type { Live } from '../live/live.ts'
import { isSameSessionState, sessionStateOf, type SessionState } from '../usecases/auth/sessions.ts'

/** How sessions stand now, by their id; what is missing has ended. */
export type ReadSessionStates = (sessionIds: string[]) => Promise<Map<string, SessionState>>

/** Everybody is looked at this often, so that an end is felt within a second also where its hint was lost. */
const recheckIntervalMs = 600

interface WatchedSocket {
  sessionId: string
  userId: string
  state: SessionState
}

/**
 * Closes open sockets whose session ended (4401), or whose account changed (4403: connect again and be let in as what
 * it is now): at once when a hint tells of its user, and otherwise in the next round, which asks once for all of them.
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
    for (const [socket, { sessionId, userId, state: standing }] of checked) {
      const found = states.get(sessionId)
      if (found && isSameSessionState(found, standing)) continue
      // Their next request is not to be answered by what was believed before.
      options.evictSessions(userId)
      if (found) socket.close(4403, 'Your account was changed')
      else socket.close(4401, 'Session expired, please login again')
    }
  }

  async function checkAllSockets(): Promise<void> {
    if (isChecking) return
    isChecking = true
    // The database may be away for a moment; only a session that is known to be over ends its socket.
    await checkSockets(() => true).catch(() => undefined)
    isChecking = false
  }

  const timer = setInterval(() => void checkAllSockets(), recheckIntervalMs)
  timer.unref()
  const unwatch = options.live.subscribeSessions((userId) => {
    void checkSockets((member) => member.userId === userId).catch(() => undefined)
  })
  return {
    /** Looks after the socket from now on, unless it closed while its session was being looked up. */
    add(socket: WebSocket, actor: Actor): void {
      if (socket.readyState !== socket.OPEN) return
      watchedSockets.set(socket, { sessionId: actor.sessionId, userId: actor.userId, state: sessionStateOf(actor) })
    },
    remove: (socket: WebSocket): boolean => watchedSockets.delete(socket),
    stop(): void {
      clearInterval(timer)
      unwatch()
    },
  }
}
