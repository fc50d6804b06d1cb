import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PrintSelection, PropertyType } from '../../gql/graphql.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useUrlFilters } from '../../lib/urlFilters.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { ALL } from '../../lists/filters.ts'
import { ListEmpty } from '../../lists/ListBody.tsx'
import { CountedListViews, ListActions } from '../../lists/ListTools.tsx'
import { useListUrl } from '../../lists/useList.ts'
import { useSelection } from '../../lists/useSelection.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import type { PreviewFormat } from './LeadActions.tsx'
import { BoardOptions } from './board/BoardOptions.tsx'
import { countedViews, LeadCounters } from './overview/LeadCounters.tsx'
import { LeadFilterBar } from './list/LeadFilterBar.tsx'
import { LeadHeader } from './list/LeadHeader.tsx'
import { LeadList } from './list/LeadList.tsx'
import type { LoadedLeads } from './list/leadRows.ts'
import { useGroupTotals, useLeadCounters } from './useLeadCounts.ts'
import { leadDisplay, leadList } from './leadList.ts'
import type { LeadRow } from './leadRanges.ts'
import { SelectAllButton, useFilteredIds, usePruneSelection } from './list/leadSelection.tsx'
import { type BulkChange, useBulkChange } from './list/useBulkChange.ts'

// Loaded when they are wanted.
const LeadBoard = lazyPart(async () => (await import('./board/LeadBoard.tsx')).LeadBoard, <div className="min-h-96" />)
const RetagDialog = lazyPart(async () => (await import('./list/RetagDialog.tsx')).RetagDialog)
const LeadGroups = lazyPart(async () => (await import('./list/LeadGroups.tsx')).LeadGroups)
const LeadActionBar = lazyPart(async () => (await import('./list/LeadActionBar.tsx')).LeadActionBar)
const DeleteLead = lazyPart(async () => (await import('./DeleteLead.tsx')).DeleteLead)

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
  const { batchPrint, deleteLeads, assignLeads } = useAbilities()
  const { tenant } = useMe()
  const phone = useIsPhone()
  const counts = useLeadCounters()
  const url = useListUrl(leadList)
  const { filters, filter, orderBy, isFiltered } = url
  const { filters: display, setFilters: setDisplay } = useUrlFilters(leadDisplay)
  const isBoard = display.view === 'board'
  const isGrouped = display.group === 'tag'
  const grouped = isGrouped && !isBoard
  const selection = useSelection()
  usePruneSelection(selection)
  const [loaded, setLoaded] = useState<LoadedLeads | null>(null)
  const [isRetagging, setIsRetagging] = useState(false)
  const [deleting, setDeleting] = useState<LeadRow | null>(null)
  const [isSearching, setIsSearching] = useState(filters.search !== '')
  const [isSelecting, setIsSelecting] = useState(false)
  const onOpen = useStableOpen()
  const fetchIds = useFilteredIds()
  const groups = useGroupTotals(filter)
  const total = grouped || isBoard ? groups?.total : loaded?.total
  const { select } = selection
  const changeLeads = useBulkChange()
  const mayAssign = assignLeads && tenant !== null
  const callbacks = useMemo(
    () => ({
      onOpen,
      onSelect: select,
      onAssign: mayAssign
        ? (id: string, value: string | null) => void changeLeads([id], { field: 'assignee', value })
        : undefined,
      onPreview,
      onDelete: deleteLeads ? setDeleting : undefined,
    }),
    [onOpen, select, mayAssign, changeLeads, onPreview, deleteLeads],
  )
  const { cards: order } = display
  const arrangement = useMemo(() => ({ order, isGrouped }), [order, isGrouped])
  const stopSelecting = () => {
    selection.clear()
    setIsSelecting(false)
  }
  const changeSelected = async (change: BulkChange) => {
    if (await changeLeads([...selection.ids], change)) stopSelecting()
  }
  const foundTag = filters.tag === ALL || !total ? null : filters.tag
  /** Prints exactly the leads of the list, all of which have the tag. */
  const printShown = async (tag: PropertyType) => {
    const leadIds = await fetchIds(filter, total ?? 0)
    if (leadIds) onPrint({ selection: { leadIds: [...leadIds] }, tag })
  }
  const actions = <ListActions list={leadList} url={url} total={total} />
  const list = { filter, orderBy, onSort: url.sortBy, selection, callbacks, phone, selecting: isSelecting }
  const empty = (
    <ListEmpty
      {...url}
      names={leadList.names}
      filteredHint="Change the filters, or start from the map."
      hint="Save a house on the map and create the first lead there."
      action={<ButtonLink to="/map">Open Map</ButtonLink>}
    />
  )

  return (
    <>
      <LeadHeader
        phone={phone}
        actions={actions}
        isBoard={isBoard}
        onBoard={(board) => {
          stopSelecting()
          setDisplay({ view: board ? 'board' : 'table' })
        }}
        count={{
          filter,
          grouped,
          isFiltered,
          allTotal: counts.counters?.total,
          listTotal: total,
        }}
        isSelecting={isSelecting}
        onSelecting={(next) => (next ? setIsSelecting(true) : stopSelecting())}
        isSearching={isSearching}
        onSearching={(next) => {
          url.setTyped('')
          setIsSearching(next)
        }}
      />
      {phone && <LeadCounters {...counts} />}
      <CountedListViews list={leadList} counted={phone ? undefined : countedViews(counts)} />
      <LeadFilterBar
        {...{ url, phone, actions, grouped: isGrouped, searching: isSearching }}
        board={
          isBoard && (
            <BoardOptions {...{ filter, selection }} order={display.cards} onOrder={(cards) => setDisplay({ cards })} />
          )
        }
        onGroup={(next) => setDisplay({ group: next ? 'tag' : 'none' })}
      />
      {phone && isSelecting && !isBoard && !grouped && loaded && (
        <SelectAllButton filter={filter} list={loaded} selection={selection} />
      )}
      {isBoard ? (
        <LeadBoard {...{ filter, onOpen }} arrangement={arrangement} />
      ) : grouped ? (
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
      {(selection.ids.size > 0 || foundTag) && (
        <LeadActionBar
          phone={phone}
          count={selection.ids.size}
          tag={foundTag}
          canPrint={batchPrint}
          onStatus={(value) => void changeSelected({ field: 'status', value })}
          onAssign={mayAssign ? (value) => void changeSelected({ field: 'assignee', value }) : undefined}
          onPriority={(value) => void changeSelected({ field: 'priority', value })}
          onRetag={() => setIsRetagging(true)}
          onPrintSelected={() => onPrint({ selection: { leadIds: [...selection.ids] }, tag: null })}
          onPrintTag={(tag) => onPrint({ selection: { tag }, tag })}
          shown={Object.keys(filter).length > 1 ? (total ?? 0) : null}
          onPrintShown={(tag) => void printShown(tag)}
          onClear={stopSelecting}
        />
      )}
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

/** Opens a lead. The function is stable, so that memoized rows do not render again when another lead is opened. */
function useStableOpen(): (id: string) => void {
  const { openLead } = useOpenRecord()
  const latest = useRef(openLead)
  useEffect(() => {
    latest.current = openLead
  }, [openLead])
  return useCallback((id) => latest.current(id), [])
}
