import type { RefObject } from 'react'
import { useKeyDown } from '../../lib/useKeyDown.ts'

/** These use the keys themselves. */
const OWNERS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog]:not([data-drawer])'
const CONTROLS = 'a, button, input, summary'

interface RowKeys {
  table: RefObject<HTMLElement | null>
  keys: readonly string[]
  /** The row that the keys act on. */
  active: string | null
  onActive: (key: string) => void
  /** Whether a drawer shows the active row: it then has the arrow keys. */
  isOpen: boolean
  selected: ReadonlySet<string>
  /** Selects or deselects the row; with `isRange` all rows from the last one. Undefined without a selection. */
  onSelect: ((key: string, selected: boolean, isRange: boolean) => void) | undefined
  onOpen: ((key: string) => void) | undefined
  /** Whether the keys also work while the focus is outside of the table. */
  isMain: boolean
}

/** The keys of every table, for the help on shortcuts. */
export const tableShortcuts = {
  title: 'Lists',
  shortcuts: [
    { keys: ['↑', '↓'], label: 'Move to the previous or next row' },
    { keys: ['Shift', '↑ ↓'], label: 'Extend the selection' },
    { keys: ['Space', 'x'], label: 'Select the row' },
    { keys: ['b'], label: 'Go to the actions on the selected rows' },
    { keys: ['Enter'], label: 'Open the row' },
    { keys: ['Esc'], label: 'Close the open row, or clear the selection' },
    { keys: ['/'], label: 'Search the list' },
  ],
}

/** The keys of a table: `tableShortcuts` lists them. */
export function useRowKeys({
  table,
  keys,
  active,
  onActive,
  isOpen,
  selected,
  onSelect,
  onOpen,
  isMain,
}: RowKeys): void {
  const move = (step: number, isRange: boolean) => {
    const at = active === null ? -1 : keys.indexOf(active)
    const next = keys[at < 0 ? 0 : Math.min(Math.max(at + step, 0), keys.length - 1)]
    if (next === undefined) return
    onActive(next)
    if (!isRange) return
    if (active !== null && !selected.has(active)) onSelect?.(active, true, false)
    onSelect?.(next, true, true)
  }
  useKeyDown((event) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
    if (target.closest(OWNERS)) return
    const isInside = table.current?.contains(target) ?? false
    if (!isInside && (!isMain || document.querySelector('[role=dialog]:not([data-drawer])'))) return
    const isOnControl = target.closest(CONTROLS) !== null
    const done = () => event.preventDefault()
    if (event.key === '/' && isMain) {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (!field) return
      done()
      field.focus()
      field.select()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if ((isOpen && !event.shiftKey) || (!isInside && isOnControl)) return
      done()
      move(event.key === 'ArrowDown' ? 1 : -1, event.shiftKey)
    } else if (active === null) {
      return
    } else if (event.key === 'x' || event.key === 'X' || (event.key === ' ' && !isOnControl)) {
      if (!onSelect) return
      done()
      onSelect(active, event.shiftKey || !selected.has(active), event.shiftKey)
    } else if (event.key === 'Enter' && !isOnControl && !isOpen) {
      if (!onOpen) return
      done()
      onOpen(active)
    }
  })
}
