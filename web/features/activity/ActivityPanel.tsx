import { useState } from 'react'
import { ActivityLogDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { usePagedQuery } from '../../lib/pagination.ts'
import { useUrlFilters } from '../../lib/urlFilters.ts'
import { toastFailure, useFailureToast } from '../../session/failureToasts.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { ActivityFilterBar } from './ActivityFilterBar.tsx'
import { ActivityRows } from './ActivityRows.tsx'
import { activityFilters, toActivityInput } from './activityFilters.ts'

const PAGE_SIZE = 50
const FAILED = 'Failed to fetch data'

/** The activity log with its filters. */
export function ActivityPanel() {
  const me = useMe()
  const [openedAt] = useState(Date.now)
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(activityFilters)
  const { connection, error, loading, hasMore, loadMore, retry } = usePagedQuery(ActivityLogDocument, 'activityLog', {
    filter: toActivityInput(filters, openedAt),
    first: PAGE_SIZE,
  })
  useFailureToast(error, FAILED)
  const events = connection?.edges.map(({ node }) => node)

  return (
    <>
      <ActivityFilterBar filters={filters} onChange={setFilters}>
        {connection && pluralize(connection.totalCount, 'event')}
      </ActivityFilterBar>
      <div className="mt-3">
        {!events ? (
          <Card>
            {error ? (
              <ErrorState title={FAILED} onRetry={retry} busy={loading} />
            ) : (
              <LoadingRows
                label="activity"
                rows={8}
                cells={['h-3 w-32', 'h-3 w-40', 'h-3 w-56']}
                rowClass="h-14 gap-6"
              />
            )}
          </Card>
        ) : events.length === 0 ? (
          <Card>
            <EmptyState
              title="No activity found"
              hint="Choose a longer time span or clear filters."
              action={isFiltered && <Button onClick={clearFilters}>Clear filters</Button>}
            />
          </Card>
        ) : (
          <ActivityRows events={events} withTenant={!me.tenant} />
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
