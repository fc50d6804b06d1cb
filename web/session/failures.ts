import { errorCode, errorMessage } from '../lib/errors.ts'
import { toastError, type ToastOptions } from '../lib/toasts.ts'

/**
 * Tells of a failure in exactly these words. One that ended the session has been told of already; that mock data is on
 * is the reason of everything that fails meanwhile, and said once.
 */
export function tellFailure(error: unknown, words: string, ...options: [ToastOptions?]): void {
  const code = errorCode(error)
  if (code === 'MOCK_DATA') toastError(errorMessage(error), { id: 'mock-data' })
  else if (code !== 'UNAUTHENTICATED') toastError(words, ...options)
}

/** Tells of a failure in exactly these words, with the server's beneath them where it spoke to the user. */
export function tellWithReason(error: unknown, words: string): void {
  const detail = errorMessage(error, '')
  if (detail) tellFailure(error, words, { detail })
  else tellFailure(error, words)
}

/** Tells of a failure in the server's words where it spoke to the user, else in these. */
export function tellReason(error: unknown, fallback: string): void {
  tellFailure(error, errorMessage(error, fallback))
}
