import { ListChecks, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { PrintSelection, PropertyType } from '../../gql/graphql.ts'
import { usePhone } from '../../lib/useMediaQuery.ts'
import { useAbilities } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CountLine } from './CountLine.tsx'
import { DeleteLead } from './DeleteLead.tsx'
import type { PreviewFormat } from './LeadActions.tsx'
import { LeadActionBar } from './LeadActionBar.tsx'
import { LeadCounters } from './LeadCounters.tsx'
import { LeadFilterBar } from './LeadFilterBar.tsx'
import { ALL } from './leadFilters.ts'
import { LeadGroups } from './LeadGroups.tsx'
import { type KnownLeads, LeadList } from './LeadList.tsx'
import { RetagDialog } from './RetagDialog.tsx'
import { SelectAllShown } from './SelectAllShown.tsx'
import { useKeptSelection } from './useKeptSelection.ts'
import { useLeadCounters } from './useLeadCounts.ts'
import { useLeadFilters } from './useLeadFilters.ts'
import type { LeadRow } from './leadRanges.ts'
import { useSelection } from './useSelection.ts'

/** Leads that are to be printed: these, or all of a tag. */
export interface LeadsToPrint {
  selection: PrintSelection
  tag: PropertyType | null
}

interface LeadPanelProps {
  onPrint: (leads: LeadsToPrint) => void
  onPreview: (lead: LeadRow, format: PreviewFormat) => unknown
}

/** The leads screen without what is printed: counters, filters, the list or its sections, and what is done with many. */
export function LeadPanel({ onPrint, onPreview }: LeadPanelProps) {
  const { batchPrint, deleteLeads } = useAbilities()
  const phone = usePhone()
  const counts = useLeadCounters()
  const { filters, filter, set, typed, setTyped, narrowed, clear, grouped, setGrouped } = useLeadFilters()
  const selection = useSelection()
  useKeptSelection(selection)
  const [known, setKnown] = useState<KnownLeads | null>(null)
  const [retagging, setRetagging] = useState(false)
  const [deleting, setDeleting] = useState<LeadRow | null>(null)
  const [searching, setSearching] = useState(filters.search !== '')
  const [selecting, setSelecting] = useState(false)
  const { select } = selection
  const on = useMemo(
    () => ({
      onSelect: select,
      onPreview,
      onDelete: deleteLeads ? setDeleting : undefined,
    }),
    [select, onPreview, deleteLeads],
  )
  const leave = () => {
    selection.clear()
    setSelecting(false)
  }
  const list = { filter, selection, on, phone, selecting }
  const empty = (
    <EmptyState
      title="No leads found"
      hint={narrowed ? 'Change the filters, or start from the map.' : 'Leads appear here as soon as one is created.'}
      action={narrowed && <Button onClick={clear}>Clear filters</Button>}
    />
  )

  return (
    <>
      <header className="mb-4 flex min-h-8 items-center justify-between gap-3">
        <h1 className="text-title">Leads</h1>
        {!phone && (
          <CountLine
            filter={filter}
            grouped={grouped}
            narrowed={narrowed}
            all={counts.counters?.total}
            listed={known?.total}
          />
        )}
        {phone && (
          <div className="-mr-2 flex items-center">
            <Button
              variant="quiet"
              aria-pressed={selecting}
              icon={<ListChecks aria-hidden size={18} />}
              onClick={() => (selecting ? leave() : setSelecting(true))}
            >
              {selecting ? 'Done' : 'Select'}
            </Button>
            <IconButton
              label={searching ? 'Hide search' : 'Search leads'}
              aria-expanded={searching}
              icon={<Search aria-hidden size={22} />}
              onClick={() => {
                setTyped('')
                setSearching(!searching)
              }}
            />
          </div>
        )}
      </header>
      <LeadCounters {...counts} />
      <div className="mt-4">
        <LeadFilterBar
          {...{ filters, typed, narrowed, grouped, phone, searching }}
          onChange={set}
          onType={setTyped}
          onClear={clear}
          onGroup={setGrouped}
        />
      </div>
      {phone && selecting && !grouped && known && <SelectAllShown filter={filter} list={known} selection={selection} />}
      {grouped ? (
        <LeadGroups
          {...list}
          empty={empty}
          onPrint={
            batchPrint ? (tag, ids) => onPrint({ selection: ids ? { leadIds: [...ids] } : { tag }, tag }) : undefined
          }
        />
      ) : (
        <LeadList {...list} label="leads" empty={empty} onKnown={setKnown} />
      )}
      <LeadActionBar
        count={selection.ids.size}
        tag={filters.tag === ALL ? null : filters.tag}
        mayPrint={batchPrint}
        onRetag={() => setRetagging(true)}
        onPrintSelected={() => onPrint({ selection: { leadIds: [...selection.ids] }, tag: null })}
        onPrintTag={(tag) => onPrint({ selection: { tag }, tag })}
        onClear={leave}
      />
      {retagging && (
        <RetagDialog
          ids={[...selection.ids]}
          onDone={() => {
            setRetagging(false)
            leave()
          }}
          onClose={() => setRetagging(false)}
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
