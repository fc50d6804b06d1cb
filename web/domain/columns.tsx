import { formatDate } from '../lib/dates.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classNames } from '../ui/classNames.ts'
import type { TableColumn } from '../ui/dataTable/tableColumns.ts'

/** Stands in a cell without a value. */
export const EmptyCell = ({ children = 'None' }: { children?: string }) => (
  <span className="text-ink-3">{children}</span>
)

/** A column of texts, whose hint is the text. `empty` stands where there is none. */
export const textColumn = <Row, Field extends string>(
  column: Omit<TableColumn<Row, Field>, 'cell' | 'title'>,
  textOf: (row: Row) => string | null | undefined,
  empty?: string,
): TableColumn<Row, Field> => ({
  ...column,
  title: (row) => textOf(row) ?? undefined,
  cell: (row) => textOf(row) ?? (empty && <EmptyCell>{empty}</EmptyCell>),
})

/** The column of the tenant, for lists that cover several tenants. */
export const tenantColumn: TableColumn<{ tenantName: string | null }> = textColumn(
  { id: 'tenant', label: 'Tenant', width: 'w-[150px]' },
  ({ tenantName }) => tenantName,
)

/** The day of a row, such as that of its creation. */
export const dayColumn = <Row, Field extends string>(
  column: Omit<TableColumn<Row, Field>, 'cell' | 'width' | 'align'>,
  dayOf: (row: Row) => string,
): TableColumn<Row, Field> => ({
  ...column,
  width: 'w-[116px]',
  align: 'right',
  cell: (row) => <span className="figures text-ink-2">{formatDate(dayOf(row))}</span>,
})

/** The first name, where a column has no room for the whole one. */
export const firstNameOf = (fullName: string): string => fullName.split(' ')[0]!

interface PersonCellProps {
  person: { fullName: string } | null
  /** What is shown of the name. */
  name?: (fullName: string) => string
  nameClassName?: string
  empty: string
}

export const PersonCell = ({ person, name = (full) => full, nameClassName, empty }: PersonCellProps) =>
  person ? (
    <span className="flex items-center gap-2">
      <Avatar name={person.fullName} size={24} />
      <span className={classNames('truncate', nameClassName)}>{name(person.fullName)}</span>
    </span>
  ) : (
    <EmptyCell>{empty}</EmptyCell>
  )
