import { Check, List, ListChecks, Search, SquareKanban, Table2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { MenuButton, useAppMenu } from '../../../ui/AppMenu.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import type { LeadFilter } from '../../../gql/graphql.ts'
import { pluralize } from '../../../lib/numbers.ts'
import { describeCount } from '../../../lists/ListTools.tsx'
import { leadList } from '../leadList.ts'
import { useGroupTotals } from '../useLeadCounts.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'

interface LeadHeaderProps {
  phone: boolean
  count: ComponentProps<typeof LeadCount>
  actions: ReactNode
  isBoard: boolean
  onBoard: (board: boolean) => void
  isSelecting: boolean
  onSelecting: (selecting: boolean) => void
  isSearching: boolean
  onSearching: (searching: boolean) => void
}

/** The title of the leads screen with the number of leads; on a phone the only header, of 56 px, with the menu. */
export function LeadHeader({ phone, count, actions, isBoard, onBoard, ...phoneProps }: LeadHeaderProps) {
  if (phone) return <PhoneHeader {...phoneProps} {...{ isBoard, onBoard }} />
  return (
    <PageHeader title="Leads" count={<LeadCount {...count} />}>
      <SegmentedControl
        label="Show as"
        options={displays}
        value={isBoard ? 'board' : 'table'}
        onChange={(next) => onBoard(next === 'board')}
      />
      {actions}
    </PageHeader>
  )
}

const displays = [
  { value: 'table', label: 'Table', icon: <Table2 aria-hidden size={15} /> },
  { value: 'board', label: 'Board', icon: <SquareKanban aria-hidden size={15} /> },
] as const

function PhoneHeader({
  isBoard,
  onBoard,
  isSelecting,
  onSelecting,
  isSearching,
  onSearching,
}: Omit<LeadHeaderProps, 'phone' | 'count' | 'actions'>) {
  const { note } = useAppMenu()
  return (
    <header className="-mx-4 -mt-4 flex h-14 items-center border-b border-line bg-surface px-1">
      <MenuButton />
      <h1 className="mr-auto text-dialog">Leads</h1>
      {note}
      {!isBoard && (
        <IconButton
          label={isSelecting ? 'Done' : 'Select'}
          aria-pressed={isSelecting}
          icon={isSelecting ? Check : ListChecks}
          iconSize={22}
          onClick={() => onSelecting(!isSelecting)}
        />
      )}
      <IconButton
        label={isBoard ? 'Show the list' : 'Show the board'}
        icon={isBoard ? List : SquareKanban}
        iconSize={22}
        onClick={() => onBoard(!isBoard)}
      />
      <IconButton
        label={isSearching ? 'Hide search' : 'Search leads'}
        aria-expanded={isSearching}
        icon={Search}
        iconSize={22}
        onClick={() => onSearching(!isSearching)}
      />
    </header>
  )
}

interface LeadCountProps {
  filter: LeadFilter
  grouped: boolean
  isFiltered: boolean
  allTotal: number | undefined
  /** The number of leads on all pages; undefined until it is loaded. */
  listTotal: number | undefined
}

/** '112 of 389 leads', '389 leads in 9 tags'. */
function LeadCount({ filter, grouped, isFiltered, allTotal, listTotal }: LeadCountProps) {
  const groups = useGroupTotals(filter)
  const total = grouped ? groups?.total : listTotal
  // The tab of all leads has their number.
  if (total === undefined || (!isFiltered && !grouped)) return null
  return (
    <p role="status" className="text-small text-ink-2">
      {describeCount(leadList.names, total, isFiltered ? allTotal : undefined)}
      {grouped && groups && ` in ${pluralize(groups.tags, 'tag')}`}
    </p>
  )
}
