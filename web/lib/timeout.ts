/** A request without a response would leave its screen busy for as long as a half-dead network takes. */
export const REQUEST_TIMEOUT_MS = 30_000
/** For uploads, prints and downloads. The limit includes the body of the response. */
export const LONG_REQUEST_TIMEOUT_MS = 5 * 60_000

/** What to do after a request without a response: it may have been carried out. */
export const TIMEOUT_MESSAGE =
  'No answer from the server. Check the connection and whether the change was saved, then try again.'

/** A request has reached its time limit. */
export const isTimeout = (error: unknown): boolean => (error as Error | null)?.name === 'TimeoutError'

/** Aborts a request at its time limit, or when `signal` aborts. */
export function timeLimit(timeoutMs: number, signal?: AbortSignal | null): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, limit]) : limit
}
