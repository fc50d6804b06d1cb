import { useParams } from 'react-router-dom'
import { ExplainMetrics } from '../features/activity/ExplainMetrics.tsx'
import { useUndoKnock } from '../features/knocking/useUndoKnock.ts'
import { describeOpenSession } from '../features/performance/describeOpenSession.ts'
import { periods } from '../features/performance/periods.ts'
import { RepFigures } from '../features/performance/RepFigures.tsx'
import { RepOutcomes } from '../features/performance/RepOutcomes.tsx'
import { RepRecentWork, RepRecords } from '../features/performance/RepRecords.tsx'
import { RepSessions } from '../features/performance/RepSessions.tsx'
import { RepTargets } from '../features/performance/RepTargets.tsx'
import { TrendCard } from '../features/performance/TrendCard.tsx'
import { usePeriod } from '../features/performance/usePeriod.ts'
import { type RepSummary, useRepSummary } from '../features/performance/useRepSummary.ts'
import { RoleBadge } from '../domain/RoleBadge.tsx'
import { formatDate } from '../lib/dates.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { useNow } from '../lib/useNow.ts'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import { useMockData } from '../session/person/mockData.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Breadcrumb } from '../ui/PageHeader.tsx'

// Reads the tiles of the map, which the figures do not wait for.
const RouteMap = lazyPart(
  async () => (await import('../features/map/thumbnail/RouteMap.tsx')).RouteMap,
  <Skeleton className="h-52 rounded-none" />,
)

const SECOND_MS = 1000

/** /reps/:id: the work of one rep. A rep sees only their own. */
export function RepScreen() {
  const { id = '' } = useParams()
  const [period, setPeriod] = usePeriod()
  const { summary, error, busy, retry } = useRepSummary(id, period)
  const me = useMe()
  const mock = useMockData()
  const undoKnock = useUndoKnock()
  const canUndo = !mock && (id === me.id || me.abilities.withdrawTeamKnocks)
  const undo = ({ eventId, propertyId, address, occurredAt }: RepSummary['recentKnocks'][number]) =>
    undoKnock({ eventId, propertyId: propertyId!, title: address ?? '', knockedAt: occurredAt }).then(retry)
  if (!summary && error) {
    return (
      <Card>
        <ErrorState title="Failed to fetch data" hint={error.message} onRetry={retry} busy={busy} />
      </Card>
    )
  }
  return (
    <ExplainMetrics>
      <title>{`${summary?.user.fullName ?? 'Sales Rep'} · Porchlight`}</title>
      <RepBreadcrumb name={summary?.user.fullName} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <Heading summary={summary} />
        <SegmentedControl
          label="Period"
          options={periods}
          value={period}
          onChange={setPeriod}
          className="max-md:w-full"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RepFigures summary={summary} failed={Boolean(error)} />
        {/* On a narrow window there is one column, in which the targets come after the chart. */}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-xl:contents">
            <TrendCard
              range={{ period }}
              initialMetric="doorsKnocked"
              user={summary?.user ?? { id, fullName: '' }}
              className="max-xl:-order-2"
            />
            {summary && (
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <RepSessions summary={summary} />
                  <RepRecords summary={summary} />
                </div>
                <RepOutcomes summary={summary} />
              </div>
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-xl:contents">
            <RepTargets userId={id} period={period} className="max-xl:-order-1" />
            {summary && (
              <RepRecentWork
                summary={summary}
                onUndo={canUndo ? (knock) => void undo(knock) : undefined}
                drawRoute={(stops, label) => <RouteMap stops={stops} label={label} />}
              />
            )}
          </div>
        </div>
      </div>
    </ExplainMetrics>
  )
}

/** The rep's place below the list of users, for those who may see it. */
function RepBreadcrumb({ name }: { name: string | undefined }) {
  const { listUsers } = useAbilities()
  return (
    <div className="mb-3 max-md:-mt-1 max-md:*:mt-0">
      <Breadcrumb parent={listUsers ? { to: '/users', label: 'User Management' } : { to: '/', label: 'Dashboard' }}>
        {name}
      </Breadcrumb>
    </div>
  )
}

function Heading({ summary }: { summary: RepSummary | undefined }) {
  if (!summary) return <Skeleton className="h-14 w-72" />
  const { user, role, since } = summary
  const open = summary.sessions.find(({ endedAt }) => !endedAt)
  return (
    <div className="flex items-center gap-4">
      <Avatar name={user.fullName} size={56} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-title wrap-anywhere">{user.fullName}</h1>
          {role && <RoleBadge role={role} />}
          {open && <OpenSession session={open} lastKnockAt={summary.recentKnocks[0]?.occurredAt} />}
        </div>
        <p className="flex flex-wrap gap-x-3 text-body wrap-anywhere text-ink-2">
          <span>{user.email}</span>
          {since && <span>since {formatDate(since)}</span>}
        </p>
      </div>
    </div>
  )
}

interface OpenSessionProps {
  session: RepSummary['sessions'][number]
  lastKnockAt: string | undefined
}

function OpenSession({ session, lastKnockAt }: OpenSessionProps) {
  const { isKnocking, text } = describeOpenSession(session, lastKnockAt, useNow(SECOND_MS))
  return (
    <span
      className={`figures flex items-center gap-1.5 text-small font-semibold ${isKnocking ? 'text-good' : 'text-ink-2'}`}
    >
      {isKnocking && <span aria-hidden className="size-2 rounded-full bg-good-fill" />}
      {text}
    </span>
  )
}
