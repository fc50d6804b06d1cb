import { type ReactNode, useState } from 'react'
import { type ActivityFilter, ActivityLogDocument, type ActivityOrder } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { usePagedQuery } from '../../lib/pagination.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useUrlFilters } from '../../lib/urlFilters.ts'
import { useUrlOrder } from '../../lib/urlOrder.ts'
import { toastFailure, useFailureToast } from '../../session/failureToasts.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { ActivityFilterBar } from './ActivityFilterBar.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { activityFilters, activityOrder, toActivityInput } from './activityFilters.ts'

const PAGE_SIZE = 50
const FAILED = 'Failed to fetch data'

interface ActivityPanelProps {
  /** Exports the events that match the filter, in the order of the list. */
  exportButton: (request: {
    list: 'ACTIVITY'
    activity: ActivityFilter
    activityOrder: ActivityOrder
    total?: number
  }) => ReactNode
  /** The saved views, above the filters. */
  views: ReactNode
}

/** The activity log with its filters. */
export function ActivityPanel({ exportButton, views }: ActivityPanelProps) {
  const me = useMe()
  const [openedAt] = useState(Date.now)
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(activityFilters)
  const { orderBy, sortBy } = useUrlOrder(activityOrder)
  const phone = useIsPhone()
  const filter = toActivityInput(filters, openedAt)
  const { connection, error, loading, hasMore, loadMore, retry } = usePagedQuery(ActivityLogDocument, 'activityLog', {
    filter,
    orderBy,
    first: PAGE_SIZE,
  })
  useFailureToast(error, FAILED)
  const events = connection?.edges.map(({ node }) => node)
  const empty = (
    <EmptyState
      title="No activity found"
      hint="Choose a longer time span or clear filters."
      action={isFiltered && <Button onClick={clearFilters}>Clear filters</Button>}
    />
  )

  return (
    <>
      {views}
      <ActivityFilterBar filters={filters} onChange={setFilters}>
        {connection && <span>{pluralize(connection.totalCount, 'event')}</span>}
        {exportButton({
          list: 'ACTIVITY',
          activity: filter,
          activityOrder: orderBy,
          total: connection?.totalCount,
        })}
      </ActivityFilterBar>
      <div className="mt-3">
        {events && error && <StaleNote title={FAILED} onRetry={retry} busy={loading} />}
        {!events && error ? (
          <Card>
            <ErrorState title={FAILED} onRetry={retry} busy={loading} />
          </Card>
        ) : !phone ? (
          <ActivityTable
            events={events ?? []}
            withTenant={!me.tenant}
            total={connection?.totalCount ?? 0}
            order={orderBy}
            onSort={sortBy}
            isLoading={!events}
            empty={empty}
          />
        ) : !events ? (
          <Card>
            <LoadingRows label="activity" rows={8} cells={['h-3 w-32', 'h-3 w-40', 'h-3 w-56']} rowClass="h-14 gap-6" />
          </Card>
        ) : events.length === 0 ? (
          <Card>{empty}</Card>
        ) : (
          <ActivityCards events={events} withTenant={!me.tenant} />
        )}
        {hasMore && (
          <ShowMore
            onClick={() => void loadMore().catch((failure: unknown) => toastFailure(failure, FAILED))}
            busy={loading}
          />
        )}
      </div>
    </>
  )
}
