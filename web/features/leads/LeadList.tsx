import { RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { LeadFilter, LeadOrder, LeadOrderField } from '../../gql/graphql.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useOfferSequence } from '../../session/records.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { StatusConflict } from './LeadConflict.tsx'
import type { LeadRow } from './leadRanges.ts'
import type { RowCallbacks } from './leadRows.ts'
import { FETCH_FAILED, useLeadList } from './useLeadList.ts'
import { useLeadStatus } from './useLeadStatus.ts'
import { useSelectAll } from './useSelectAll.ts'
import type { LeadSelection } from './useLeadSelection.ts'

// Only one of them is needed. It is loaded together with the first page.
const loadCards = () => import('./LeadCards.tsx')
const loadTable = () => import('./LeadTable.tsx')
const LeadCards = lazyNamed(async () => (await loadCards()).LeadCards)
const LeadTable = lazyNamed(async () => (await loadTable()).LeadTable)
const LeadConflict = lazyNamed(async () => (await import('./LeadConflict.tsx')).LeadConflict)

export interface LoadedLeads {
  rows: readonly LeadRow[]
  total: number
}

export interface LeadListProps {
  filter: LeadFilter
  orderBy: Required<LeadOrder>
  onSort: (field: LeadOrderField) => void
  selection: LeadSelection
  callbacks: Omit<RowCallbacks, 'onStatus'>
  phone: boolean
  selecting: boolean
  grouped?: boolean
  label: string
  /** Rendered instead of an empty list. */
  empty: ReactNode
  /** Called with the rows that are loaded so far; with null before and after a failure. */
  onLoaded: (leads: LoadedLeads | null) => void
  /** Renders no card, for use inside a section. */
  withoutCard?: boolean
}

/**
 * The page size in a section. It is small, and more rows load on request only, so that the next section stays within
 * reach.
 */
export const SECTION_PAGE_SIZE = 20

/**
 * A list of leads with its loading, error and empty states. It loads the next page when the user scrolls to its end.
 */
export function LeadList({
  filter,
  orderBy,
  onSort,
  selection,
  callbacks,
  phone,
  selecting,
  grouped = false,
  label,
  empty,
  onLoaded,
  withoutCard = false,
}: LeadListProps) {
  const query = useMemo(() => ({ filter, orderBy }), [filter, orderBy])
  const list = useLeadList(query, grouped ? SECTION_PAGE_SIZE : undefined)
  const { rows, total, isLoaded, onRowsRendered, loadMore } = list
  useEffect(() => void (phone ? loadCards() : loadTable()).catch(() => undefined), [phone])
  const selectAll = useSelectAll(filter, { rows, total }, selection)
  const frame = (content: ReactNode) => (withoutCard ? content : <Card>{content}</Card>)
  const [conflict, setConflict] = useState<StatusConflict | null>(null)
  const onStatus = useLeadStatus(list.change, setConflict)
  const rowCallbacks = useMemo(() => ({ ...callbacks, onStatus }), [callbacks, onStatus])
  useEffect(() => {
    onLoaded(isLoaded ? { rows, total } : null)
  }, [onLoaded, isLoaded, rows, total])
  useOfferSequence(
    useMemo(() => (grouped ? null : { kind: 'lead', ids: rows.map(({ id }) => id), total }), [grouped, rows, total]),
  )
  const loadsOnScroll = list.hasMore && !grouped && !list.stale
  const onRendered = useCallback(
    (first: number, last: number) => {
      onRowsRendered(first, last)
      if (loadsOnScroll && !list.nextPageFailed && last >= rows.length - 1) loadMore()
    },
    [onRowsRendered, loadMore, loadsOnScroll, list.nextPageFailed, rows.length],
  )
  const loadingRows = frame(
    <LoadingRows
      label="leads"
      rows={phone ? 5 : 8}
      cells={['size-[18px]', 'h-3.5 w-44', 'h-3.5 w-36 max-md:hidden', 'ml-auto h-7 w-24']}
      rowClass="h-11 gap-4 max-md:h-28"
    />,
  )
  if (!isLoaded && list.failed) return frame(<ErrorState title={FETCH_FAILED} onRetry={list.retry} />)
  if (phone && !isLoaded) return loadingRows
  if (phone && total === 0) return frame(empty)
  const shared = { rows, selected: selection.ids, grouped, label, callbacks: rowCallbacks, onRowsRendered: onRendered }
  return (
    <div aria-busy={list.stale} className={classNames('transition-opacity', list.stale && 'opacity-60')}>
      <Suspense fallback={loadingRows}>
        {phone ? (
          <LeadCards {...shared} selecting={selecting} />
        ) : (
          frame(
            <LeadTable {...shared} {...{ total, selectAll, onSort, empty }} order={orderBy} isLoading={!isLoaded} />,
          )
        )}
        {list.hasMore && grouped && (
          <p className="py-3 text-center">
            <Button variant="quiet" onClick={loadMore}>
              Show more of {formatCount(total)}
            </Button>
          </p>
        )}
        {loadsOnScroll && list.nextPageFailed && (
          <div className="flex flex-wrap items-center justify-center gap-x-3 py-5 text-small text-ink-2">
            {FETCH_FAILED}
            <Button icon={<RefreshCw aria-hidden size={16} />} onClick={loadMore}>
              Try again
            </Button>
          </div>
        )}
        {loadsOnScroll && !list.nextPageFailed && (
          <p className="flex items-center justify-center gap-2 py-5 text-small text-ink-2">
            <Spinner /> Loading more leads
          </p>
        )}
      </Suspense>
      <Suspense>
        {conflict && <LeadConflict conflict={conflict} onSaveMine={onStatus} onClose={() => setConflict(null)} />}
      </Suspense>
    </div>
  )
}
