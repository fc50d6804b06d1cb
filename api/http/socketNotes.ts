import type { IncomingMessage } from 'node:http'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './requestLog.ts'

/** A WebSocket that has ended. */
export interface SocketEnded {
  requestId: string
  /** Its close code: 1001 when the server stops, 4401 when the session was over. */
  closed: number
  ms: number
  pushes: number
  actorId?: string
  tenantId?: string
}

/** Counts sockets and what is sent on them, and tells `ended` of each once it is closed. */
export function noteSockets(metrics: Metrics, ended: (socket: SocketEnded) => void) {
  return (request: IncomingMessage) => {
    const began = performance.now()
    const notes: Pick<SocketEnded, 'requestId' | 'actorId' | 'tenantId'> = { requestId: requestIdOf(request.headers) }
    let pushes = 0
    metrics.socketsOpen.inc()
    return {
      admitted({ requestId, actor }: Context): void {
        notes.requestId = requestId
        if (actor) notes.actorId = actor.userId
        if (actor?.tenantId) notes.tenantId = actor.tenantId
      },
      pushed(): void {
        pushes += 1
        metrics.pushes.inc()
      },
      closed(code: number): void {
        metrics.socketsOpen.dec()
        ended({ ...notes, closed: code, ms: Math.round(performance.now() - began), pushes })
      },
    }
  }
}
