import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PrintSelection, PropertyType } from '../../gql/graphql.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useAbilities } from '../../session/MeProvider.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { PreviewFormat } from './LeadActions.tsx'
import { LeadCounters } from './LeadCounters.tsx'
import { LeadFilterBar } from './LeadFilterBar.tsx'
import { LeadHeader } from './LeadHeader.tsx'
import { ALL } from './leadFilters.ts'
import { type LoadedLeads, LeadList } from './LeadList.tsx'
import { SelectAllButton } from './SelectAllButton.tsx'
import { usePruneSelection } from './usePruneSelection.ts'
import { useGroupTotals, useLeadCounters } from './useLeadCounts.ts'
import { useLeadFilters } from './useLeadFilters.ts'
import type { LeadRow } from './leadRanges.ts'
import { useFilteredIds } from './useFilteredIds.ts'
import { useLeadSelection } from './useLeadSelection.ts'
import { useSetStatus } from './useSetStatus.ts'

// Loaded when they are wanted.
const RetagDialog = lazyNamed(async () => (await import('./RetagDialog.tsx')).RetagDialog)
const LeadGroups = lazyNamed(async () => (await import('./LeadGroups.tsx')).LeadGroups)
const LeadActionBar = lazyNamed(async () => (await import('./LeadActionBar.tsx')).LeadActionBar)
const DeleteLead = lazyNamed(async () => (await import('./DeleteLead.tsx')).DeleteLead)

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
  const { filters, filter, orderBy, sortBy, setFilters, typed, setTyped, isFiltered, clear, grouped, setGrouped } =
    useLeadFilters()
  const selection = useLeadSelection()
  usePruneSelection(selection)
  const [loaded, setLoaded] = useState<LoadedLeads | null>(null)
  const [isRetagging, setIsRetagging] = useState(false)
  const [deleting, setDeleting] = useState<LeadRow | null>(null)
  const [isSearching, setIsSearching] = useState(filters.search !== '')
  const [isSelecting, setIsSelecting] = useState(false)
  const onOpen = useStableOpen()
  const fetchIds = useFilteredIds()
  const groups = useGroupTotals(filter)
  const total = grouped ? groups?.total : loaded?.total
  const { select } = selection
  const callbacks = useMemo(
    () => ({ onOpen, onSelect: select, onPreview, onDelete: deleteLeads ? setDeleting : undefined }),
    [onOpen, select, onPreview, deleteLeads],
  )
  const stopSelecting = () => {
    selection.clear()
    setIsSelecting(false)
  }
  const setStatus = useSetStatus(stopSelecting)
  const foundTag = filters.tag === ALL || !total ? null : filters.tag
  /** Prints exactly the leads of the list, all of which have the tag. */
  const printTag = async (tag: PropertyType) => {
    if (Object.keys(filter).length === 1) return onPrint({ selection: { tag }, tag })
    const leadIds = await fetchIds(filter, total ?? 0)
    if (leadIds) onPrint({ selection: { leadIds: [...leadIds] }, tag })
  }
  const list = { filter, orderBy, onSort: sortBy, selection, callbacks, phone, selecting: isSelecting }
  const empty = (
    <EmptyState
      title="No leads found"
      hint={isFiltered ? 'Change the filters, or start from the map.' : 'Leads appear here as soon as one is created.'}
      action={isFiltered && <Button onClick={clear}>Clear filters</Button>}
    />
  )

  return (
    <>
      <LeadHeader
        phone={phone}
        count={{ filter, grouped, isFiltered, allTotal: counts.counters?.total, listTotal: loaded?.total }}
        isSelecting={isSelecting}
        onSelecting={(next) => (next ? setIsSelecting(true) : stopSelecting())}
        isSearching={isSearching}
        onSearching={(next) => {
          setTyped('')
          setIsSearching(next)
        }}
      />
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
        <Suspense>
          <LeadGroups
            {...list}
            empty={empty}
            onPrint={
              batchPrint ? (tag, ids) => onPrint({ selection: ids ? { leadIds: [...ids] } : { tag }, tag }) : undefined
            }
          />
        </Suspense>
      ) : (
        <LeadList {...list} label="leads" empty={empty} onLoaded={setLoaded} />
      )}
      <Suspense>
        {(selection.ids.size > 0 || foundTag) && (
          <LeadActionBar
            count={selection.ids.size}
            tag={foundTag}
            canPrint={batchPrint}
            onStatus={(status) => void setStatus([...selection.ids], status)}
            onRetag={() => setIsRetagging(true)}
            onPrintSelected={() => onPrint({ selection: { leadIds: [...selection.ids] }, tag: null })}
            onPrintTag={(tag) => void printTag(tag)}
            onClear={stopSelecting}
          />
        )}
      </Suspense>
      <Suspense>
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
      </Suspense>
    </>
  )
}

/** Opens a lead. The function is stable, so that memoized rows do not render again when another lead is opened. */
function useStableOpen(): (id: string) => void {
  const { openLead } = useOpenRecord()
  const latest = useRef(openLead)
  useEffect(() => {
    latest.current = openLead
  }, [openLead])
  return useCallback((id) => latest.current(id), [])
}
