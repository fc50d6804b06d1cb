import { type ReactNode, useMemo } from 'react'
import { streetOf } from '../../domain/streetOf.ts'
import type { PropertyFilter, PropertyOrderField } from '../../gql/graphql.ts'
import { AssignMenu } from '../../domain/AssignMenu.tsx'
import { formatCount } from '../../lib/numbers.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { NextPageFailure, useLatest, useRowSequence } from '../../lists/ListBody.tsx'
import { ListColumns, ListTable } from '../../lists/ListTable.tsx'
import type { Selection } from '../../lists/useSelection.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import { propertyColumns } from './propertyColumns.tsx'
import { propertyList, type PropertyRows } from './propertyList.ts'
import { useAssignProperties } from './useAssignProperties.ts'

interface PropertyTableProps {
  rows: PropertyRows
  filter: PropertyFilter
  order: Order<PropertyOrderField>
  onSort: (field: PropertyOrderField) => void
  onEdit: (id: string) => void
  onDeleted: (id: string) => void
  empty: ReactNode
  selection: Selection
}

/** The menu that shows and hides the columns of the table. */
export const PropertyColumnMenu = () => (
  <ListColumns
    list={propertyList}
    columns={propertyColumns({ onEdit: () => undefined, onDeleted: undefined }, !useMe().tenant)}
  />
)

/** The properties as a table, with what can be done with several of them. A row opens the property beside it. */
export function PropertyTable({ rows, filter, onEdit, onDeleted, selection, ...table }: PropertyTableProps) {
  const { assignLeads, deleteProperties } = useAbilities()
  const { tenant } = useMe()
  const latest = useLatest({ onEdit, onDeleted })
  const columns = useMemo(
    () =>
      propertyColumns(
        {
          onEdit: (id) => latest.current.onEdit(id),
          onDeleted: deleteProperties ? (id) => latest.current.onDeleted(id) : undefined,
        },
        !tenant,
      ),
    [latest, deleteProperties, tenant],
  )
  const { assign, ...selecting } = useAssignProperties({ ...rows, filter }, selection)
  useRowSequence(propertyList, rows, 'property')
  const canAssign = assignLeads && tenant !== null
  return (
    <>
      <Card>
        <ListTable
          {...table}
          {...{ rows, columns }}
          list={propertyList}
          {...(canAssign
            ? {
                selection: {
                  keys: selection.ids,
                  ...selecting,
                  nameOf: ({ address }: PropertyRows['rows'][number]) => streetOf(address),
                },
              }
            : {})}
          kind="property"
          onOpen={useOpenRecord().openProperty}
          loadsOnScroll
        />
      </Card>
      <NextPageFailure list={propertyList} rows={rows} />
      {canAssign && selection.ids.size > 0 && (
        <SelectionBar
          label="Selected properties"
          text={`${formatCount(selection.ids.size)} selected`}
          onClear={selection.clear}
        >
          <AssignMenu onAssign={(userId) => void assign(userId)} />
        </SelectionBar>
      )}
    </>
  )
}

/** The address up to the first comma. */
