import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { ActivityLogDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { formatEventText } from './formatEvent.ts'
import { placeOf, withoutKnownPlace } from './eventPlace.ts'

const PAGE_SIZE = 20

/** The events that the event of an import or undo stands for, latest first. Each opens. */
export function GroupedEvents({ groupId }: { groupId: string }) {
  const { openEvent } = useOpenRecord()
  const [loadMoreFailed, setLoadMoreFailed] = useState(false)
  const { data, error, loading, refetch, fetchMore } = useQuery(ActivityLogDocument, {
    variables: { filter: { groupOf: groupId }, first: PAGE_SIZE },
    notifyOnNetworkStatusChange: true,
  })
  if (!data)
    return (
      <LoadingOrError
        query={{ error, loading, refetch }}
        label="events"
        rows={4}
        cells={['h-3.5 w-40', 'h-3.5 w-24']}
        className="mt-4"
      />
    )
  const { edges, pageInfo, totalCount } = data.activityLog
  const loadMore = () => {
    setLoadMoreFailed(false)
    return fetchMore({
      variables: { after: pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { activityLog: more } }) => ({
        activityLog: { ...more, edges: [...before.activityLog.edges, ...more.edges] },
      }),
    }).catch(() => setLoadMoreFailed(true))
  }
  return (
    <section aria-label="Events" className="mt-4 border-t border-line pt-4">
      <h3 className="text-section">{pluralize(totalCount, 'event')}</h3>
      <ul className="mt-2 divide-y divide-line">
        {edges.map(({ node }) => (
          <li key={node.eventId}>
            <button
              type="button"
              onClick={() => openEvent(node.eventId)}
              className="min-h-11 w-full py-2 text-left text-body wrap-anywhere -outline-offset-2 hover:bg-hover"
            >
              {formatEventText(withoutKnownPlace(node))}
              {placeOf(node) && <span className="text-ink-2"> · {placeOf(node)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && <ShowMore onClick={() => void loadMore()} busy={loading} busyLabel="Loading..." />}
      <p role="status" className="mt-2 text-center text-small text-bad empty:hidden">
        {loadMoreFailed && 'Failed to fetch data'}
      </p>
    </section>
  )
}
