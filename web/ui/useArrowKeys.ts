import { useKeyDown } from '../lib/useKeyDown.ts'

/** Fields, menus and dialogs use the arrow keys themselves. */
const OWNERS = 'input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog]:not([data-drawer])'

/** Calls a function for the up and down arrow keys, unless the focused element uses them. */
export function useArrowKeys({ onUp, onDown }: { onUp: () => void; onDown: () => void }): void {
  useKeyDown((event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const isOwned = event.target instanceof Element && event.target.closest(OWNERS)
    const run = { ArrowUp: onUp, ArrowDown: onDown }[event.key]
    if (!run || hasModifier || isOwned || event.defaultPrevented) return
    event.preventDefault()
    run()
  })
}
