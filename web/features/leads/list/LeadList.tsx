import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { LeadFilter, LeadOrderField } from '../../../gql/graphql.ts'
import { lazyNamed } from '../../../lib/lazyNamed.ts'
import { lazyPart } from '../../../lib/lazyPart.ts'
import { formatCount } from '../../../lib/numbers.ts'
import type { Order } from '../../../lib/urlOrder.ts'
import { NextPageFailure, useRowSequence, useScrolling } from '../../../lists/ListBody.tsx'
import { usePages } from '../../../lists/useList.ts'
import type { Selection } from '../../../lists/useSelection.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/Skeleton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import type { StatusConflict } from '../LeadConflict.tsx'
import type { LoadedLeads, RowCallbacks } from './leadRows.ts'
import { leadList } from '../leadList.ts'
import { useLeadStatus } from '../useLeadStatus.ts'
import { useSelectAllLeads } from './leadSelection.tsx'

// Only one of them is needed. It is loaded together with the first page.
const loadCards = () => import('./LeadCards.tsx')
const loadTable = () => import('./LeadTable.tsx')
const LeadCards = lazyNamed(async () => (await loadCards()).LeadCards)
const LeadTable = lazyNamed(async () => (await loadTable()).LeadTable)
const LeadConflict = lazyPart(async () => (await import('../LeadConflict.tsx')).LeadConflict)

export interface LeadListProps {
  filter: LeadFilter
  orderBy: Order<LeadOrderField>
  onSort: (field: LeadOrderField) => void
  selection: Selection
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
  const list = usePages(leadList, { filter, orderBy }, grouped ? SECTION_PAGE_SIZE : undefined)
  const { rows, total, isLoaded } = list
  useEffect(() => void (phone ? loadCards() : loadTable()).catch(() => undefined), [phone])
  const selectAll = useSelectAllLeads(filter, list, selection)
  const frame = (content: ReactNode) => (withoutCard ? content : <Card>{content}</Card>)
  const [conflict, setConflict] = useState<StatusConflict | null>(null)
  const onStatus = useLeadStatus(list.change, setConflict)
  const rowCallbacks = useMemo(() => ({ ...callbacks, onStatus }), [callbacks, onStatus])
  useEffect(() => {
    onLoaded(isLoaded ? { rows, total } : null)
  }, [onLoaded, isLoaded, rows, total])
  useRowSequence(leadList, list, grouped ? null : 'lead')
  const onRowsRendered = useScrolling(list, !grouped)
  const loadingRows = frame(
    <LoadingRows
      label="leads"
      rows={phone ? 5 : 8}
      cells={['size-[18px]', 'h-3.5 w-44', 'h-3.5 w-36 max-md:hidden', 'ml-auto h-7 w-24']}
      rowClass="h-11 gap-4 max-md:h-28"
    />,
  )
  if (!isLoaded && list.failed) return frame(<ErrorState title={leadList.failed} onRetry={list.retry} />)
  if (phone && !isLoaded) return loadingRows
  if (phone && total === 0) return frame(empty)
  const shared = { selected: selection.ids, grouped, label, callbacks: rowCallbacks }
  return (
    <div aria-busy={list.stale} className={classNames('transition-opacity', list.stale && 'opacity-60')}>
      <Suspense fallback={loadingRows}>
        {phone ? (
          <LeadCards {...shared} {...{ rows, onRowsRendered, selecting }} />
        ) : (
          frame(<LeadTable {...shared} {...{ list, selectAll, onSort, empty }} order={orderBy} />)
        )}
        {list.hasMore && grouped && (
          <p className="py-3 text-center">
            <Button variant="quiet" onClick={list.loadMore}>
              Show More of {formatCount(total)}
            </Button>
          </p>
        )}
        {!grouped && <NextPageFailure list={leadList} rows={list} />}
        {list.hasMore && !grouped && !list.stale && !list.nextPageFailed && (
          <p className="flex items-center justify-center gap-2 py-5 text-small text-ink-2">
            <Spinner /> Loading more leads
          </p>
        )}
      </Suspense>
      {conflict && <LeadConflict conflict={conflict} onSaveMine={onStatus} onClose={() => setConflict(null)} />}
    </div>
  )
}
