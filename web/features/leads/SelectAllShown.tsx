import type { LeadFilter } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/counts.ts'
import { Button } from '../../ui/Button.tsx'
import type { KnownLeads } from './LeadList.tsx'
import { useSelectAll } from './useSelectAll.ts'
import type { LeadSelection } from './useSelection.ts'

interface SelectAllShownProps {
  filter: LeadFilter
  list: KnownLeads
  selection: LeadSelection
}

/** What the checkbox in the head of the table does, for cards. */
export function SelectAllShown({ filter, list, selection }: SelectAllShownProps) {
  const { checked, busy, toggle } = useSelectAll(filter, list, selection)
  if (list.total === 0) return null
  return (
    <Button className="mb-3 w-full" onClick={toggle} busy={busy}>
      {checked === true ? 'Deselect All' : 'Select All'} ({formatCount(list.total)})
    </Button>
  )
}
