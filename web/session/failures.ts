import { errorCode, errorMessage } from '../lib/errors.ts'
import { toastError } from '../lib/toasts.ts'

/** Tells of a failure in exactly these words. One that ended the session has been told of already. */
export function tellFailure(error: unknown, words: string): void {
  if (errorCode(error) !== 'UNAUTHENTICATED') toastError(words)
}

/** Tells of a failure in the server's words where it spoke to the user, else in these. */
export function tellReason(error: unknown, fallback: string): void {
  tellFailure(error, errorMessage(error, fallback))
}
