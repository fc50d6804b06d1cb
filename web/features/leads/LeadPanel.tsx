import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LeadFilter, LeadOrder, PrintSelection, PropertyType } from '../../gql/graphql.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { PreviewFormat } from './LeadActions.tsx'
import { BoardOptions } from './board/BoardOptions.tsx'
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
import { type BulkChange, useBulkChange } from './useBulkChange.ts'

// Loaded when they are wanted.
const LeadBoard = lazyNamed(async () => (await import('./board/LeadBoard.tsx')).LeadBoard)
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
  /** Exports the leads that match the filter, in the order of the list. */
  exportButton: (request: { list: 'LEADS'; leads: LeadFilter; leadOrder: LeadOrder; total?: number }) => ReactNode
  /** The saved views, above the filters. */
  views: ReactNode
}

/** The leads screen except its print dialogs: counts, filters, the list or its sections, and batch actions. */
export function LeadPanel({ onPrint, onPreview, exportButton, views }: LeadPanelProps) {
  const { batchPrint, deleteLeads, assignLeads } = useAbilities()
  const { tenant } = useMe()
  const phone = useIsPhone()
  const counts = useLeadCounters()
  const { filters, filter, orderBy, sortBy, setFilters, typed, setTyped, isFiltered, clear, ...display } =
    useLeadFilters()
  const { grouped, setGrouped, isBoard, setBoard, cardOrder, setCardOrder } = display
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
  const changeLeads = useBulkChange()
  const changeSelected = async (change: BulkChange) => {
    if (await changeLeads([...selection.ids], change)) stopSelecting()
  }
  const foundTag = filters.tag === ALL || !total ? null : filters.tag
  /** Prints exactly the leads of the list, all of which have the tag. */
  const printTag = async (tag: PropertyType) => {
    if (Object.keys(filter).length === 1) return onPrint({ selection: { tag }, tag })
    const leadIds = await fetchIds(filter, total ?? 0)
    if (leadIds) onPrint({ selection: { leadIds: [...leadIds] }, tag })
  }
  const exporting = exportButton({ list: 'LEADS', leads: filter, leadOrder: orderBy, total })
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
        exportButton={exporting}
        isBoard={isBoard}
        onBoard={(board) => {
          stopSelecting()
          setBoard(board)
        }}
        count={{
          filter,
          grouped,
          isFiltered,
          allTotal: counts.counters?.total,
          listTotal: isBoard ? groups?.total : loaded?.total,
        }}
        isSelecting={isSelecting}
        onSelecting={(next) => (next ? setIsSelecting(true) : stopSelecting())}
        isSearching={isSearching}
        onSearching={(next) => {
          setTyped('')
          setIsSearching(next)
        }}
      />
      <LeadCounters {...counts} />
      {views}
      <div className="mt-4">
        <LeadFilterBar
          {...{ filters, typed, isFiltered, grouped, phone, searching: isSearching }}
          board={isBoard && <BoardOptions order={cardOrder} onOrder={setCardOrder} />}
          onChange={setFilters}
          onType={setTyped}
          onClear={clear}
          onGroup={setGrouped}
        />
      </div>
      {phone && <div className="mb-3">{exporting}</div>}
      {phone && isSelecting && !isBoard && !grouped && loaded && (
        <SelectAllButton filter={filter} list={loaded} selection={selection} />
      )}
      {isBoard ? (
        <Suspense fallback={<div className="min-h-96" />}>
          <LeadBoard {...{ filter, onOpen }} order={cardOrder} />
        </Suspense>
      ) : grouped ? (
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
        {(selection.ids.size > 0 || (foundTag && !isBoard)) && (
          <LeadActionBar
            count={selection.ids.size}
            tag={foundTag}
            canPrint={batchPrint}
            onStatus={(value) => void changeSelected({ field: 'status', value })}
            onAssign={assignLeads && tenant ? (value) => void changeSelected({ field: 'assignee', value }) : undefined}
            onPriority={(value) => void changeSelected({ field: 'priority', value })}
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
