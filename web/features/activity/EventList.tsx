import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { ExplainDocument, type ExplainQuery, type Figure, type FigureInput } from '../../gql/graphql.ts'
import { formatDate, formatDateRange, formatTime } from '../../lib/dates.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { EventRecordLink } from './EventRecordLink.tsx'
import { formatAmount, isCorrectable, formatEventCount, formatTotal } from './amounts.ts'
import { type CountedEvent, formatEvent, formatEventDetails, isRecordedLate } from './formatEvent.ts'

const PAGE_SIZE = 50

/** The events of a metric, latest first, below its value. `onOpen` is called before the record of an event opens. */
export function EventList({ input, onOpen }: { input: FigureInput; onOpen: () => void }) {
  const [loadMoreFailed, setLoadMoreFailed] = useState(false)
  const [corrections, setCorrections] = useState(false)
  // Refetch on every opening, because the metric changes over time.
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ExplainDocument, {
    variables: { input: { ...input, corrections }, first: PAGE_SIZE },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const explained = (data ?? previousData)?.explain
  const loadMore = () => {
    setLoadMoreFailed(false)
    return fetchMore({
      variables: { after: explained?.pageInfo.endCursor },
      // Keep the total of the first page, so that it matches the events listed.
      updateQuery: (before, { fetchMoreResult: { explain: more } }) => ({
        explain: { ...before.explain, pageInfo: more.pageInfo, edges: [...before.explain.edges, ...more.edges] },
      }),
    }).catch(() => setLoadMoreFailed(true))
  }

  if (!explained) {
    return error ? (
      <ErrorState title="Failed to fetch data" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
    ) : (
      <LoadingRows
        label="events"
        rows={6}
        cells={['size-6 rounded-full', 'h-3 w-3/5']}
        rowClass="h-11 gap-3"
        className=""
      />
    )
  }
  const { figure, edges, pageInfo } = explained
  return (
    <>
      <EventListHeading explained={explained} shown={edges.length} corrections={corrections} />
      {isCorrectable(figure) && (
        <Switch checked={corrections} onChange={setCorrections} className="mb-3 text-small">
          Show reversed events
        </Switch>
      )}
      {edges.length === 0 ? (
        <EmptyState title="No events" hint="This metric counts no events." />
      ) : (
        <ul aria-label="Events" className="divide-y divide-line border-y border-line">
          {edges.map(({ node, cursor }) => (
            <EventRow
              key={`${cursor} ${node.event.eventId}`}
              counted={node}
              onOpen={onOpen}
              isOfOneType={!corrections && figuresOfOneType.includes(figure)}
              amount={formatAmount(figure, node.amount, corrections)}
            />
          ))}
        </ul>
      )}
      {pageInfo.hasNextPage && <ShowMore onClick={() => void loadMore()} busy={loading} busyLabel="Loading..." />}
      <p role="status" className="mt-2 text-center text-small text-bad empty:hidden">
        {loadMoreFailed && 'Failed to fetch data'}
      </p>
    </>
  )
}

interface HeadingProps {
  explained: ExplainQuery['explain']
  shown: number
  corrections: boolean
}

function EventListHeading({ explained, shown, corrections }: HeadingProps) {
  const { figure, total, from, to, pageInfo } = explained
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-2">
      <p role="status" aria-label="Metric total">
        <span className="figures mr-1 text-stat-compact text-ink">{formatTotal(figure, total)}</span>{' '}
        {formatEventCount(corrections ? null : figure, shown, total, pageInfo.hasNextPage)}
      </p>
      {from && to && <p>{formatDateRange(from, to)}</p>}
    </div>
  )
}

interface EventRowProps {
  counted: CountedEvent
  amount: string | null
  /** Whether all the events of the list have the type of this one, so that it is not named. */
  isOfOneType: boolean
  onOpen: () => void
}

/** An event without its neighborhood if its record is named, which says more. */
const withoutPlace = (event: CountedEvent['event']) =>
  event.record ? { ...event, data: { ...(event.data as object), neighborhood: null } } : event

/** Metrics that count events of one type. */
const figuresOfOneType: readonly Figure[] = ['DOORS_KNOCKED', 'TALKS', 'LEADS_CREATED', 'TOTAL_LEADS']

function EventRow({ counted, amount, isOfOneType, onOpen }: EventRowProps) {
  const { openEvent } = useOpenRecord()
  const { actor, record, occurredAt, recordedAt } = counted.event
  const formatDateTime = (at: string) => `${formatDate(at)}, ${formatTime(at)}`
  const name = actor?.fullName ?? 'Not signed in'
  return (
    <li className="flex min-h-11 items-center gap-3 py-1 max-sm:flex-wrap max-sm:gap-y-0">
      <span title={name} className="flex">
        <Avatar name={name} size={24} />
        <span className="sr-only">{name}</span>
      </span>
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 wrap-anywhere">
        {record && <EventRecordLink record={record} isShort onOpen={onOpen} />}
        <button
          type="button"
          aria-label={`Open event: ${formatEvent(counted)}`}
          className="rounded-badge text-left text-small text-ink-2 hover:underline touch:-my-3 touch:py-3"
          onClick={() => {
            onOpen()
            openEvent(counted.event.eventId)
          }}
        >
          {isOfOneType ? formatEventDetails(withoutPlace(counted.event)) : formatEvent(counted)}
        </button>
      </p>
      <span className="text-right text-small text-ink-2 max-sm:w-full max-sm:pl-9 max-sm:text-left">
        <time dateTime={occurredAt} className="figures">
          {formatDateTime(occurredAt)}
        </time>
        {isRecordedLate(counted) && <>, recorded {formatDateTime(recordedAt)}</>}
      </span>
      {amount && <span className="figures text-small font-semibold whitespace-nowrap">{amount}</span>}
    </li>
  )
}
