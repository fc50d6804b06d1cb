import type { WebSocket } from 'ws'
import type { Actor } from '../domain/permissions.ts'
import type { Live } from '../live/live.ts'
import { forgetSessions, sameStanding, standingOf, type Standing } from '../usecases/sessions.ts'

/** How sessions stand now, by their id; what is missing has ended. */
export type Standings = (sessionIds: string[]) => Promise<Map<string, Standing>>

/** Everybody is looked at this often, so that an end is felt within a second also where its hint was lost. */
const recheckMs = 600

interface Member {
  sessionId: string
  userId: string
  standing: Standing
}

/**
 * Closes open sockets whose session ended (4401), or whose account changed (4403: connect again and be let in as what
 * it is now): at once when a hint tells of its user, and otherwise in the next round, which asks once for all of them.
 */
export function watchSessions(options: { live: Pick<Live, 'watchSessions'>; standings: Standings }) {
  const members = new Map<WebSocket, Member>()
  let looking = false

  async function look(which: (member: Member) => boolean): Promise<void> {
    const asked = [...members].filter(([, member]) => which(member))
    if (asked.length === 0) return
    const now = await options.standings([...new Set(asked.map(([, { sessionId }]) => sessionId))])
    for (const [socket, { sessionId, userId, standing }] of asked) {
      const found = now.get(sessionId)
      if (found && sameStanding(found, standing)) continue
      // Their next request is not to be answered by what was believed before.
      forgetSessions(userId)
      if (found) socket.close(4403, 'Your account was changed')
      else socket.close(4401, 'Session expired, please login again')
    }
  }

  async function round(): Promise<void> {
    if (looking) return
    looking = true
    // The database may be away for a moment; only a session that is known to be over ends its socket.
    await look(() => true).catch(() => undefined)
    looking = false
  }

  const timer = setInterval(() => void round(), recheckMs)
  timer.unref()
  const unwatch = options.live.watchSessions((userId) => {
    void look((member) => member.userId === userId).catch(() => undefined)
  })
  return {
    /** Looks after the socket from now on, unless it closed while its session was being looked up. */
    add(socket: WebSocket, actor: Actor): void {
      if (socket.readyState !== socket.OPEN) return
      members.set(socket, { sessionId: actor.sessionId, userId: actor.userId, standing: standingOf(actor) })
    },
    remove: (socket: WebSocket): boolean => members.delete(socket),
    stop(): void {
      clearInterval(timer)
      unwatch()
    },
  }
}
