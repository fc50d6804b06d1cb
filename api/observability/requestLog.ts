import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Metrics } from './metrics.ts'
import { runInRequest, type CompletedRequest, type LogLevel, type RequestRecord } from './requestScope.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns the request id: the X-Request-Id header if it is a UUID, otherwise a new UUID. Other values are ignored
 * because they might be secrets sent by mistake.
 */
export function requestIdOf(headers: IncomingMessage['headers']): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : randomUUID()
}

/** Middleware that sets X-Request-Id, records each request in the metrics and calls `onCompleted` when it ends. */
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
    runInRequest(record, response, next)
  }
}

/**
 * Returns the route pattern. Derived from the URL because Express resets the mount path of a router before error
 * handlers respond.
 */
function routeOf({ route, originalUrl, method }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path
  const area = /^\/(api|graphql|assets|client-errors)(?=[/?]|$)/.exec(originalUrl)?.[1]
  if (area === 'graphql') return '/graphql'
  if (area === 'assets') return '/assets/*'
  if (area === 'client-errors') return '/client-errors'
  if (area === 'api') return typeof path === 'string' ? `/api${path}` : '/api/*'
  return method === 'GET' || method === 'HEAD' ? '/*' : 'none'
}

/** Routes that are requested frequently and are of little interest in the log. */
const quietRoutes = /^\/(api\/(health|metrics)|assets\/|\*)/

/** The log level of a request: server errors are warnings or errors, probes and assets are debug. */
export function levelOf({ status, route }: CompletedRequest): LogLevel {
  if (status >= 500) return status === 503 ? 'warn' : 'error'
  return quietRoutes.test(route) ? 'debug' : 'info'
}
