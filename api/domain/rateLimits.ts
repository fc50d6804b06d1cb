/** The remaining requests of a rate limit (token bucket), which refill over time. */
export interface TokenBucket {
  tokens: number
  updatedAtMs: number
}

/** Buckets by what they limit. One that is missing is full, so that the least recently used ones can be evicted. */
export interface TokenBuckets {
  get(key: string): TokenBucket | undefined
  set(key: string, bucket: TokenBucket): unknown
}

export interface RateLimit {
  /** Requests in quick succession. */
  maxBurst: number
  refillPerSecond: number
}

/** Takes a token of the bucket. Returns 0, or, if there is none, the seconds until there is one. */
export function takeToken(buckets: TokenBuckets, key: string, limit: RateLimit, nowMs: number): number {
  const tokens = countTokens(buckets, key, limit, nowMs)
  if (tokens < 1) return secondsUntilToken(tokens, limit)
  buckets.set(key, { tokens: tokens - 1, updatedAtMs: nowMs })
  return 0
}

/** Returns 0 if the bucket has a token, otherwise the seconds until there is one. */
export function secondsToWait(buckets: TokenBuckets, key: string, limit: RateLimit, nowMs: number): number {
  return secondsUntilToken(countTokens(buckets, key, limit, nowMs), limit)
}

function countTokens(
  buckets: TokenBuckets,
  key: string,
  { maxBurst, refillPerSecond }: RateLimit,
  nowMs: number,
): number {
  const bucket = buckets.get(key)
  if (!bucket) return maxBurst
  const seconds = Math.max(0, nowMs - bucket.updatedAtMs) / 1000
  return Math.min(maxBurst, bucket.tokens + seconds * refillPerSecond)
}

function secondsUntilToken(tokens: number, { refillPerSecond }: RateLimit): number {
  return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / refillPerSecond)
}
