import { errorCode, errorMessage } from '../lib/errors.ts'
import { toastError, type ToastOptions } from '../lib/toasts.ts'

/**
 * Tells of a failure in exactly these words. One that ended the session has been told of already; that mock data is on
 * is the reason of everything that fails meanwhile, and said once.
 */
export function toastFailure(error: unknown, message: string, ...options: [ToastOptions?]): void {
  const code = errorCode(error)
  if (code === 'MOCK_DATA') toastError(errorMessage(error), { id: 'mock-data' })
  else if (code !== 'UNAUTHENTICATED') toastError(message, ...options)
}

/** Tells of a failure in exactly these words, with the server's beneath them where it spoke to the user. */
export function toastFailureWithReason(error: unknown, message: string): void {
  const detail = errorMessage(error, '')
  if (detail) toastFailure(error, message, { detail })
  else toastFailure(error, message)
}

/** Tells of a failure in the server's words where it spoke to the user, else in these. */
export function toastReason(error: unknown, fallback: string): void {
  toastFailure(error, errorMessage(error, fallback))
}
