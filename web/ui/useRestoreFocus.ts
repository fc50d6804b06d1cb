import { useRef } from 'react'

/** Restores focus when a dialog without a trigger element closes. `initialFocus` is focused when it opens. */
export function useRestoreFocus(initialFocus: 'field' | 'dialog' = 'field') {
  const previousFocus = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      previousFocus.current = document.activeElement
      if (initialFocus === 'field' && !isTouchDevice()) return
      // Focus in a field would open the on-screen keyboard over the dialog.
      event.preventDefault()
      if (event.target instanceof HTMLElement) event.target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // The user may have put the focus somewhere else since, such as into the search field by its key.
      const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
      if (!isElsewhere && previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
    },
  }
}

const isTouchDevice = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
