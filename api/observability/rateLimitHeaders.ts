import type { RateLimitState } from '../domain/rateLimits.ts'
import { currentResponse } from './requestScope.ts'

/**
 * Tells whoever sent the current request what is left of a limit, by the headers `RateLimit-Policy` and `RateLimit` of
 * draft-ietf-httpapi-ratelimit-headers-10. Does nothing outside a request, on a WebSocket, and after the headers were sent.
 */
export function tellRateLimit(state: RateLimitState): void {
  const scope = currentResponse()
  if (!scope || scope.response.headersSent) return
  scope.rateLimits = [...scope.rateLimits.filter(({ name }) => name !== state.name), state]
  const join = (textOf: (limit: RateLimitState) => string) => scope.rateLimits.map(textOf).join(', ')
  scope.response.setHeader(
    'RateLimit-Policy',
    join(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`),
  )
  scope.response.setHeader(
    'RateLimit',
    join(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`),
  )
}
