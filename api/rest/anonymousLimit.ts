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
  /**
   * Counts a request unless its token is valid, which `findSession` tells: also one that needs no token, or that nothing
   * answers. Throws `TooManyRequests` when its address has reached the limit.
   */
  check(request: IncomingMessage, findSession: (token: string) => Promise<unknown>): Promise<void>
  /**
   * Authenticates with `findSession` and counts a token that is not valid, unless `check` has counted it. When the address has
   * reached the limit, throws `TooManyRequests` for a token that was not valid recently, so that guessing tokens does not read
   * the database.
   */
  authenticate<T>(request: IncomingMessage, token: string, findSession: () => Promise<T>): Promise<T>
}

export function createAnonymousLimit(
  limiter: RateLimiter,
  { recentTokens }: Caches,
  { trustedProxies }: Config,
): AnonymousLimit {
  const counted = new WeakSet<IncomingMessage>()
  const keyOf = (request: IncomingMessage) => networkOf(clientAddress(request, trustedProxies))
  const count = (request: IncomingMessage) => {
    if (counted.has(request)) return 0
    counted.add(request)
    return limiter.take(keyOf(request))
  }
  const authenticate = async <T>(request: IncomingMessage, token: string, findSession: () => Promise<T>) => {
    const key = hashToken(token).toString('base64url')
    if (!recentTokens.has(key) && !counted.has(request)) throwIfLimited(limiter.secondsToWait(keyOf(request)))
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
  }
  return {
    async check(request, findSession) {
      const { token } = credentialsOf(request.headers)
      if (!token) return throwIfLimited(count(request))
      // A token that was valid recently is looked up once, by what needs it.
      if (recentTokens.has(hashToken(token).toString('base64url'))) return
      try {
        await authenticate(request, token, () => findSession(token))
      } catch (error) {
        // What needs a session says so itself.
        if (!(error instanceof Unauthenticated)) throw error
      }
    },
    authenticate,
  }
}

function throwIfLimited(waitSeconds: number): void {
  if (waitSeconds === 0) return
  throw new TooManyRequests('Too many requests without a valid session. Wait a moment and try again.', waitSeconds)
}
