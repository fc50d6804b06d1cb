import { errorCode, errorMessage } from '../lib/errors.ts'
import { toastError } from '../lib/toasts.ts'

/**
 * Tells of a failure in exactly these words. One that ended the session has been told of already; that mock data is on
 * is the reason of everything that fails meanwhile, and said once.
 */
export function tellFailure(error: unknown, words: string): void {
  const code = errorCode(error)
  if (code === 'MOCK_DATA') toastError(errorMessage(error), { id: 'mock-data' })
  else if (code !== 'UNAUTHENTICATED') toastError(words)
}

/** Tells of a failure in the server's words where it spoke to the user, else in these. */
export function tellReason(error: unknown, fallback: string): void {
  tellFailure(error, errorMessage(error, fallback))
}
