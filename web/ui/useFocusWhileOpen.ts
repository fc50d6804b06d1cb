import { useEffect, useRef } from 'react'

/** Moves the focus to the element when it appears, and back to where it was when it disappears. */
export function useFocusWhileOpen() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const previous = document.activeElement
    const opened = element.current
    opened?.focus({ preventScroll: true })
    return () => {
      const current = document.activeElement
      // The user has moved on to something else.
      if (current && current !== document.body && !opened?.contains(current)) return
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true })
    }
  }, [])
  return element
}
