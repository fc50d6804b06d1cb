import type { IncomingMessage } from 'node:http'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './requestLog.ts'

/** A WebSocket that has ended. */
export interface ClosedSocket {
  requestId: string
  /** Its close code: 1001 when the server stops, 4401 when the session was over. */
  closed: number
  ms: number
  pushes: number
  actorId?: string
  tenantId?: string
}

/** Counts sockets and what is sent on them, and tells `ended` of each once it is closed. */
export function logSockets(metrics: Metrics, onClosed: (socket: ClosedSocket) => void) {
  return (request: IncomingMessage) => {
    const startedAt = performance.now()
    const record: Pick<ClosedSocket, 'requestId' | 'actorId' | 'tenantId'> = { requestId: requestIdOf(request.headers) }
    let pushes = 0
    metrics.socketsOpen.inc()
    return {
      authenticated({ requestId, actor }: Context): void {
        record.requestId = requestId
        if (actor) record.actorId = actor.userId
        if (actor?.tenantId) record.tenantId = actor.tenantId
      },
      pushed(): void {
        pushes += 1
        metrics.pushes.inc()
      },
      closed(code: number): void {
        metrics.socketsOpen.dec()
        onClosed({ ...record, closed: code, ms: Math.round(performance.now() - startedAt), pushes })
      },
    }
  }
}
