import type { ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { FilterItems } from './FilterItems.tsx'
import type { MenuFilter } from './filters.ts'

interface FilterSheetProps {
  filter: MenuFilter
  onChoose: (value: string) => void
  onClose: () => void
}

/** Asks for the value of a filter on a phone, where a submenu beside the menu would be cut off. */
export function FilterSheet({ filter, onChoose, onClose }: FilterSheetProps) {
  const choose = (value: string) => {
    onClose()
    onChoose(value)
  }
  const chooseDays = () => {
    onClose()
    filter.chooseDays()
  }
  return (
    <Dialog onClose={onClose} title={filter.label} initialFocus="dialog">
      <ul className="-mx-2.5">
        <FilterItems filter={{ ...filter, chooseDays }} onChoose={choose} Item={SheetItem} />
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
