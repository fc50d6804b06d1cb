import { useQuery } from '@apollo/client/react'
import { Pencil, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { Metric } from '../../domain/Metric.tsx'
import { PaceText, TargetBar } from '../../domain/TargetBar.tsx'
import { paceOf } from '../../domain/targetPace.ts'
import { type Period, type TargetRowFragment, TargetsDocument } from '../../gql/graphql.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { periodPhrase } from './periods.ts'
import { metricLabel, progressQuery, targetOwner } from './targetText.ts'

const TargetForm = lazyPart(async () => (await import('./TargetForm.tsx')).TargetForm)

/** The targets of the period with their progress. Owners and admins edit them here. */
export function TargetsCard({ period }: { period: Period }) {
  const { setTargets } = useAbilities()
  const [editing, setEditing] = useState<TargetRowFragment | 'new' | null>(null)
  const { data, error, loading, refetch } = useQuery(TargetsDocument, { fetchPolicy: 'cache-and-network' })
  const targets = data?.targets.filter((target) => target.period === period)
  return (
    <Card
      title="Targets"
      aside={
        setTargets && (
          <Button size="small" icon={Plus} onClick={() => setEditing('new')}>
            Set Target
          </Button>
        )
      }
    >
      {targets ? (
        <ul className="grid gap-x-10 px-5 pt-3 pb-3 max-md:px-4 xl:grid-cols-2">
          {targets.map((target) => (
            <Row
              key={`${target.user?.id} ${target.metric}`}
              target={target}
              onEdit={setTargets ? () => setEditing(target) : undefined}
            />
          ))}
          {targets.length === 0 && (
            <li data-no-targets className="border-t border-line py-3 text-ink-2 xl:col-span-2">
              No targets are set for {periodPhrase(period)}.
            </li>
          )}
        </ul>
      ) : (
        <LoadingOrError query={{ error, loading, refetch }} label="targets" rows={1} className="px-5 py-3" />
      )}
      {editing && (
        <TargetForm target={editing === 'new' ? null : editing} period={period} onClose={() => setEditing(null)} />
      )}
    </Card>
  )
}

function Row({ target, onEdit }: { target: TargetRowFragment; onEdit: (() => void) | undefined }) {
  const { user, metric, value, progress, percent } = target
  const isReached = progress >= value
  const pace = paceOf(target, useNow(), useMe().tenant?.timeZone)
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line py-2">
      {user ? (
        <Avatar name={user.fullName} size={32} />
      ) : (
        <span
          aria-hidden
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-tint text-accent-ink"
        >
          <Users size={16} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <span className="font-semibold">{user?.fullName ?? 'Whole team'}</span>{' '}
            <span className="text-small text-ink-2">{metricLabel(metric)}</span>
          </span>
          <span className="text-small text-ink-2">
            <Metric
              text={formatCount(progress)}
              {...progressQuery(target)}
              className="text-body font-semibold text-ink"
            />{' '}
            of {formatCount(value)}
            <span className="ml-2.5">
              {pace && !isReached ? (
                <PaceText pace={pace} progress={progress} />
              ) : (
                <b className={classNames('figures', isReached ? 'text-good' : 'text-ink')}>
                  {formatCount(Math.floor(percent))}%{isReached && ' reached'}
                </b>
              )}
            </span>
          </span>
        </p>
        <div className="mt-2 mb-1">
          <TargetBar progress={progress} value={value} pace={pace} />
        </div>
      </div>
      {onEdit && (
        <IconButton
          size="small"
          label={`Change the target of ${targetOwner(user)}: ${metricLabel(metric)}`}
          icon={Pencil}
          onClick={onEdit}
        />
      )}
    </li>
  )
}
