import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import type { BoardFragment, Period } from '../../gql/graphql.ts'
import { countOf, formatCount } from '../../lib/counts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Figure, type FigureQuestion } from '../../ui/Figure.tsx'
import { type Rise, TOP } from './boardMoves.ts'
import { periodWords } from './periods.ts'
import { useRowTravel } from './useRowTravel.ts'

export type BoardEntry = BoardFragment['entries'][number]

interface BoardRowsProps {
  entries: readonly BoardEntry[]
  /** Who rose just now, by user id. */
  risen?: ReadonlyMap<string, Rise>
  period: Period
  /** As they stood then. */
  asOf?: string | undefined
}

/** The five best; a row travels to its new place. */
export function BoardRows({ entries, risen, period, asOf }: BoardRowsProps) {
  const top = entries.slice(0, TOP)
  const list = useRef<HTMLOListElement>(null)
  useRowTravel(list, top.map(({ user }) => user.id).join())
  const most = Math.max(1, ...top.map((entry) => entry.leadsCreated))
  return (
    <ol
      ref={list}
      className={classNames('relative flex flex-1 flex-col px-2 pt-2 pb-2.5', top.length === TOP && 'justify-around')}
    >
      {top.map((entry, index) => (
        <Row
          key={entry.user.id}
          {...{ entry, most, period, asOf }}
          place={index + 1}
          rise={risen?.get(entry.user.id)}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  entry: BoardEntry
  place: number
  most: number
  rise: Rise | undefined
  period: Period
  asOf: string | undefined
}

function Row({ entry, place, most, rise, period, asOf }: RowProps) {
  const of = (figure: FigureQuestion['input']['figure']) => ({
    figure,
    period,
    userId: entry.user.id,
    ...(asOf ? { asOf } : {}),
  })
  const whose = asOf ? entry.user.fullName : `${entry.user.fullName} ${periodWords(period)}`
  return (
    <li data-row={entry.user.id} className="relative flex min-h-14 items-center gap-3 rounded-card px-3 py-1.5">
      {rise && <span key={rise.at} aria-hidden className="rise-wash absolute inset-0 rounded-card" />}
      <span className={classNames('figures relative w-5 text-center text-section', place > 3 && 'text-ink-3')}>
        {place}
      </span>
      <span className="relative flex">
        <Avatar name={entry.user.fullName} size={32} />
      </span>
      <div className="relative min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{entry.user.fullName}</span>
          {rise && (
            <span
              key={rise.at}
              className="rise-mark flex items-center gap-0.5 text-small font-semibold text-accent-ink"
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
            style={{ width: `${(100 * entry.leadsCreated) / most}%` }}
            className={classNames('h-full rounded-full', place === 1 || rise ? 'bg-accent' : 'bg-series-5')}
          />
        </div>
      </div>
      <p className="relative w-19 text-right text-small leading-[18px] text-ink-2">
        <Figure
          text={formatCount(entry.leadsCreated)}
          title={`Leads of ${whose}`}
          input={of('LEADS_CREATED')}
          className="text-section leading-[18px] text-ink"
        />{' '}
        {entry.leadsCreated === 1 ? 'lead' : 'leads'}
        <span className="block">
          <Figure text={countOf(entry.doorsKnocked, 'door')} title={`Doors of ${whose}`} input={of('DOORS_KNOCKED')} />
        </span>
      </p>
    </li>
  )
}
