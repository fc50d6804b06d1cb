import { useState } from 'react'
import { LeaderboardChangedDocument, LeaderboardDocument } from '../../gql/graphql.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { BOARD_SIZE } from './boardMoves.ts'
import { type BoardEntry, BoardRows } from './BoardRows.tsx'
import { LiveBadge } from './LiveBadge.tsx'
import { type MetricTime, metricTimeOf, rangeName, type ReportRange } from './reportRange.ts'
import { useBoardMoves } from './useBoardMoves.ts'
import { useMoveAnnouncement } from './useMoveAnnouncement.ts'
import { useReplay } from './useReplay.ts'

// Not needed before the board.
const ReplayBar = lazyPart(
  async () => (await import('./ReplayBar.tsx')).ReplayBar,
  <div className="h-[109px] border-t border-line" />,
)

/** The top five of the period, or all, live or replayed at an earlier time, or those of the given days. */
export function Leaderboard({ range }: { range: ReportRange }) {
  const { period } = range
  const hasDays = Boolean(range.from)
  const live = useLiveQuery(LeaderboardDocument, LeaderboardChangedDocument, range, ({ leaderboardChanged }) => ({
    leaderboard: leaderboardChanged,
  }))
  const liveBoard = live.data?.leaderboard
  const replay = useReplay(period)
  const [isWhole, setIsWhole] = useState(false)
  const isReplay = replay.moment !== null && !hasDays
  // Show the live leaderboard until the replayed one is loaded.
  const replayBoard = isReplay ? replay.board : undefined
  const entries = (replayBoard ?? liveBoard)?.entries
  const time = metricTimeOf(range, liveBoard)
  const source = isReplay ? replay : live
  return (
    <Card
      title="Sales Leaderboard"
      aside={hasDays ? rangeName(range) : isReplay ? 'Replay' : <LiveBadge />}
      className="flex flex-col"
    >
      {isReplay && replay.failed ? (
        <ErrorState title="Failed to fetch data" onRetry={replay.retry} busy={replay.busy} />
      ) : entries?.length ? (
        // The key resets the board when the time changes, so that no moves are animated between times. Replayed
        // boards are not animated either.
        replayBoard ? (
          <BoardRows key={`${period} then`} {...{ isWhole, entries, time }} asOf={replayBoard.asOf ?? undefined} />
        ) : (
          <LiveRows key={time.phrase} {...{ isWhole, entries, time }} />
        )
      ) : entries ? (
        <div className="flex flex-1 flex-col justify-center">
          <EmptyState
            title="No activity yet"
            hint={
              hasDays
                ? 'No doors and no leads on these days.'
                : 'Doors and leads of this period show here as they happen.'
            }
          />
        </div>
      ) : (
        <LoadingOrError
          query={source}
          label="the leaderboard"
          rows={BOARD_SIZE}
          cells={['size-8 rounded-full', 'h-3 flex-1', 'h-5 w-14']}
          rowClass="min-h-16 gap-3"
          className="px-5 pt-2 pb-2.5"
        />
      )}
      {entries && entries.length > BOARD_SIZE && (
        <div className="px-1.5 pb-2.5 max-md:px-0.5">
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show Less' : `Show All ${entries.length}`}
          </Button>
        </div>
      )}
      {liveBoard && !hasDays && (
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
  time: MetricTime
}

function LiveRows({ isWhole, entries, time }: LiveRowsProps) {
  const board = useBoardMoves(entries)
  const announcement = useMoveAnnouncement(board)
  return (
    <>
      <BoardRows {...{ isWhole, time }} entries={board.visible} rises={board.rises} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
