import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { FilterItems, type ListFilter } from './FilterItems.tsx'

interface FilterSheetProps {
  filter: ListFilter
  onChoose: (value: string) => void
  onClose: () => void
}

/** Asks for the value of a filter on a phone, where a submenu beside the menu would be cut off. */
export function FilterSheet({ filter, onChoose, onClose }: FilterSheetProps) {
  const { custom } = filter
  const choose = (value: string) => {
    onClose()
    onChoose(value)
  }
  const chooseCustom = custom && {
    ...custom,
    onSelect: () => {
      onClose()
      custom.onSelect()
    },
  }
  return (
    <Dialog open onClose={onClose} title={filter.label} initialFocus="dialog">
      <ul className="-mx-2.5">
        <FilterItems filter={{ ...filter, custom: chooseCustom }} onChoose={choose} Item={SheetItem} />
      </ul>
    </Dialog>
  )
}

interface SheetItemProps {
  onSelect: () => void
  disabled?: boolean
  children: ReactNode
}

const SheetItem = ({ onSelect, disabled = false, children }: SheetItemProps) => (
  <li>
    <button
      type="button"
      disabled={disabled}
      onClick={onSelect}
      className="flex h-12 w-full min-w-0 items-center rounded-button px-2.5 text-left text-body -outline-offset-2 hover:bg-sunken disabled:text-ink-3"
    >
      {children}
    </button>
  </li>
)
