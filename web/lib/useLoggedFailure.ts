import { useEffect } from 'react'

/** Logs each new error of a read that shows no toast (spec §8). The screen shows it, so it is no error of the program. */
export function useLoggedFailure(error: unknown, message: string): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- spec §8 requires this log line
    if (error) console.info(message, error)
  }, [error, message])
}
