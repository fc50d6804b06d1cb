import { Columns3, RotateCcw } from 'lucide-react'
import { IconButton } from '../IconButton.tsx'
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '../Menu.tsx'
import { useColumnChoice } from './hiddenColumns.ts'
import type { TableColumn } from './tableColumns.ts'

interface ColumnMenuProps {
  columns: readonly Pick<TableColumn<never>, 'id' | 'label' | 'isFixed' | 'isHiddenAtFirst'>[]
  storageKey: string
}

/** A menu that shows and hides the columns of a table, and brings back those of the beginning. */
export function ColumnMenu({ columns, storageKey }: ColumnMenuProps) {
  const { isShown, toggle, reset } = useColumnChoice(storageKey)
  return (
    <Menu align="end" trigger={<IconButton variant="secondary" label="Columns" icon={Columns3} />}>
      {columns
        .filter(({ isFixed }) => !isFixed)
        .map((column) => (
          <MenuCheckboxItem key={column.id} checked={isShown(column)} onChange={() => toggle(column.id)}>
            {column.label}
          </MenuCheckboxItem>
        ))}
      {reset && (
        <>
          <MenuSeparator />
          <MenuItem icon={<RotateCcw aria-hidden size={16} />} onSelect={reset}>
            Reset
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
