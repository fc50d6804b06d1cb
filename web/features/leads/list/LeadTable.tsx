import { type ComponentProps, useMemo } from 'react'
import { streetOf } from '../../../domain/streetOf.ts'
import type { LeadOrderField } from '../../../gql/graphql.ts'
import type { Order } from '../../../lib/urlOrder.ts'
import { ListColumns, ListTable } from '../../../lists/ListTable.tsx'
import { useMe } from '../../../session/person/MeProvider.tsx'
import { leadColumnsOf } from './leadColumns.tsx'
import { leadList, type LeadRows } from '../leadList.ts'
import type { LeadRowsProps, RowCallbacks } from './leadRows.ts'

interface LeadTableProps extends LeadRowsProps {
  list: LeadRows
  selectAll: { checked: boolean | 'mixed'; busy: boolean; toggle: () => void }
  order: Order<LeadOrderField>
  onSort: (field: LeadOrderField) => void
  /** Shown instead of rows if there are none. */
  empty: ComponentProps<typeof ListTable>['empty']
}

/** The leads as a table. */
export function LeadTable({ list, selectAll, grouped, label, selected, callbacks, ...table }: LeadTableProps) {
  const withTenant = !useMe().tenant
  const columns = useMemo(() => leadColumnsOf({ grouped, withTenant }, callbacks), [grouped, withTenant, callbacks])
  return (
    <ListTable
      {...table}
      {...{ label, columns }}
      list={leadList}
      rows={list}
      selection={{
        keys: selected,
        onSelect: callbacks.onSelect,
        all: selectAll,
        nameOf: ({ address }) => streetOf(address),
      }}
      kind="lead"
      onOpen={callbacks.onOpen}
      loadsOnScroll={!grouped}
      isMain={!grouped}
    />
  )
}

const doNothing = () => undefined
/** The menu shows only the names of the columns. */
const noCallbacks: RowCallbacks = {
  onOpen: doNothing,
  onSelect: doNothing,
  onStatus: doNothing,
  onAssign: undefined,
  onPreview: doNothing,
  onDelete: undefined,
}

/** The menu that shows and hides the columns of the leads. */
export const LeadColumnMenu = () => (
  <ListColumns list={leadList} columns={leadColumnsOf({ grouped: false, withTenant: !useMe().tenant }, noCallbacks)} />
)
