import { ArrowUp } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Metric, type MetricQuery } from '../../domain/Metric.tsx'
import { RepLink } from '../../domain/RepLink.tsx'
import type { BoardFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useReducedMotion } from '../../lib/useMediaQuery.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/classNames.ts'
import { BOARD_SIZE, type Rise } from './boardMoves.ts'
import type { MetricTime } from './reportRange.ts'

export type BoardEntry = BoardFragment['entries'][number]

interface BoardRowsProps {
  /** Shows all rows, not only the first ones. */
  isWhole: boolean
  entries: readonly BoardEntry[]
  /** Rows that moved up recently, by user id. */
  rises?: ReadonlyMap<string, Rise>
  time: MetricTime
  /** The time of a replayed board. */
  asOf?: string | undefined
}

/** The top five, or all. Rows are animated to their new position. */
export function BoardRows({ isWhole, entries, rises, time, asOf }: BoardRowsProps) {
  const top = isWhole ? entries : entries.slice(0, BOARD_SIZE)
  const list = useRef<HTMLOListElement>(null)
  useRowMoveAnimation(list, top.map(({ user }) => user.id).join())
  const maxLeads = Math.max(1, ...top.map((entry) => entry.leadsCreated))
  return (
    <ol
      ref={list}
      className={classNames(
        'relative flex flex-1 flex-col px-2 pt-2 pb-2.5 max-md:px-1',
        top.length === BOARD_SIZE && 'justify-around',
      )}
    >
      {top.map((entry, index) => (
        <Row
          key={entry.user.id}
          {...{ entry, maxLeads, time, asOf }}
          rank={index + 1}
          rise={rises?.get(entry.user.id)}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  entry: BoardEntry
  rank: number
  maxLeads: number
  rise: Rise | undefined
  time: MetricTime
  asOf: string | undefined
}

function Row({ entry, rank, maxLeads, rise, time, asOf }: RowProps) {
  const inputOf = (figure: MetricQuery['input']['figure']) => ({
    figure,
    ...time.input,
    userId: entry.user.id,
    ...(asOf ? { asOf } : {}),
  })
  const titleSuffix = asOf ? entry.user.fullName : `${entry.user.fullName} ${time.phrase}`
  return (
    <li
      data-row={entry.user.id}
      className="relative flex min-h-14 items-center gap-3 rounded-card px-3 py-1.5 max-md:gap-2"
    >
      {rise && <span key={rise.at} aria-hidden className="absolute inset-0 animate-rise rounded-card rise-wash" />}
      <span className={classNames('figures relative w-3.5 shrink-0 text-section', rank > 3 && 'text-ink-3')}>
        {rank}
      </span>
      <span className="relative flex">
        <Avatar name={entry.user.fullName} size={32} />
      </span>
      <div className="relative min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <RepLink user={entry.user} className="min-w-0 font-semibold wrap-anywhere" />
          {rise && (
            <span
              key={rise.at}
              className="flex animate-rise items-center gap-0.5 text-small font-semibold text-accent-ink"
            >
              <ArrowUp aria-hidden size={13} strokeWidth={2.4} />
              <span className="sr-only">up </span>
              {rise.places}
            </span>
          )}
        </p>
        <div
          aria-hidden
          className={classNames('mt-1.5 h-1 overflow-hidden rounded-full', rise ? 'bg-accent-line' : 'bg-sunken')}
        >
          <div
            style={{ width: `${(100 * entry.leadsCreated) / maxLeads}%` }}
            className={classNames('h-full rounded-full', rank === 1 || rise ? 'bg-accent' : 'bg-series-5')}
          />
        </div>
      </div>
      {/* Side by side for a finger: two lines are too close to each other. */}
      <p className="relative w-19 text-right text-small leading-[18px] text-ink-2 touch:flex touch:w-auto touch:items-baseline touch:gap-1 touch:text-center">
        <span className="block touch:w-12">
          <Metric
            text={formatCount(entry.leadsCreated)}
            title={`Leads of ${titleSuffix}`}
            input={inputOf('LEADS_CREATED')}
            className="text-section leading-[18px] text-ink"
          />{' '}
          <span className="touch:block">{entry.leadsCreated === 1 ? 'lead' : 'leads'}</span>
        </span>
        <span className="block touch:w-12">
          <Metric
            text={formatCount(entry.doorsKnocked)}
            title={`Doors of ${titleSuffix}`}
            input={inputOf('DOORS_KNOCKED')}
          />{' '}
          <span className="touch:block">{entry.doorsKnocked === 1 ? 'door' : 'doors'}</span>
        </span>
      </p>
    </li>
  )
}

/** Animates the rows of a list (elements with `data-row`) to their new position when `order` changes. */
function useRowMoveAnimation(list: RefObject<HTMLElement | null>, order: string): void {
  const reducedMotion = useReducedMotion()
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const before = tops.current
    tops.current = new Map(rows.map((row) => [row.dataset.row ?? '', row.offsetTop]))
    if (reducedMotion) return
    for (const row of rows) {
      const from = before.get(row.dataset.row ?? '')
      if (from === undefined || from === row.offsetTop) continue
      row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: 320,
        easing: 'cubic-bezier(.2,.8,.2,1)',
      })
    }
  }, [list, order, reducedMotion])
}
