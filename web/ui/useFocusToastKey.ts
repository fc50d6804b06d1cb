import { TOAST_KEY } from '../lib/toasts.ts'
import { useKeyDown } from '../lib/useKeyDown.ts'

/** F8 moves the focus to the first button of the toast, from anywhere on the screen. */
export function useFocusToastKey(): void {
  useKeyDown((event) => {
    const button = event.key === TOAST_KEY ? document.querySelector<HTMLElement>('[data-toast] button') : null
    if (!button) return
    event.preventDefault()
    button.focus()
  })
}
