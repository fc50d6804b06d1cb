import { useQuery, useSubscription } from '@apollo/client/react'
import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { type BoardFragment, LeaderboardChangedDocument, LeaderboardDocument, type Period } from '../../gql/graphql.ts'
import { countOf, formatCount } from '../../lib/counts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { type Rise, TOP } from './boardMoves.ts'
import { LiveMark } from './LiveMark.tsx'
import { useBoardMoves } from './useBoardMoves.ts'
import { useMoveAnnouncement } from './useMoveAnnouncement.ts'
import { useRowTravel } from './useRowTravel.ts'

type Entry = BoardFragment['entries'][number]

/** The five best of the period, as it is at this moment; `onChange` is told of every change that was pushed. */
export function Leaderboard({ period, onChange }: { period: Period; onChange: () => void }) {
  const { data, error, loading, refetch } = useQuery(LeaderboardDocument, {
    variables: { period },
    fetchPolicy: 'cache-and-network',
  })
  useSubscription(LeaderboardChangedDocument, {
    variables: { period },
    ignoreResults: true,
    onData: ({ client, data: { data: pushed } }) => {
      if (!pushed) return
      // The push is the whole board and not a difference.
      client.writeQuery({
        query: LeaderboardDocument,
        variables: { period },
        data: { leaderboard: pushed.leaderboardChanged },
      })
      onChange()
    },
  })
  const entries = data?.leaderboard.entries
  return (
    <Card title="Sales Leaderboard" aside={<LiveMark />} className="flex flex-col">
      {entries?.length ? (
        // A new period is another board and not a move of this one.
        <Rows key={period} entries={entries} />
      ) : entries ? (
        <EmptyState title="No activity yet" hint="Doors and leads of this period show here as they happen." />
      ) : error ? (
        <ErrorState title="Failed to fetch data" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
      ) : (
        <RowSkeletons />
      )}
    </Card>
  )
}

function Rows({ entries }: { entries: readonly Entry[] }) {
  const board = useBoardMoves(entries)
  const announcement = useMoveAnnouncement(board)
  const top = board.shown.slice(0, TOP)
  const list = useRef<HTMLOListElement>(null)
  useRowTravel(list, top.map(({ user }) => user.id).join())
  const most = Math.max(1, ...top.map((entry) => entry.leadsCreated))
  return (
    <>
      <ol
        ref={list}
        className={classNames('relative flex flex-1 flex-col px-2 pt-2 pb-2.5', top.length === TOP && 'justify-around')}
      >
        {top.map((entry, index) => (
          <Row key={entry.user.id} entry={entry} place={index + 1} most={most} rise={board.risen.get(entry.user.id)} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function Row({ entry, place, most, rise }: { entry: Entry; place: number; most: number; rise: Rise | undefined }) {
  return (
    <li data-row={entry.user.id} className="relative flex min-h-16 items-center gap-3 rounded-card px-3 py-1.5">
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
      <p className="figures relative w-19 text-right text-small leading-[18px] text-ink-2">
        <span className="text-section leading-[18px] text-ink">{formatCount(entry.leadsCreated)}</span>{' '}
        {entry.leadsCreated === 1 ? 'lead' : 'leads'}
        <span className="block">{countOf(entry.doorsKnocked, 'door')}</span>
      </p>
    </li>
  )
}

function RowSkeletons() {
  return (
    <Loading what="the leaderboard" className="px-5 pt-2 pb-2.5">
      {Array.from({ length: TOP }, (_, index) => (
        <div key={index} className="flex min-h-16 items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-3 flex-1" />
          <Skeleton className="h-5 w-14" />
        </div>
      ))}
    </Loading>
  )
}
