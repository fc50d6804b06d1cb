import { RateLimiter, rateLimits, type RateLimit, type RateLimitState } from '../domain/rateLimits.ts'
import type { Live } from './live.ts'

/** The limits of this process, which it shares with all others. */
export interface RateLimiters {
  /** Paid lookups, by user id. */
  lookUps: RateLimiter
  /** Rendered map tiles, by network address. */
  tiles: RateLimiter
  /** Requests without a valid session, by network address. */
  anonymousRequests: RateLimiter
  /** Errors that browsers report, by network address. */
  errorReports: RateLimiter
  /** New companies, by network address. */
  companies: RateLimiter
}

/**
 * The limits of this process. Each begins full, and also counts the requests that other processes let through from now on. `onTake` receives
 * what is left after each request here.
 */
export function shareRateLimiters(
  live: Pick<Live, 'announceTaken' | 'subscribeTaken'>,
  { anonymousRequestsPerMinute }: { anonymousRequestsPerMinute: number },
  now: () => Date,
  onTake: (state: RateLimitState) => void = () => undefined,
): RateLimiters {
  const create = (name: keyof RateLimiters, limit: RateLimit) =>
    new RateLimiter(
      limit,
      now,
      (key, tokens) => live.announceTaken({ limiter: name, key, tokens }),
      (remaining) =>
        onTake({
          name,
          limit: limit.maxBurst,
          windowSeconds: Math.ceil(limit.maxBurst / limit.refillPerSecond),
          ...remaining,
        }),
    )
  const limiters: RateLimiters = {
    lookUps: create('lookUps', rateLimits.lookUps),
    tiles: create('tiles', rateLimits.tiles),
    anonymousRequests: create('anonymousRequests', {
      maxBurst: anonymousRequestsPerMinute,
      refillPerSecond: anonymousRequestsPerMinute / 60,
    }),
    errorReports: create('errorReports', rateLimits.errorReports),
    companies: create('companies', rateLimits.companies),
  }
  // During a rolling upgrade, a process of another release can name a limit that this one does not have.
  const byName = new Map<string, RateLimiter>(Object.entries(limiters))
  live.subscribeTaken(({ limiter, key, tokens }) => byName.get(limiter)?.takeElsewhere(key, tokens))
  return limiters
}
