import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Metrics } from './metrics.ts'
import { runInRequest, type RequestRecord } from './requestScope.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** A request that was answered, or broken off. */
export interface CompletedRequest extends RequestRecord {
  method: string
  /** The pattern of its route, '/api/leads/:id': never what was asked for in particular. */
  route: string
  status: number
  ms: number
  bytes: number
  /** Whoever asked went away before the answer was there. */
  aborted?: true
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The id of a request: what it says of itself in X-Request-Id, where that is a UUID, else a new one. Anything else
 * could be a secret that ended in the wrong place.
 */
export function requestIdOf(headers: IncomingMessage['headers']): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : randomUUID()
}

/** Gives each request its id, answered as X-Request-Id, counts it, and tells `ended` of it once when it is over. */
export function logRequests(metrics: Metrics, onCompleted: (request: CompletedRequest) => void): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const record: RequestRecord = { requestId: requestIdOf(request.headers) }
    response.setHeader('X-Request-Id', record.requestId)
    const bytesBefore = request.socket.bytesWritten
    metrics.requestsRunning.inc()
    response.once('close', () => {
      const completed: CompletedRequest = {
        ...record,
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        bytes: request.socket.bytesWritten - bytesBefore,
        ...(response.writableFinished ? {} : { aborted: true as const }),
      }
      metrics.requestsRunning.dec()
      metrics.recordRequest(completed)
      onCompleted(completed)
    })
    runInRequest(record, next)
  }
}

/** Errors leave the routers before they are answered, and express then forgets where these were mounted. */
function routeOf({ route, originalUrl, method }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path
  const area = /^\/(api|graphql|assets)(?=[/?]|$)/.exec(originalUrl)?.[1]
  if (area === 'graphql') return '/graphql'
  if (area === 'assets') return '/assets/*'
  if (area === 'api') return typeof path === 'string' ? `/api${path}` : '/api/*'
  return method === 'GET' || method === 'HEAD' ? '/*' : 'none'
}

/** What asks without end and tells nothing. */
const quietRoutes = /^\/(api\/(health|metrics)|assets\/|\*)/

/** How loud a request is: what failed on our side is heard always, what is only asked for by programs seldom. */
export function levelOf({ status, route }: CompletedRequest): LogLevel {
  if (status >= 500) return status === 503 ? 'warn' : 'error'
  return quietRoutes.test(route) ? 'debug' : 'info'
}
