import { type KeyboardEvent, type MouseEvent, startTransition, useState } from 'react'

/**
 * For a trigger whose popup is loaded when the user opens it first: until `opened` is set, render the trigger alone with
 * `triggerProps`; from then on, render the popup with its trigger, open at first. The trigger stays while the popup is loaded.
 */
export function useFirstOpen(load: () => Promise<unknown>) {
  const [opened, setOpened] = useState<'by keyboard' | 'by pointer' | null>(null)
  const open = (by: NonNullable<typeof opened>) => startTransition(() => setOpened(by))
  // A failure is reported when the popup is rendered.
  const preload = () => void load().catch(() => undefined)
  return {
    opened,
    triggerProps: {
      'aria-expanded': false,
      'data-state': 'closed',
      onPointerEnter: preload,
      onFocus: preload,
      // A click by Enter or Space has no pointer, and its detail is 0.
      onClick: (event: MouseEvent) => open(event.detail === 0 ? 'by keyboard' : 'by pointer'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open('by keyboard')
      },
    } as const,
  }
}
