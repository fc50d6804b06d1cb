import { useQuery, useSubscription } from '@apollo/client/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { LeaderboardChangedDocument, RepTodayDocument } from '../../gql/graphql.ts'
import { RepLink } from '../../domain/RepLink.tsx'
import { PaceText, TargetBar } from '../../domain/TargetBar.tsx'
import { paceOf } from '../../domain/targetPace.ts'
import { formatCount, formatOrdinal, pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { HourBars } from './HourBars.tsx'
import {
  besideUsual,
  type BoardEntry,
  entriesAround,
  missingToNext,
  onMostDays,
  type RepTarget,
  shareOfDoors,
  targetTitle,
  targetUnit,
  withOwnDay,
} from './repToday.ts'

const REFETCH_INTERVAL_MS = 1000

/** The rep's day: doors, talks and leads, the doors by hour, the rank with the reps above and below, and the targets with their pace. */
export function RepToday() {
  const { data, error, loading, refetch } = useQuery(RepTodayDocument, { fetchPolicy: 'cache-and-network' })
  const retry = () => void refetch().catch(() => undefined)
  useSubscription(LeaderboardChangedDocument, {
    variables: { period: 'DAY' },
    ignoreResults: true,
    onData: useThrottledCallback(retry, REFETCH_INTERVAL_MS),
  })
  if (!data && error) {
    return (
      <Card>
        <ErrorState title="Failed to fetch data" onRetry={retry} busy={loading} />
      </Card>
    )
  }
  const day = data?.repDay
  const userId = day?.user.id
  const targets = data?.targets.filter(({ user }) => user?.id === userId) ?? []
  return (
    // The rank stands beside the day with the targets below it, so that no card is empty.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3 md:grid-cols-2 md:grid-rows-[1fr_auto]">
      <Card className="flex flex-col">
        <h2 className="sr-only">Today</h2>
        <dl className="mx-5 grid grid-cols-[repeat(3,auto)] divide-x divide-line pt-4 max-md:mx-4">
          <Stat label="Doors" value={day?.doorsKnocked}>
            {day && besideUsual(day.doorsKnocked, day.medianDoorsKnocked)}
          </Stat>
          <Stat label="Talks" value={day?.talks}>
            {day && shareOfDoors(day.talks, day.doorsKnocked)}
          </Stat>
          <Stat label="Leads" value={day?.leadsCreated}>
            {day && onMostDays(day.medianLeadsCreated)}
          </Stat>
        </dl>
        <div className="mt-auto px-5 pt-4 pb-3 max-md:px-4">
          {day?.doorsKnocked === 0 && <p className="mb-2 text-small text-ink-2">No doors yet today</p>}
          {day ? (
            <HourBars hours={day.hours} timeZone={day.timeZone} />
          ) : (
            <Skeleton className="h-21.5 w-full md:h-29.5" />
          )}
        </div>
      </Card>
      <RankCard entries={data && withOwnDay(data.leaderboard.entries, data.repDay)} userId={userId} />
      {day && targets.length === 0 && (
        <Card title="Target">
          <p className="px-5 pt-1 pb-4 text-body text-ink-2 max-md:px-4">No target yet. Set one with your owner.</p>
        </Card>
      )}
      {targets.length > 0 && (
        <div className="grid content-start gap-4 max-md:gap-3">
          {targets.map((target) => (
            <TargetCard key={`${target.period} ${target.metric}`} target={target} timeZone={day!.timeZone} />
          ))}
        </div>
      )}
    </div>
  )
}

function Stat({ label, value, children }: { label: string; value: number | undefined; children?: string | undefined }) {
  return (
    <div className="flex flex-col-reverse justify-end pr-1 pl-3.5 first:pl-0 last:pr-0">
      <dt className="text-body font-[550]">
        {label}
        {children && <span className="block text-micro font-normal text-ink-2">{children}</span>}
      </dt>
      <dd className="flex h-9 items-center text-stat">
        {value === undefined ? <Skeleton className="h-6 w-12" /> : formatCount(value)}
      </dd>
    </div>
  )
}

function RankCard({ entries, userId }: { entries: readonly BoardEntry[] | undefined; userId: string | undefined }) {
  const phone = useIsPhone()
  const [isWhole, setIsWhole] = useState(false)
  const own = entries?.find(({ user }) => user.id === userId)
  const nearest = entries && entriesAround(entries, userId, phone ? 3 : 4)
  const shown = isWhole ? entries : nearest
  const maxLeads = Math.max(1, ...(entries?.map(({ leadsCreated }) => leadsCreated) ?? []))
  return (
    <Card
      title={own ? `${formatOrdinal(own.rank)} Today` : 'Leaderboard Today'}
      aside={entries && <span className="font-semibold text-accent-ink">{missingToNext(entries, userId)}</span>}
      className="md:row-span-2"
    >
      {!entries || !nearest || !shown ? (
        <Skeleton className="mx-5 mt-3 mb-5 h-24 max-md:mx-4" />
      ) : entries.length === 0 ? (
        <p className="px-5 pt-1 pb-5 text-body text-ink-2 max-md:px-4">The team has no doors yet today.</p>
      ) : (
        <ol className="px-2 pt-2 pb-3 max-md:px-1 max-md:pt-1">
          {shown.map((entry) => (
            <li
              key={entry.user.id}
              className={classNames(
                'relative flex min-h-14 items-center gap-3 rounded-card border px-3 max-md:min-h-13 max-md:gap-2 max-md:px-2.5',
                entry.user.id === userId ? 'border-accent-line bg-accent-tint' : 'border-transparent',
              )}
            >
              <span className="figures w-4 text-center text-section">{entry.rank}</span>
              <span className="max-[359px]:hidden">
                <Avatar name={entry.user.fullName} size={32} />
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex items-baseline gap-3">
                  <span className="min-w-0 flex-1 truncate text-body font-semibold">
                    {entry.user.id === userId ? (
                      <RepLink
                        user={{ id: entry.user.id, fullName: 'You' }}
                        className="after:absolute after:inset-0 after:rounded-card"
                      />
                    ) : (
                      entry.user.fullName
                    )}
                  </span>
                  <span className="figures shrink-0 text-small text-ink-2">
                    <b className="text-body text-ink">{formatCount(entry.leadsCreated)}</b>{' '}
                    {entry.leadsCreated === 1 ? 'lead' : 'leads'}
                    <span className="ml-2.5">{pluralize(entry.doorsKnocked, 'door')}</span>
                  </span>
                </p>
                <Bar share={entry.leadsCreated / maxLeads} isOwn={entry.user.id === userId} />
              </div>
              {entry.user.id === userId && <ChevronRight aria-hidden size={18} className="-mr-1 text-ink-3" />}
            </li>
          ))}
          {entries.length > nearest.length && (
            <li className="px-1 pt-1">
              <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
                {isWhole ? 'Show Less' : `Show All ${entries.length}`}
              </Button>
            </li>
          )}
        </ol>
      )}
    </Card>
  )
}

function Bar({ share, isOwn }: { share: number; isOwn: boolean }) {
  return (
    <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div
        style={{ width: `${Math.min(1, share) * 100}%` }}
        className={classNames('h-full rounded-full', isOwn ? 'bg-series-1' : 'bg-series-5')}
      />
    </div>
  )
}

function TargetCard({ target, timeZone }: { target: RepTarget; timeZone: string }) {
  const pace = paceOf(target, useNow(), timeZone)
  const { progress, value } = target
  return (
    <Card
      title={targetTitle(target, timeZone)}
      aside={
        <span>
          <b className="figures text-body text-ink">{formatCount(progress)}</b> of {formatCount(value)}{' '}
          {targetUnit(target)}
        </span>
      }
    >
      <div className="px-5 pt-3 pb-4 max-md:px-4 max-md:pt-2 max-md:pb-3.5">
        <TargetBar progress={progress} value={value} pace={pace} />
        <p className="mt-2.5 flex justify-between gap-3 text-small text-ink-2">
          {pace ? (
            <PaceText pace={pace} progress={progress} />
          ) : (
            <span>{progress >= value ? 'Reached' : `${formatCount(value - progress)} to go`}</span>
          )}
          {pace && <span>{pluralize(pace.daysLeft, 'working day')} left</span>}
        </p>
      </div>
    </Card>
  )
}
