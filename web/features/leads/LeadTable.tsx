import { type ReactNode, useMemo } from 'react'
import type { LeadOrder, LeadOrderField } from '../../gql/graphql.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { useOpenedRecord } from '../../session/records.tsx'
import { useColumnsKey } from '../../session/useColumnsKey.ts'
import { DataTable } from '../../ui/dataTable/DataTable.tsx'
import { leadColumnsOf } from './leadColumns.tsx'
import type { LeadRow } from './leadRanges.ts'
import type { LeadRowsProps } from './leadRows.ts'
import { streetOf } from './leadText.ts'

interface LeadTableProps extends LeadRowsProps {
  /** The number of leads on all pages. */
  total: number
  selectAll: { checked: boolean | 'mixed'; busy: boolean; toggle: () => void }
  order: Required<LeadOrder>
  onSort: (field: LeadOrderField) => void
  isLoading: boolean
  /** Shown instead of rows if there are none. */
  empty: ReactNode
}

/** The leads as a table. */
export function LeadTable({
  rows,
  total,
  selectAll,
  order,
  onSort,
  grouped,
  label,
  selected,
  callbacks,
  ...rest
}: LeadTableProps) {
  const withTenant = !useMe().tenant
  const columns = useMemo(() => leadColumnsOf({ grouped, withTenant }, callbacks), [grouped, withTenant, callbacks])
  const opened = useOpenedRecord()
  return (
    <DataTable
      {...rest}
      {...{ label, columns, rows, total, order, onSort }}
      columnsKey={useColumnsKey('leads')}
      keyOf={idOf}
      selection={{ keys: selected, onSelect: callbacks.onSelect, all: selectAll, nameOf: streetOf }}
      openKey={opened?.kind === 'lead' ? opened.id : null}
      onOpen={callbacks.onOpen}
      isMain={!grouped}
    />
  )
}

const idOf = ({ id }: LeadRow) => id
