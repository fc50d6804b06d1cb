import { CloudAlert, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { type RecordKind, useOfferSequence } from '../session/records.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import type { List } from './defineList.ts'
import type { Connection } from './pages.ts'
import type { usePages } from './useList.ts'

/** What the parts of a list need of `useList`. */
export type ListRows<Whole extends Connection = Connection> = ReturnType<typeof usePages<Whole>>

/** The same of any list. */
export type AnyRows = Omit<ListRows, 'change'>

/** What the parts of a list need of its declaration. */
export type Declared<Whole extends Connection = Connection> = Pick<List<Whole>, 'feature' | 'keyOf' | 'failed'>

/** Offers the rows to the drawer, for 'next' and 'previous'; null for a part of a list. */
export function useRowSequence<Whole extends Connection>(
  { keyOf }: Declared<Whole>,
  { rows, total }: ListRows<Whole>,
  kind: RecordKind | null,
): void {
  useOfferSequence(
    useMemo(() => (kind === null ? null : { kind, ids: rows.map(keyOf), total }), [kind, keyOf, rows, total]),
  )
}

export interface ScrolledRows extends Pick<
  AnyRows,
  'hasMore' | 'nextPageFailed' | 'stale' | 'loadMore' | 'onRowsRendered'
> {
  rows: readonly unknown[]
}

/** Tells the list which rows are rendered, and loads the next page after the last one. */
export function useScrolling(
  { rows, hasMore, nextPageFailed, stale, loadMore, onRowsRendered }: ScrolledRows,
  loadsOnScroll: boolean,
): (first: number, last: number) => void {
  const isNextWanted = loadsOnScroll && hasMore && !stale && !nextPageFailed
  return useCallback(
    (first, last) => {
      onRowsRendered(first, last)
      if (isNextWanted && last >= rows.length - 1) loadMore()
    },
    [onRowsRendered, loadMore, isNextWanted, rows.length],
  )
}

/** Below the last row: the next page failed, so the next attempt is left to the user. */
export function NextPageFailure({ list, rows }: { list: Pick<Declared, 'failed'>; rows: AnyRows }) {
  if (!rows.nextPageFailed || !rows.hasMore) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 py-5 text-small text-ink-2">
      {list.failed}
      <Button icon={RefreshCw} onClick={rows.loadMore}>
        Try Again
      </Button>
    </p>
  )
}

interface ListBodyProps {
  list: Pick<Declared, 'failed'>
  /** The result of `useList`; a list without pages leaves out how to load more. */
  rows: Pick<AnyRows, 'rows' | 'isLoaded' | 'failed' | 'isLoading' | 'retry'> &
    Partial<Pick<AnyRows, 'hasMore' | 'loadMore'>>
  /** A table, which has its own skeleton and empty state; null where cards are shown. */
  table?: ReactNode
  cards: ReactNode
  /** Drawn in a card, unless it consists of cards. */
  skeleton: ReactNode
  isSkeletonOfCards?: boolean
  empty: ReactNode
  /** Has a button that loads the next page. */
  hasShowMore?: boolean
}

/** The rows of a list, or what is shown in their place. */
export function ListBody({
  list,
  rows,
  table,
  cards,
  skeleton,
  isSkeletonOfCards = false,
  empty,
  hasShowMore = false,
}: ListBodyProps) {
  const { isLoaded, failed, isLoading, retry } = rows
  return (
    <>
      {isLoaded && failed && <StaleNote title={list.failed} onRetry={retry} busy={isLoading} />}
      {!isLoaded && failed ? (
        <Card>
          <ErrorState title={list.failed} onRetry={retry} busy={isLoading} />
        </Card>
      ) : (
        (table ??
        (!isLoaded ? (
          isSkeletonOfCards ? (
            skeleton
          ) : (
            <Card>{skeleton}</Card>
          )
        ) : rows.rows.length === 0 ? (
          <Card>{empty}</Card>
        ) : (
          cards
        )))
      )}
      {hasShowMore && rows.hasMore && <ShowMore onClick={rows.loadMore} busy={isLoading} />}
    </>
  )
}

interface ListEmptyProps {
  names?: readonly [one: string, many: string]
  title?: string
  isFiltered: boolean
  clear: () => void
  filteredHint?: string
  hint: string
  /** Without filters. */
  action?: ReactNode
}

/** Says why a list has no rows, and clears its filters. */
export function ListEmpty({ names: [, many] = ['', ''], isFiltered, clear, hint, action, ...texts }: ListEmptyProps) {
  const { title = `No ${many} found`, filteredHint = `No ${many} match these filters.` } = texts
  return (
    <EmptyState
      title={title}
      hint={isFiltered ? filteredHint : hint}
      action={isFiltered ? <Button onClick={clear}>Clear Filters</Button> : action}
    />
  )
}

/** The newest value, for callbacks that must be stable. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Above rows that could not be read again: they stay as they were. */
function StaleNote({ title, onRetry, busy }: { title: string; onRetry: () => void; busy: boolean }) {
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-bad-tint px-4 py-2 text-body text-bad"
    >
      <CloudAlert aria-hidden size={18} />
      {title}
      <Button size="small" onClick={onRetry} busy={busy} className="ml-auto">
        Try Again
      </Button>
    </div>
  )
}
