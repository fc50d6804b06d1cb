import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import type { Caches } from '../context.ts'
import { TooManyRequests, Unauthenticated } from '../domain/errors.ts'
import { networkOf } from '../domain/networks.ts'
import type { RateLimiter } from '../domain/rateLimits.ts'
import { hashToken } from '../usecases/auth/sessions.ts'
import { clientAddress, credentialsOf } from './credentials.ts'

/** The limit of requests without a valid session from one network address. Requests of signed-in users do not count. */
export interface AnonymousLimit {
  /** Counts a request if it has no token. Throws `TooManyRequests` when its address has reached the limit. */
  check(request: IncomingMessage): void
  /**
   * Authenticates with `findSession` and counts a token that is not valid. When the address has reached the limit, throws
   * `TooManyRequests` for a token that was not valid recently, so that guessing tokens does not read the database.
   */
  authenticate<T>(request: IncomingMessage, token: string, findSession: () => Promise<T>): Promise<T>
}

export function createAnonymousLimit(
  limiter: RateLimiter,
  { recentTokens }: Caches,
  { trustedProxies }: Config,
): AnonymousLimit {
  const keyOf = (request: IncomingMessage) => networkOf(clientAddress(request, trustedProxies))
  const count = (request: IncomingMessage) => limiter.take(keyOf(request))
  return {
    check(request) {
      if (!credentialsOf(request.headers).token) throwIfLimited(count(request))
    },
    async authenticate(request, token, findSession) {
      const key = hashToken(token).toString('base64url')
      if (!recentTokens.has(key)) throwIfLimited(limiter.secondsToWait(keyOf(request)))
      try {
        const session = await findSession()
        recentTokens.set(key, true)
        return session
      } catch (error) {
        if (error instanceof Unauthenticated) {
          recentTokens.delete(key)
          count(request)
        }
        throw error
      }
    },
  }
}

function throwIfLimited(waitSeconds: number): void {
  if (waitSeconds === 0) return
  throw new TooManyRequests('Too many requests without a valid session. Wait a moment and try again.', waitSeconds)
}
