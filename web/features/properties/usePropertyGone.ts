import { useCallback } from 'react'
import { toastSuccess } from '../../lib/toasts.ts'

/** Says that a property does not exist anymore, and closes it. The toast is shown once, because several parts may find that out. */
export function usePropertyGone(close: () => void): () => void {
  return useCallback(() => {
    toastSuccess('Property removed from list', { id: 'property-gone' })
    close()
  }, [close])
}
