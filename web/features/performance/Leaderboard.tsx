import { useQuery, useSubscription } from '@apollo/client/react'
import { LeaderboardChangedDocument, LeaderboardDocument, type Period } from '../../gql/graphql.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { BOARD_SIZE } from './boardMoves.ts'
import { type BoardEntry, BoardRows } from './BoardRows.tsx'
import { LiveBadge } from './LiveBadge.tsx'
import { ReplayBar } from './ReplayBar.tsx'
import { useBoardMoves } from './useBoardMoves.ts'
import { useMoveAnnouncement } from './useMoveAnnouncement.ts'
import { useReplay } from './useReplay.ts'

/** The top five of the period, live or replayed at an earlier time. */
export function Leaderboard({ period }: { period: Period }) {
  const live = useLiveBoard(period)
  const replay = useReplay(period)
  const isReplay = replay.moment !== null
  // Until the replayed board loads, the live one stays.
  const replayBoard = isReplay ? replay.board : undefined
  const entries = (replayBoard ?? live.board)?.entries
  const source = isReplay ? replay : live
  return (
    <Card title="Sales Leaderboard" aside={isReplay ? 'Replay' : <LiveBadge />} className="flex flex-col">
      {isReplay && replay.failed ? (
        <ErrorState title="Failed to fetch data" onRetry={replay.retry} busy={replay.busy} />
      ) : entries?.length ? (
        // The key resets the board when the period changes, so that no moves are animated between periods. Replayed
        // boards are not animated either.
        replayBoard ? (
          <BoardRows key={`${period} then`} entries={entries} period={period} asOf={replayBoard.asOf ?? undefined} />
        ) : (
          <LiveRows key={period} entries={entries} period={period} />
        )
      ) : entries ? (
        <div className="flex flex-1 flex-col justify-center">
          <EmptyState title="No activity yet" hint="Doors and leads of this period show here as they happen." />
        </div>
      ) : source.failed ? (
        <ErrorState title="Failed to fetch data" onRetry={source.retry} busy={source.busy} />
      ) : (
        <BoardSkeleton />
      )}
      {live.board && <ReplayBar moment={replay.moment} onMoment={replay.setMoment} timeZone={live.board.timeZone} />}
    </Card>
  )
}

function useLiveBoard(period: Period) {
  const { data, error, loading, refetch } = useQuery(LeaderboardDocument, {
    variables: { period },
    fetchPolicy: 'cache-and-network',
  })
  useSubscription(LeaderboardChangedDocument, {
    variables: { period },
    ignoreResults: true,
    onData: ({ client, data: { data: pushed } }) => {
      if (!pushed) return
      // A push contains the whole board, not a difference.
      client.writeQuery({
        query: LeaderboardDocument,
        variables: { period },
        data: { leaderboard: pushed.leaderboardChanged },
      })
    },
  })
  return {
    board: data?.leaderboard,
    failed: Boolean(error),
    busy: loading,
    retry: () => void refetch().catch(() => undefined),
  }
}

function LiveRows({ entries, period }: { entries: readonly BoardEntry[]; period: Period }) {
  const board = useBoardMoves(entries)
  const announcement = useMoveAnnouncement(board)
  return (
    <>
      <BoardRows entries={board.visible} rises={board.rises} period={period} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function BoardSkeleton() {
  return (
    <Loading label="the leaderboard" className="px-5 pt-2 pb-2.5">
      {Array.from({ length: BOARD_SIZE }, (_, index) => (
        <div key={index} className="flex min-h-16 items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-3 flex-1" />
          <Skeleton className="h-5 w-14" />
        </div>
      ))}
    </Loading>
  )
}
