import { useSearchParams } from 'react-router-dom'
import { formatDateRange } from '../../lib/dates.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Leaderboard } from './Leaderboard.tsx'
import { periodFrom, periods } from './periods.ts'
import { StatStrip } from './StatStrip.tsx'
import { TeamTable } from './TeamTable.tsx'
import { useTeamFigures } from './useTeamFigures.ts'

/** A team's figures under a title: one period drives them all, and is kept in the address. */
export function TeamDashboard({ title }: { title: string }) {
  const [search, setSearch] = useSearchParams()
  const period = periodFrom(search.get('period'))
  const figures = useTeamFigures(period)
  const timeZone = useMe().tenant?.timeZone
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-title">{title}</h1>
          <p className="mt-0.5 min-h-5 text-body text-ink-2">
            {figures.range && formatDateRange(figures.range.from, figures.range.to, timeZone)}
          </p>
        </div>
        <Segmented
          label="Period"
          options={periods}
          value={period}
          onChange={(next) => setSearch({ period: next.toLowerCase() }, { replace: true })}
          className="max-md:w-full"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatStrip {...{ period, totals: figures.totals, members: figures.members, failed: figures.failed }} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_384px]">
          {figures.failed && !figures.members ? (
            <Card title="Team Performance">
              <ErrorState title="Failed to fetch data" onRetry={figures.refetch} busy={figures.busy} />
            </Card>
          ) : (
            <TeamTable members={figures.members} />
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] max-md:order-first">
            <Leaderboard period={period} onChange={figures.reread} />
          </div>
        </div>
      </div>
    </>
  )
}
