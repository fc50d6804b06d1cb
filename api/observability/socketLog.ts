import type { IncomingMessage } from 'node:http'
import type { GraphQLFormattedError } from 'graphql'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './requestLog.ts'

/** A closed WebSocket. */
export interface ClosedSocket {
  requestId: string
  /** Close code: 1001 if the server stopped, 4401 if the session ended. */
  closed: number
  ms: number
  pushes: number
  /** Codes of the GraphQL errors, as of a request, and of the error that closed the socket. */
  codes?: string[]
  actorId?: string
  tenantId?: string
}

/** Returns a function that records a socket in the metrics and calls `onClosed` when it closes. */
export function logSockets(metrics: Metrics, onClosed: (socket: ClosedSocket) => void) {
  return (request: IncomingMessage) => {
    const startedAt = performance.now()
    const record: Pick<ClosedSocket, 'requestId' | 'actorId' | 'tenantId'> = { requestId: requestIdOf(request.headers) }
    let pushes = 0
    const codes = new Set<string>()
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
      failed(errors: readonly GraphQLFormattedError[]): void {
        for (const { extensions } of errors) codes.add(String(extensions?.['code']))
      },
      /** The socket is closed by an error, such as a message that is too long. */
      broken(code: string): void {
        codes.add(code)
      },
      closed(code: number): void {
        metrics.socketsOpen.dec()
        const ms = Math.round(performance.now() - startedAt)
        onClosed({ ...record, closed: code, ms, pushes, ...(codes.size > 0 && { codes: [...codes] }) })
      },
    }
  }
}
