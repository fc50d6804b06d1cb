import { useDroppable } from '@dnd-kit/core'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { LeadFilter } from '../../../gql/graphql.ts'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { fillClasses, type Hue } from '../../../ui/hues.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import type { LeadRow } from '../leadRanges.ts'
import { usePages } from '../../../lists/useList.ts'
import { leadList } from '../leadList.ts'
import { BoardCard, type DroppedCard } from './BoardCard.tsx'
import { type BoardColumn, type CardArrangement, columnIdOf, orderOf, sectionsOf } from './boardColumns.ts'
import type { MovedCard } from './movedCards.ts'

interface BoardListProps {
  column: BoardColumn
  columns: readonly BoardColumn[]
  /** The filter of the board, which the column narrows. */
  filter: LeadFilter
  arrangement: CardArrangement
  moved: readonly MovedCard[]
  /** The column that the lifted card came from; null while none is lifted. */
  liftedFrom: string | null
  isTwoAbreast: boolean
  now: Date
  timeZone: string | undefined
  dropped: DroppedCard | null
  openId: string | null
  onOpen: (id: string) => void
  /** Called with the leads of the column, as they are shown; with null when the column goes. */
  onRead: (columnId: string, rows: readonly LeadRow[] | null) => void
  /** Registers the function that reads the column again; null when the column goes. */
  onReload: (columnId: string, reload: (() => Promise<void>) | null) => void
}

/** Cards that are read first. More follow on request. */
const FIRST_CARDS = 20

/** A column of the board with its cards. */
export function BoardList(props: BoardListProps) {
  const { column, columns, filter, arrangement, moved, liftedFrom, isTwoAbreast, now, timeZone, openId } = props
  const { dropped, onOpen, onReload, onRead } = props
  const { order } = arrangement
  const query = useMemo(
    () => ({ filter: { ...filter, ...column.filter }, orderBy: orderOf(column, order) }),
    [filter, column, order],
  )
  const list = usePages(leadList, query, FIRST_CARDS)
  const { rows, reload, onRowsRendered, stale } = list
  useEffect(() => {
    // An empty column has its first page on the screen.
    if (rows.length > 0) onRowsRendered(0, rows.length - 1)
  }, [onRowsRendered, rows])
  useEffect(() => {
    onReload(column.id, reload)
    return () => onReload(column.id, null)
  }, [onReload, column.id, reload])
  // Before the card is painted in no column.
  useLayoutEffect(() => {
    if (!stale) onRead(column.id, rows)
  }, [onRead, column.id, rows, stale])
  // The cards of another query are others.
  useLayoutEffect(() => () => onRead(column.id, null), [onRead, column.id, query])
  const { setNodeRef, isOver } = useDroppable({ id: column.id })
  const isTarget = liftedFrom !== null && liftedFrom !== column.id && isOver

  const added = moved.flatMap(({ to, lead }) =>
    to === column.id && !rows.some(({ id }) => id === lead.id) ? lead : [],
  )
  const kept = rows.filter((lead) => columnIdOf(lead, columns) === column.id)
  const leads = [...added, ...kept]
  const total = list.total + added.length - (rows.length - kept.length)
  const more = list.total - rows.length
  return (
    <section
      ref={setNodeRef}
      aria-label={column.name}
      aria-busy={list.stale}
      className={classNames(
        'flex min-h-72 min-w-64 flex-1 snap-center flex-col rounded-card border-[1.5px] p-2.5 transition-colors max-md:min-w-[84vw]',
        isTarget ? 'border-accent bg-accent-tint' : 'border-transparent bg-sunken dark:bg-surface',
      )}
    >
      <h2 className="flex items-center gap-2 px-1 pb-2 text-body font-semibold">
        {column.stage ? (
          <span
            aria-hidden
            className={classNames('size-3 rounded-full', fillClasses[column.stage.color.toLowerCase() as Hue])}
          />
        ) : (
          <StatusIcon status={column.status} />
        )}
        <span className="truncate">{column.name}</span>
        <span className="figures">{list.isLoaded && formatCount(total)}</span>
      </h2>
      {isTarget && (
        <p className="mb-2 rounded-button border-[1.5px] border-dashed border-accent py-3 text-center text-small font-semibold text-accent-ink">
          Drop to set {column.name}
        </p>
      )}
      {!list.isLoaded && list.failed && <ErrorState title={leadList.failed} onRetry={list.retry} />}
      {!list.isLoaded && !list.failed && <CardSkeletons />}
      {list.isLoaded && leads.length === 0 && (
        <p className="px-1 py-6 text-center text-small text-ink-2">No leads here</p>
      )}
      {sectionsOf(column, arrangement, leads, now, timeZone).map(({ name, isLate, leads: cards }) => (
        <div key={name} className="mb-3">
          {name && (
            <h3 className={classNames('px-1 pb-1.5 text-micro font-semibold', isLate ? 'text-bad' : 'text-ink-2')}>
              {name}
            </h3>
          )}
          <ul className={classNames('grid gap-2', isTwoAbreast ? 'grid-cols-2' : 'grid-cols-1')}>
            {cards.map((lead) => (
              <li key={lead.id} className="min-w-0">
                <BoardCard
                  {...{ lead, now, timeZone, onOpen }}
                  columnId={column.id}
                  dropped={dropped?.id === lead.id ? dropped : null}
                  isOpen={openId === lead.id}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {more > 0 && (
        <Button variant="quiet" onClick={list.loadMore} className="mt-auto self-center">
          {list.nextPageFailed ? 'Try Again' : `Show ${formatCount(Math.min(more, 50))} More`}
        </Button>
      )}
    </section>
  )
}

function CardSkeletons() {
  return (
    <Loading label="leads">
      <div className="grid gap-2">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-28 w-full" />
        ))}
      </div>
    </Loading>
  )
}
