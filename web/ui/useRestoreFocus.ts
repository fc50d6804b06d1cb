import { useRef } from 'react'

/** For a dialog opened by state and not by a trigger of its own: focus goes back to where it was before. */
export function useRestoreFocus() {
  const previousFocus = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      previousFocus.current = document.activeElement
      if (!isTouchDevice()) return
      // Focus in a field would bring up the keyboard over what was just opened.
      event.preventDefault()
      if (event.target instanceof HTMLElement) event.target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
    },
  }
}

const isTouchDevice = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
