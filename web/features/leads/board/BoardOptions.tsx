import { Columns3Cog } from 'lucide-react'
import { useState } from 'react'
import type { LeadFilter } from '../../../gql/graphql.ts'
import { lazyPart } from '../../../lib/lazyPart.ts'
import { formatCount } from '../../../lib/numbers.ts'
import type { Selection } from '../../../lists/useSelection.ts'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { LoadedLeads } from '../list/leadRows.ts'
import { useSelectAllLeads } from '../list/leadSelection.tsx'
import { useLeadGroups } from '../useLeadCounts.ts'
import { type CardOrder, cardOrders } from './cardOrders.ts'

const StageDialog = lazyPart(async () => (await import('./StageDialog.tsx')).StageDialog)

const noRows: LoadedLeads['rows'] = []

/** Selects or deselects all leads of the board. The action bar then prints or changes them. */
function SelectAllCards({ filter, selection }: Pick<BoardOptionsProps, 'filter' | 'selection'>) {
  const { groups = [] } = useLeadGroups(filter)
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const { checked, busy, toggle } = useSelectAllLeads(filter, { rows: noRows, total }, selection)
  if (total === 0) return null
  return (
    <Button onClick={toggle} busy={busy} className="whitespace-nowrap">
      {checked === true ? 'Deselect All' : 'Select All'} ({formatCount(total)})
    </Button>
  )
}

interface BoardOptionsProps {
  order: CardOrder
  onOrder: (order: CardOrder) => void
  /** What the board shows. */
  filter: LeadFilter
  selection: Selection
}

/** The order of the cards, a button that selects all of them and, for those who may change them, the stages. */
export function BoardOptions({ order, onOrder, filter, selection }: BoardOptionsProps) {
  const { setLeadStages } = useAbilities()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <span className="text-small whitespace-nowrap text-ink-2 max-md:hidden">Cards by</span>
      <Select variant="filter" label="Cards by" options={cardOrders} value={order} onChange={onOrder} />
      <SelectAllCards filter={filter} selection={selection} />
      {setLeadStages && (
        <Button icon={Columns3Cog} onClick={() => setIsEditing(true)} className="whitespace-nowrap">
          Stages
        </Button>
      )}
      {isEditing && <StageDialog onClose={() => setIsEditing(false)} />}
    </>
  )
}
