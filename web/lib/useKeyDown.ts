import { useEffect, useEffectEvent } from 'react'

/** Calls `handle` for each key that is pressed anywhere, while it is enabled. */
export function useKeyDown(handle: (event: KeyboardEvent) => void, isEnabled = true): void {
  const handleLatest = useEffectEvent(handle)
  useEffect(() => {
    if (!isEnabled) return
    const listener = (event: KeyboardEvent) => handleLatest(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isEnabled])
}
