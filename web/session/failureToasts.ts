import { useEffect } from 'react'
import { errorCode, errorMessage } from '../lib/errors.ts'
import { isTimeout, TIMEOUT_MESSAGE } from '../lib/timeout.ts'
import { toastError, type ToastOptions, toastSuccess } from '../lib/toasts.ts'

/**
 * Shows an error toast with this message. Not after the end of a session, which has its own toast, nor after the
 * user did not want to confirm the password. With mock data,
 * shows that as the reason, once for all failures.
 */
export function toastFailure(error: unknown, message: string, ...options: [ToastOptions?]): void {
  const code = errorCode(error)
  // Says what to do after a timeout, unless the message does.
  if (isTimeout(error) && message !== TIMEOUT_MESSAGE) {
    toastError(message, { detail: TIMEOUT_MESSAGE, ...options[0] })
    return
  }
  if (code === 'MOCK_DATA') toastError(errorMessage(error), { id: 'mock-data' })
  else if (code !== 'UNAUTHENTICATED' && code !== 'PASSWORD_REQUIRED') toastError(message, ...options)
}

/** Shows an error toast with this message, and below it the server's message if that is meant for users. */
export function toastFailureWithReason(error: unknown, message: string): void {
  const detail = errorMessage(error, '')
  if (detail) toastFailure(error, message, { detail })
  else toastFailure(error, message)
}

/** Shows an error toast with the server's message if it is meant for users, otherwise with this one. */
export function toastReason(error: unknown, fallback: string): void {
  toastFailure(error, errorMessage(error, fallback))
}

/** Waits for a mutation and shows a toast with its outcome. Resolves to whether it succeeded. */
export async function toastOutcome(
  mutation: Promise<unknown>,
  success: string,
  failure: string,
  showFailure: (error: unknown, message: string) => void = toastReason,
  ...options: [ToastOptions?]
): Promise<boolean> {
  try {
    await mutation
    toastSuccess(success, ...options)
    return true
  } catch (error) {
    showFailure(error, failure)
    return false
  }
}

/** Shows `toastFailure` for every new error of a query. */
export function useFailureToast(error: unknown, message: string, id?: string): void {
  useEffect(() => {
    if (error) toastFailure(error, message, ...(id ? [{ id }] : []))
  }, [error, message, id])
}
