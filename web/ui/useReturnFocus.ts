import { useRef } from 'react'

/** For a dialog opened by state and not by a trigger of its own: focus goes back to where it was before. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      if (!byTouch()) return
      // Focus in a field would bring up the keyboard over what was just opened.
      event.preventDefault()
      if (event.target instanceof HTMLElement) event.target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

const byTouch = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
