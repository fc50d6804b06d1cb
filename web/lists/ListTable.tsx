import { type ComponentProps, useCallback } from 'react'
import { type RecordKind, useOpenedRecord } from '../session/records.tsx'
import { useMe } from '../session/person/MeProvider.tsx'
import { ColumnMenu } from '../ui/dataTable/ColumnMenu.tsx'
import { DataTable } from '../ui/dataTable/DataTable.tsx'
import { type AnyRows, type Declared, type ScrolledRows, useLatest, useScrolling } from './ListBody.tsx'

interface ListTableProps<Row, Field extends string> extends Omit<
  ComponentProps<typeof DataTable<Row, Field>>,
  'label' | 'columnsKey' | 'rows' | 'keyOf' | 'total' | 'isLoading' | 'openKey' | 'onRowsRendered'
> {
  list: { feature: Declared['feature']; keyOf: (row: Row) => string }
  rows: ScrolledRows & Pick<AnyRows, 'total' | 'isLoaded'> & { rows: readonly Row[] }
  /** By default the name of the feature. */
  label?: string
  /** What a row opens. */
  kind?: RecordKind
  /** Loads the next page when the user scrolls to the end. */
  loadsOnScroll?: boolean
}

/** A list as a table. */
export function ListTable<Row, Field extends string>({
  list,
  rows,
  label = list.feature,
  kind,
  onOpen,
  loadsOnScroll = false,
  ...table
}: ListTableProps<Row, Field>) {
  const opened = useOpenedRecord()
  const open = useLatest(onOpen)
  const openLatest = useCallback((key: string) => open.current?.(key), [open])
  const { total } = rows
  return (
    <DataTable
      {...table}
      {...{ label, total }}
      {...(onOpen ? { onOpen: openLatest } : {})}
      columnsKey={useColumnsKey(list.feature)}
      rows={rows.rows}
      keyOf={list.keyOf}
      openKey={kind && opened?.kind === kind ? opened.id : null}
      onRowsRendered={useScrolling(rows, loadsOnScroll)}
      isLoading={!rows.isLoaded}
    />
  )
}

/** The menu that shows and hides the columns of a table. */
export function ListColumns({
  list,
  columns,
}: { list: Pick<Declared, 'feature'> } & Pick<ComponentProps<typeof ColumnMenu>, 'columns'>) {
  return <ColumnMenu columns={columns} storageKey={useColumnsKey(list.feature)} />
}

/** Where this browser keeps which columns of a list the user has chosen. */
const useColumnsKey = (list: string): string => `columns:${list}:${useMe().id}`
