import { Checkbox } from '../Checkbox.tsx'
import { classNames } from '../classNames.ts'
import { SortableHeader } from '../SortableHeader.tsx'
import { headClasses } from '../Table.tsx'
import type { TableColumn, TableOrder, TableSelection } from './tableColumns.ts'

interface DataTableHeadProps<Row, Field extends string> {
  label: string
  columns: readonly TableColumn<Row, Field>[]
  order: TableOrder<Field> | null
  onSort: ((field: Field) => void) | undefined
  selection: TableSelection<Row> | undefined
}

/** Stays in view while the rows scroll. */
const stickyClasses = 'sticky top-0 z-2 border-b border-line bg-surface first:rounded-tl-card last:rounded-tr-card'

export function DataTableHead<Row, Field extends string>({
  label,
  columns,
  order,
  onSort,
  selection,
}: DataTableHeadProps<Row, Field>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={classNames(stickyClasses, 'pl-3! text-left')}>
            <Checkbox
              label={`Select All ${label}`}
              checked={selection.all.checked}
              disabled={selection.all.busy}
              onChange={selection.all.toggle}
            />
          </th>
        )}
        {columns.map(({ id, label: title, field, visibility, align }) => {
          const className = classNames(stickyClasses, visibility)
          if (!field || !onSort)
            return (
              <th
                key={id}
                scope="col"
                className={classNames(headClasses, className, align === 'right' && 'text-right!')}
              >
                {title}
              </th>
            )
          const direction = order?.direction === 'DESC' ? 'descending' : 'ascending'
          return (
            <SortableHeader
              key={id}
              label={title}
              align={align ?? 'left'}
              sorted={order?.field === field ? direction : null}
              onSort={() => onSort(field)}
              className={className}
            />
          )
        })}
      </tr>
    </thead>
  )
}
