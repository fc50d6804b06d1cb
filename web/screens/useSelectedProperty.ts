import { useCallback, useEffect, useEffectEvent } from 'react'
import { useProperty } from '../features/properties/useProperty.ts'
import { usePropertyGone } from '../features/properties/usePropertyGone.ts'
import { toastFailure } from '../session/failureToasts.ts'

interface SelectedPropertyOptions {
  phone: boolean
  /** How many changes by others there have been. The details are read again after each. */
  changes: number
  /** Whether another query has read the details since the last of these changes. */
  isFresh: boolean
  /** The property does not exist anymore. */
  onGone: () => void
}

/** The details of the property that is selected on the map. Shows a toast if it was deleted or cannot be read. */
export function useSelectedProperty(
  id: string | undefined,
  { phone, changes, isFresh, onGone }: SelectedPropertyOptions,
) {
  const handleGone = usePropertyGone(onGone)
  const handleReadError = useCallback(
    (error: unknown) => {
      // Without a connection the sheet shows the marker's data, so no toast is needed.
      if (phone && !navigator.onLine) return
      toastFailure(error, 'Failed to fetch properties')
    },
    [phone],
  )
  const { property, refresh } = useProperty(id, { isFresh, onGone: handleGone, onFailed: handleReadError })
  const handleChange = useEffectEvent(refresh)
  useEffect(() => {
    if (changes > 0) handleChange()
  }, [changes])
  return { property, refresh, handleGone }
}
