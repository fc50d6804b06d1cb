import { useCombobox } from 'downshift'
import { type KeyboardEvent, useState } from 'react'
import { hasCommandKey } from '../../lib/shortcuts.ts'
import type { QuickFindItem } from './quickFindItems.ts'

interface ComboboxOptions {
  items: readonly QuickFindItem[]
  text: string
  onTextChange: (text: string) => void
  onChoose: (item: QuickFindItem) => void
  /** Ctrl+Enter. */
  onShowOnMap: (item: QuickFindItem) => void
}

/**
 * The field with the list that is always open. One item is always chosen: the first, or the one that the arrow keys, Home, End
 * or the pointer reached, also when other items arrive around it.
 */
export function useQuickFindCombobox({ items, text, onTextChange, onChoose, onShowOnMap }: ComboboxOptions) {
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const chosenIndex = Math.max(
    0,
    items.findIndex(({ key }) => key === chosenKey),
  )
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<QuickFindItem>({
    items: [...items],
    isOpen: true,
    selectedItem: null,
    inputValue: text,
    highlightedIndex: chosenIndex,
    itemToString: () => text,
    itemToKey: (item) => item?.key,
    onHighlightedIndexChange: ({ highlightedIndex }) => setChosenKey(items[highlightedIndex]?.key ?? null),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputKeyDownEscape, MenuMouseLeave, InputChange } = useCombobox.stateChangeTypes
      // Leaving the field chooses nothing, and the dialog handles Esc.
      if (type === InputBlur || type === InputKeyDownEscape || type === MenuMouseLeave) return state
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      return changes
    },
  })
  const inputProps = getInputProps({
    'aria-label': 'Quick find',
    'aria-labelledby': undefined,
    // Not from the combobox's state, which lags behind fast typing.
    onChange: (event) => {
      onTextChange((event.target as HTMLInputElement).value)
      setChosenKey(null)
    },
    onKeyDown: (event: KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }) => {
      const next = hasCommandKey(event) ? undefined : indexAfter(event.key, chosenIndex, items.length)
      if (next === undefined && (event.key !== 'Enter' || !hasCommandKey(event))) return
      event.preventDefault()
      event.nativeEvent.preventDownshiftDefault = true
      // Not in the combobox's effect: an Enter that follows at once would open the item before.
      if (next !== undefined) return setChosenKey(items[next]?.key ?? null)
      const chosen = items[chosenIndex]
      if (chosen) onShowOnMap(chosen)
    },
  })
  return {
    inputProps,
    menuProps: getMenuProps(
      { 'aria-label': 'Results', 'aria-labelledby': undefined },
      // The dialog's portal renders the list later.
      { suppressRefError: true },
    ),
    itemProps: (item: QuickFindItem) => getItemProps({ item, index: items.indexOf(item) }),
    chosen: items[chosenIndex],
  }
}

/** The index that a key leads to; undefined for a key that does not move. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
