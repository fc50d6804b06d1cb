import type { LeadFilter } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import type { LoadedLeads } from './LeadList.tsx'
import { useSelectAll } from './useSelectAll.ts'
import type { LeadSelection } from './useLeadSelection.ts'

interface SelectAllButtonProps {
  filter: LeadFilter
  list: LoadedLeads
  selection: LeadSelection
}

/** The Select All button of the cards; the table has a checkbox in its header instead. */
export function SelectAllButton({ filter, list, selection }: SelectAllButtonProps) {
  const { checked, busy, toggle } = useSelectAll(filter, list, selection)
  if (list.total === 0) return null
  return (
    <Button className="mb-3 w-full" onClick={toggle} busy={busy}>
      {checked === true ? 'Deselect All' : 'Select All'} ({formatCount(list.total)})
    </Button>
  )
}
