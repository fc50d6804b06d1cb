import { useQuery } from '@apollo/client/react'
import { Metric } from '../../domain/Metric.tsx'
import { PaceText, TargetBar } from '../../domain/TargetBar.tsx'
import { paceOf } from '../../domain/targetPace.ts'
import { type Period, type TargetRowFragment, TargetsDocument } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { periodPhrase } from './periods.ts'
import { metricLabel, progressQuery } from './targetText.ts'

/** The targets of a rep in the period, with their pace. */
export function RepTargets({ userId, period, className }: { userId: string; period: Period; className?: string }) {
  const { data, error, loading, refetch } = useQuery(TargetsDocument, { fetchPolicy: 'cache-and-network' })
  const now = useNow()
  const timeZone = useMe().tenant?.timeZone
  const targets = data?.targets.filter((target) => target.user?.id === userId && target.period === period)
  const pace = targets?.[0] && paceOf(targets[0], now, timeZone)
  return (
    <Card title="Targets" aside={pace && `${pluralize(pace.daysLeft, 'working day')} left`} className={className}>
      {targets ? (
        <ul className="px-5 pt-3 pb-4 max-md:px-4">
          {targets.map((target) => (
            <Row key={target.metric} target={target} now={now} timeZone={timeZone} />
          ))}
          {targets.length === 0 && <li className="text-ink-2">No targets are set for {periodPhrase(period)}.</li>}
        </ul>
      ) : (
        <LoadingOrError query={{ error, loading, refetch }} label="targets" rows={3} rowClass="h-16" />
      )}
    </Card>
  )
}

function Row({ target, now, timeZone }: { target: TargetRowFragment; now: number; timeZone: string | undefined }) {
  const { metric, progress, value } = target
  const pace = paceOf(target, now, timeZone)
  return (
    <li className="pb-5 last:pb-0">
      <p className="flex items-baseline justify-between gap-3 pb-2">
        <span>{metricLabel(metric)}</span>
        <span className="text-ink-2">
          <Metric text={formatCount(progress)} {...progressQuery(target)} className="font-semibold text-ink" /> of{' '}
          {formatCount(value)}
        </span>
      </p>
      <TargetBar progress={progress} value={value} pace={pace} />
      {pace && (
        <p className="pt-2 text-small text-ink-2">
          <PaceText pace={pace} progress={progress} />
        </p>
      )}
    </li>
  )
}
