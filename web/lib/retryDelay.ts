const MIN_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000

/** The time before the next try after `failures` failures in a row, in milliseconds: 2 s after the first, then twice as long, at most 60 s. */
export const retryDelayMs = (failures: number): number => Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (failures - 1))
