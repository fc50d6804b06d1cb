import type { LeadFilter } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/counts.ts'
import { Button } from '../../ui/Button.tsx'
import { useKnownList } from './useLeadCounts.ts'
import { useSelectAll } from './useSelectAll.ts'
import type { LeadSelection } from './useSelection.ts'

/** What the checkbox in the head of the table does, for cards. */
export function SelectAllShown({ filter, selection }: { filter: LeadFilter; selection: LeadSelection }) {
  const list = useKnownList(filter) ?? nothing
  const { checked, busy, toggle } = useSelectAll(filter, list, selection)
  if (list.total === 0) return null
  return (
    <Button className="mb-3 w-full" onClick={toggle} busy={busy}>
      {checked === true ? 'Deselect All' : 'Select All'} ({formatCount(list.total)})
    </Button>
  )
}

const nothing = { rows: [], total: 0 }
