import { Columns3Cog, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { LeadFilter } from '../../../gql/graphql.ts'
import { lazyPart } from '../../../lib/lazyPart.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { useMediaQuery } from '../../../lib/useMediaQuery.ts'
import type { Selection } from '../../../lists/useSelection.ts'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../../../ui/Menu.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { LoadedLeads } from '../list/leadRows.ts'
import { useSelectAllLeads } from '../list/leadSelection.tsx'
import { useLeadGroups } from '../useLeadCounts.ts'
import { type CardOrder, cardOrders } from './cardOrders.ts'

const StageDialog = lazyPart(async () => (await import('./StageDialog.tsx')).StageDialog)

const noRows: LoadedLeads['rows'] = []

/** Selects or deselects all leads of the board. The action bar then prints or changes them. Null while the board has none. */
function useSelectAllCards({ filter, selection }: Pick<BoardOptionsProps, 'filter' | 'selection'>) {
  const { groups = [] } = useLeadGroups(filter)
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const { checked, busy, toggle } = useSelectAllLeads(filter, { rows: noRows, total }, selection)
  if (total === 0) return null
  return { busy, toggle, label: `${checked === true ? 'Deselect All' : 'Select All'} (${formatCount(total)})` }
}

interface BoardOptionsProps {
  order: CardOrder
  onOrder: (order: CardOrder) => void
  /** What the board shows. */
  filter: LeadFilter
  selection: Selection
}

/**
 * The order of the cards, what selects all of them and, for those who may change them, the stages. Where they would take a second line,
 * they are in a menu.
 */
export function BoardOptions({ order, onOrder, filter, selection }: BoardOptionsProps) {
  const { setLeadStages } = useAbilities()
  const isWide = useMediaQuery('(min-width: 1360px)')
  const [isEditing, setIsEditing] = useState(false)
  const selectAll = useSelectAllCards({ filter, selection })
  return (
    <>
      {isWide ? (
        <>
          <span className="text-small whitespace-nowrap text-ink-2">Cards by</span>
          <Select variant="filter" label="Cards by" options={cardOrders} value={order} onChange={onOrder} />
          {selectAll && (
            <Button onClick={selectAll.toggle} busy={selectAll.busy} className="whitespace-nowrap">
              {selectAll.label}
            </Button>
          )}
          {setLeadStages && (
            <Button icon={Columns3Cog} onClick={() => setIsEditing(true)} className="whitespace-nowrap">
              Stages
            </Button>
          )}
        </>
      ) : (
        <Menu
          align="end"
          trigger={
            <Button icon={Settings2} className="whitespace-nowrap max-md:min-h-11! max-md:rounded-full">
              Cards
            </Button>
          }
        >
          <MenuLabel>Cards by</MenuLabel>
          <MenuRadioGroup options={cardOrders} value={order} onChange={onOrder} />
          <MenuSeparator />
          {selectAll && <MenuItem onSelect={selectAll.toggle}>{selectAll.label}</MenuItem>}
          {setLeadStages && (
            <MenuItem icon={<Columns3Cog aria-hidden size={16} />} onSelect={() => setIsEditing(true)}>
              Stages
            </MenuItem>
          )}
        </Menu>
      )}
      {isEditing && <StageDialog onClose={() => setIsEditing(false)} />}
    </>
  )
}
