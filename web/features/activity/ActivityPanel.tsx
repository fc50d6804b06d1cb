import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { ActivityLogDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ActivityFilterBar } from './ActivityFilterBar.tsx'
import { ActivityRows } from './ActivityRows.tsx'
import { useActivityFilter } from './useActivityFilter.ts'

const PAGE_SIZE = 50
const FAILED = 'Failed to fetch data'

/** The activity log with its filters. */
export function ActivityPanel() {
  const me = useMe()
  const { filters, input, set, isFiltered: narrowed, clear } = useActivityFilter()
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ActivityLogDocument, {
    variables: { filter: input, first: PAGE_SIZE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  useEffect(() => {
    if (error) toastFailure(error, FAILED)
  }, [error])
  const log = (data ?? previousData)?.activityLog
  const events = log?.edges.map(({ node }) => node)
  const loadMore = () =>
    fetchMore({
      variables: { after: log?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: more }) => ({
        activityLog: { ...more.activityLog, edges: [...before.activityLog.edges, ...more.activityLog.edges] },
      }),
    }).catch((failure: unknown) => toastFailure(failure, FAILED))

  return (
    <>
      <ActivityFilterBar filters={filters} onChange={set}>
        {log && pluralize(log.totalCount, 'event')}
      </ActivityFilterBar>
      <div className="mt-3">
        {!events ? (
          <Card>
            {error ? (
              <ErrorState title={FAILED} onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
            ) : (
              <Loading label="activity" className="px-5 py-3">
                {Array.from({ length: 8 }, (_, index) => (
                  <div key={index} className="flex h-14 items-center gap-6">
                    <Skeleton className="h-3 w-32" />
                    <Skeleton className="h-3 w-40" />
                    <Skeleton className="h-3 w-56" />
                  </div>
                ))}
              </Loading>
            )}
          </Card>
        ) : events.length === 0 ? (
          <Card>
            <EmptyState
              title="No activity found"
              hint="Choose a longer time, or set fewer filters."
              action={narrowed && <Button onClick={clear}>Clear filters</Button>}
            />
          </Card>
        ) : (
          <ActivityRows events={events} withTenant={!me.tenant} />
        )}
        {log?.pageInfo.hasNextPage && (
          <p className="mt-4 text-center">
            <Button onClick={() => void loadMore()} busy={loading}>
              Show more
            </Button>
          </p>
        )}
      </div>
    </>
  )
}
