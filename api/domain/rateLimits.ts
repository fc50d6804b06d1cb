import { boundedCache } from './boundedCache.ts'

export interface RateLimit {
  /** Requests in quick succession. */
  maxBurst: number
  refillPerSecond: number
}

export const rateLimits = {
  /** More lookups than a user makes in quick succession. */
  lookUps: { maxBurst: 120, refillPerSecond: 1 },
  /** Per network address: a map on a large screen draws about 50 tiles, and a saved area has a few thousand. */
  tiles: { maxBurst: 5_000, refillPerSecond: 50 },
  /** A browser sends an error once, so more come from a loop or an attacker. */
  errorReports: { maxBurst: 20, refillPerSecond: 0.1 },
  /** Per network address: whoever sets up a company does it once, and may mistype. */
  companies: { maxBurst: 5, refillPerSecond: 5 / 3_600 },
} satisfies Record<string, RateLimit>

/** The requests that a key has left, and the seconds until it has one again if there is none, otherwise until it has all. */
export interface Remaining {
  left: number
  resetSeconds: number
}

/** A limit, and what is left of it for whoever called. */
export interface RateLimitState extends Remaining {
  /** Identifies the limit to programs. */
  name: string
  /** Requests that are allowed when nothing was used. */
  limit: number
  /** The seconds in which as many are allowed again. */
  windowSeconds: number
}

/** The remaining requests of one key, which refill over time. */
interface TokenBucket {
  tokens: number
  updatedAtMs: number
  /** Tokens that were taken here since other processes were told. */
  untold: number
}

/**
 * Limits the requests of each key with a token bucket. A key without a bucket has a full one, so that the least recently used
 * buckets can be evicted. Several processes share a limit: each calls `tell` after each tenth of the burst that it took from a
 * bucket, and `takeElsewhere` with what the others told. Together they exceed the limit by less than a tenth for each of them.
 */
export class RateLimiter {
  readonly #buckets = boundedCache<TokenBucket>({ name: 'rate limits', maxEntries: 10_000, maxBytes: 4 * 1024 * 1024 })
  readonly #limit: RateLimit
  readonly #now: () => Date
  readonly #tell: (key: string, tokens: number) => void
  readonly #onTake: (remaining: Remaining) => void

  /** `onTake` receives what is left after each attempt to take a token here. */
  constructor(
    limit: RateLimit,
    now: () => Date,
    tell: (key: string, tokens: number) => void = () => undefined,
    onTake: (remaining: Remaining) => void = () => undefined,
  ) {
    this.#limit = limit
    this.#now = now
    this.#tell = tell
    this.#onTake = onTake
  }

  /** Takes a token. Returns 0, or, if there is none, the seconds until there is one. */
  take(key: string): number {
    const bucket = this.#refill(key)
    if (bucket.tokens < 1) {
      this.#onTake(this.#remainingOf(bucket))
      return this.#secondsUntilToken(bucket)
    }
    bucket.tokens -= 1
    this.#onTake(this.#remainingOf(bucket))
    bucket.untold += 1
    if (bucket.untold >= this.#limit.maxBurst / 10) {
      this.#tell(key, bucket.untold)
      bucket.untold = 0
    }
    this.#buckets.set(key, bucket)
    return 0
  }

  /** Removes tokens for the requests that another process let through, at most those that are left. */
  takeElsewhere(key: string, tokens: number): void {
    const bucket = this.#refill(key)
    this.#buckets.set(key, { ...bucket, tokens: Math.max(0, bucket.tokens - tokens) })
  }

  /** Returns 0 if there is a token, otherwise the seconds until there is one. */
  secondsToWait(key: string): number {
    return this.#secondsUntilToken(this.#refill(key))
  }

  /** The bucket as it is now. */
  #refill(key: string): TokenBucket {
    const { maxBurst, refillPerSecond } = this.#limit
    const nowMs = this.#now().getTime()
    const { tokens, updatedAtMs, untold } = this.#buckets.get(key) ?? {
      tokens: maxBurst,
      updatedAtMs: nowMs,
      untold: 0,
    }
    const seconds = Math.max(0, nowMs - updatedAtMs) / 1000
    return { tokens: Math.min(maxBurst, tokens + seconds * refillPerSecond), updatedAtMs: nowMs, untold }
  }

  #remainingOf(bucket: TokenBucket): Remaining {
    const { maxBurst, refillPerSecond } = this.#limit
    const left = Math.floor(bucket.tokens)
    const secondsUntilFull = Math.ceil((maxBurst - bucket.tokens) / refillPerSecond)
    return { left, resetSeconds: left === 0 ? this.#secondsUntilToken(bucket) : secondsUntilFull }
  }

  #secondsUntilToken({ tokens }: TokenBucket): number {
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.#limit.refillPerSecond)
  }
}
