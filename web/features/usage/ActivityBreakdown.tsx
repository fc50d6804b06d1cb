import { useState } from 'react'
import { ActivityBreakdownDocument, type ActivityBreakdownQuery } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { pluralize, formatCount } from '../../lib/numbers.ts'
import { useLoggedFailure } from '../../lib/useLoggedFailure.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { Metric } from '../../domain/Metric.tsx'
import { type DayChoice, daysPhrase } from './days.ts'

type Action = ActivityBreakdownQuery['activityStats']['byAction'][number]

/** The number of actions shown before the user expands the list. */
const TOP_COUNT = 7

interface ActivityBreakdownProps {
  days: DayChoice
  /** The selected tenant; without one, all tenants are counted. */
  tenant: { name: string } | null | undefined
  className?: string
}

/** The number of events of each type, as a bar chart. */
export function ActivityBreakdown({ days, tenant, className }: ActivityBreakdownProps) {
  const [showAll, setShowAll] = useState(false)
  const { data, error, failed, busy, retry } = useFreshQuery(ActivityBreakdownDocument, { days: Number(days) })
  useLoggedFailure(error, 'Failed to fetch the activity')
  const actions = data?.activityStats.byAction
  const visibleActions = showAll ? actions : actions?.slice(0, TOP_COUNT)
  const maxCount = actions?.[0]?.count ?? 1
  return (
    <Card
      title="Activity Breakdown"
      aside={actions && [tenant?.name, asideOf(actions.length, showAll)].filter(Boolean).join(' · ')}
      className={className}
    >
      {visibleActions?.length ? (
        <>
          <ul className="px-5 pt-3 pb-2 max-md:px-4">
            {visibleActions.map((action) => (
              <Bar key={action.action} {...{ action, maxCount, days }} allTenants={!tenant} />
            ))}
          </ul>
          {actions!.length > TOP_COUNT && (
            <p className="px-5 pb-4 max-md:px-4">
              <Button
                size="small"
                variant="quiet"
                aria-expanded={showAll}
                onClick={() => setShowAll(!showAll)}
                className="-ml-2.5"
              >
                {showAll ? 'Show Fewer' : `Show All ${formatCount(actions!.length)} Actions`}
              </Button>
            </p>
          )}
        </>
      ) : visibleActions ? (
        <EmptyState title="No activity found" hint="Choose a longer period." />
      ) : (
        <LoadingOrError query={{ failed, busy, retry }} label="activity" rows={TOP_COUNT} className="px-5 py-3" />
      )}
    </Card>
  )
}

const asideOf = (count: number, showAll: boolean): string =>
  showAll || count <= TOP_COUNT ? pluralize(count, 'action') : `Top ${TOP_COUNT} of ${formatCount(count)} actions`

interface BarProps {
  action: Action
  maxCount: number
  days: DayChoice
  allTenants: boolean
}

function Bar({ action: { action, count }, maxCount, days, allTenants }: BarProps) {
  const { label, icon: Icon } = activityDisplay(action)
  return (
    <li className="flex min-h-[39px] items-center gap-x-3 gap-y-1.5 max-md:flex-wrap max-md:py-2">
      <Icon aria-hidden size={17} className="shrink-0 text-ink-2" />
      <span className="w-40 min-w-0 shrink-0 max-md:w-auto max-md:flex-1">{label}</span>
      <span
        aria-hidden
        className="h-[7px] flex-1 overflow-hidden rounded-full bg-sunken max-md:order-last max-md:min-w-full"
      >
        <span style={{ width: `${(100 * count) / maxCount}%` }} className="block h-full rounded-full bg-ink-2" />
      </span>
      <span className="w-16 text-right">
        <Metric
          text={formatCount(count)}
          title={`${label}, ${daysPhrase(days)}`}
          input={{ figure: 'API_CALLS', action, days: Number(days) }}
          allTenants={allTenants}
        />
      </span>
    </li>
  )
}
