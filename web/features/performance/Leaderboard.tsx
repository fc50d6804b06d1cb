import { useState } from 'react'
import { LeaderboardChangedDocument, LeaderboardDocument, type Period } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { BOARD_SIZE } from './boardMoves.ts'
import { type BoardEntry, BoardRows } from './BoardRows.tsx'
import { LiveBadge } from './LiveBadge.tsx'
import { ReplayBar } from './ReplayBar.tsx'
import { useBoardMoves } from './useBoardMoves.ts'
import { useMoveAnnouncement } from './useMoveAnnouncement.ts'
import { useReplay } from './useReplay.ts'

/** The top five of the period, or all, live or replayed at an earlier time. */
export function Leaderboard({ period }: { period: Period }) {
  const live = useLiveQuery(LeaderboardDocument, LeaderboardChangedDocument, { period }, ({ leaderboardChanged }) => ({
    leaderboard: leaderboardChanged,
  }))
  const liveBoard = live.data?.leaderboard
  const replay = useReplay(period)
  const [isWhole, setIsWhole] = useState(false)
  const isReplay = replay.moment !== null
  // Show the live leaderboard until the replayed one is loaded.
  const replayBoard = isReplay ? replay.board : undefined
  const entries = (replayBoard ?? liveBoard)?.entries
  const source = isReplay ? replay : live
  return (
    <Card title="Sales Leaderboard" aside={isReplay ? 'Replay' : <LiveBadge />} className="flex flex-col">
      {isReplay && replay.failed ? (
        <ErrorState title="Failed to fetch data" onRetry={replay.retry} busy={replay.busy} />
      ) : entries?.length ? (
        // The key resets the board when the period changes, so that no moves are animated between periods. Replayed
        // boards are not animated either.
        replayBoard ? (
          <BoardRows key={`${period} then`} {...{ isWhole, entries, period }} asOf={replayBoard.asOf ?? undefined} />
        ) : (
          <LiveRows key={period} {...{ isWhole, entries, period }} />
        )
      ) : entries ? (
        <div className="flex flex-1 flex-col justify-center">
          <EmptyState title="No activity yet" hint="Doors and leads of this period show here as they happen." />
        </div>
      ) : source.failed ? (
        <ErrorState title="Failed to fetch data" onRetry={source.retry} busy={source.busy} />
      ) : (
        <LoadingRows
          label="the leaderboard"
          rows={BOARD_SIZE}
          cells={['size-8 rounded-full', 'h-3 flex-1', 'h-5 w-14']}
          rowClass="min-h-16 gap-3"
          className="px-5 pt-2 pb-2.5"
        />
      )}
      {entries && entries.length > BOARD_SIZE && (
        <div className="px-4 pb-2.5">
          <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show all ${entries.length}`}
          </Button>
        </div>
      )}
      {liveBoard && (
        <ReplayBar
          period={period}
          moment={replay.moment}
          onMoment={replay.setMoment}
          timeZone={liveBoard.timeZone}
          leads={entries?.reduce((sum, { leadsCreated }) => sum + leadsCreated, 0) ?? 0}
        />
      )}
    </Card>
  )
}

interface LiveRowsProps {
  isWhole: boolean
  entries: readonly BoardEntry[]
  period: Period
}

function LiveRows({ isWhole, entries, period }: LiveRowsProps) {
  const board = useBoardMoves(entries)
  const announcement = useMoveAnnouncement(board)
  return (
    <>
      <BoardRows isWhole={isWhole} entries={board.visible} rises={board.rises} period={period} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
