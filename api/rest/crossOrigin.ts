import type { RequestHandler } from 'express'

/** What a program may send besides the headers that every page may. */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Impersonate-Role',
  'X-Impersonate-User',
  'X-Request-Id',
  'X-Tenant-Id',
  'Apollo-Require-Preflight',
  'X-Apollo-Operation-Name',
].join(', ')

/** What a page may read besides the headers that every page may. */
const responseHeaders = [
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Log-Position',
  'X-Request-Id',
].join(', ')

/** How long browsers remember the answer; Chromium takes no more. */
const preflightSeconds = 7_200

/**
 * Middleware that lets pages of these origins call what is behind it, and no other page. Without credentials: a token is in a header,
 * and the cookie of a known device is not for other sites. Without origins it sets nothing.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (origins.length === 0) return next()
    // A cache must not give the response for one origin to another.
    response.vary('Origin')
    const origin = request.get('Origin')
    if (!origin || !origins.includes(origin)) return next()
    response.setHeader('Access-Control-Allow-Origin', origin)
    if (request.method !== 'OPTIONS' || !request.get('Access-Control-Request-Method')) {
      response.setHeader('Access-Control-Expose-Headers', responseHeaders)
      return next()
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
    response.setHeader('Access-Control-Allow-Headers', requestHeaders)
    response.setHeader('Access-Control-Max-Age', String(preflightSeconds))
    response.status(204).end()
  }
}
