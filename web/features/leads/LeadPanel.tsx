import { ListChecks, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { PrintSelection, PropertyType } from '../../gql/graphql.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useAbilities } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LeadCount } from './LeadCount.tsx'
import { DeleteLead } from './DeleteLead.tsx'
import type { PreviewFormat } from './LeadActions.tsx'
import { LeadActionBar } from './LeadActionBar.tsx'
import { LeadCounters } from './LeadCounters.tsx'
import { LeadFilterBar } from './LeadFilterBar.tsx'
import { ALL } from './leadFilters.ts'
import { LeadGroups } from './LeadGroups.tsx'
import { type LoadedLeads, LeadList } from './LeadList.tsx'
import { RetagDialog } from './RetagDialog.tsx'
import { SelectAllButton } from './SelectAllButton.tsx'
import { usePruneSelection } from './usePruneSelection.ts'
import { useLeadCounters } from './useLeadCounts.ts'
import { useLeadFilters } from './useLeadFilters.ts'
import type { LeadRow } from './leadRanges.ts'
import { useLeadSelection } from './useLeadSelection.ts'

/** The leads to print: a list of ids, or all leads of a tag. */
export interface LeadsToPrint {
  selection: PrintSelection
  tag: PropertyType | null
}

interface LeadPanelProps {
  onPrint: (leads: LeadsToPrint) => void
  onPreview: (lead: LeadRow, format: PreviewFormat) => unknown
}

/** The leads screen except its print dialogs: counts, filters, the list or its sections, and batch actions. */
export function LeadPanel({ onPrint, onPreview }: LeadPanelProps) {
  const { batchPrint, deleteLeads } = useAbilities()
  const phone = useIsPhone()
  const counts = useLeadCounters()
  const { filters, filter, setFilters, typed, setTyped, isFiltered, clear, grouped, setGrouped } = useLeadFilters()
  const selection = useLeadSelection()
  usePruneSelection(selection)
  const [loaded, setLoaded] = useState<LoadedLeads | null>(null)
  const [isRetagging, setIsRetagging] = useState(false)
  const [deleting, setDeleting] = useState<LeadRow | null>(null)
  const [isSearching, setIsSearching] = useState(filters.search !== '')
  const [isSelecting, setIsSelecting] = useState(false)
  const { select } = selection
  const callbacks = useMemo(
    () => ({ onSelect: select, onPreview, onDelete: deleteLeads ? setDeleting : undefined }),
    [select, onPreview, deleteLeads],
  )
  const stopSelecting = () => {
    selection.clear()
    setIsSelecting(false)
  }
  const list = { filter, selection, callbacks, phone, selecting: isSelecting }
  const empty = (
    <EmptyState
      title="No leads found"
      hint={isFiltered ? 'Change the filters, or start from the map.' : 'Leads appear here as soon as one is created.'}
      action={isFiltered && <Button onClick={clear}>Clear filters</Button>}
    />
  )

  return (
    <>
      <header className="mb-4 flex min-h-8 items-center justify-between gap-3">
        <h1 className="text-title">Leads</h1>
        {!phone && (
          <LeadCount
            filter={filter}
            grouped={grouped}
            isFiltered={isFiltered}
            allTotal={counts.counters?.total}
            listTotal={loaded?.total}
          />
        )}
        {phone && (
          <div className="-mr-2 flex items-center">
            <Button
              variant="quiet"
              aria-pressed={isSelecting}
              icon={<ListChecks aria-hidden size={18} />}
              onClick={() => (isSelecting ? stopSelecting() : setIsSelecting(true))}
            >
              {isSelecting ? 'Done' : 'Select'}
            </Button>
            <IconButton
              label={isSearching ? 'Hide search' : 'Search leads'}
              aria-expanded={isSearching}
              icon={<Search aria-hidden size={22} />}
              onClick={() => {
                setTyped('')
                setIsSearching(!isSearching)
              }}
            />
          </div>
        )}
      </header>
      <LeadCounters {...counts} />
      <div className="mt-4">
        <LeadFilterBar
          {...{ filters, typed, isFiltered, grouped, phone, searching: isSearching }}
          onChange={setFilters}
          onType={setTyped}
          onClear={clear}
          onGroup={setGrouped}
        />
      </div>
      {phone && isSelecting && !grouped && loaded && (
        <SelectAllButton filter={filter} list={loaded} selection={selection} />
      )}
      {grouped ? (
        <LeadGroups
          {...list}
          empty={empty}
          onPrint={
            batchPrint ? (tag, ids) => onPrint({ selection: ids ? { leadIds: [...ids] } : { tag }, tag }) : undefined
          }
        />
      ) : (
        <LeadList {...list} label="leads" empty={empty} onLoaded={setLoaded} />
      )}
      <LeadActionBar
        count={selection.ids.size}
        tag={filters.tag === ALL ? null : filters.tag}
        canPrint={batchPrint}
        onRetag={() => setIsRetagging(true)}
        onPrintSelected={() => onPrint({ selection: { leadIds: [...selection.ids] }, tag: null })}
        onPrintTag={(tag) => onPrint({ selection: { tag }, tag })}
        onClear={stopSelecting}
      />
      {isRetagging && (
        <RetagDialog
          ids={[...selection.ids]}
          onDone={() => {
            setIsRetagging(false)
            stopSelecting()
          }}
          onClose={() => setIsRetagging(false)}
        />
      )}
      {deleting && (
        <DeleteLead
          lead={deleting}
          onDone={() => {
            select([deleting.id], false)
            setDeleting(null)
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
