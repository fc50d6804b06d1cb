import { useEffect } from 'react'
import { TOAST_KEY } from '../lib/toasts.ts'

/** F8 moves the focus to the first button of the toast, from anywhere on the screen. */
export function useFocusToastKey(): void {
  useEffect(() => {
    const focusToast = (event: KeyboardEvent) => {
      const button = event.key === TOAST_KEY ? document.querySelector<HTMLElement>('[data-toast] button') : null
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    addEventListener('keydown', focusToast)
    return () => removeEventListener('keydown', focusToast)
  }, [])
}
