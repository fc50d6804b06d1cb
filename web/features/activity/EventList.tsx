import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  ExplainDocument,
  ExplainMoreDocument,
  type ExplainQuery,
  type Figure,
  type FigureInput,
} from '../../gql/graphql.ts'
import { PropertyTypeIcon, propertyTypes } from '../../domain/PropertyTypeIcon.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { formatDate, formatDay, formatTime } from '../../lib/dates.ts'
import { formatDateRange } from '../../lib/formatDateRange.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { actorName } from './actorName.ts'
import { EventIcon } from './EventIcon.tsx'
import { EventRecordLink } from './EventRecordLink.tsx'
import { countsEvents, eventsNoun, formatAmount, formatTotal, isCorrectable } from './amounts.ts'
import { ReceiptSums } from './ReceiptSums.tsx'
import { type CountedEvent, formatEvent, isRecordedLate } from './formatEvent.ts'

/** Enough to show the first ones, even if some of them reverse others. */
const FIRST_SIZE = 20
const FIRST_SHOWN = 8
const PAGE_SIZE = 50

/** The sums of a metric and its events, latest first. */
export function EventList({ input }: { input: FigureInput }) {
  const [loadMoreFailed, setLoadMoreFailed] = useState(false)
  const [showAll, setShowAll] = useState(false)
  // Reversed events are listed struck through, without those that reversed them.
  const variables = { input: { ...input, corrections: isCorrectable(input.figure) }, first: FIRST_SIZE }
  // Refetch on every opening, because the metric changes over time.
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ExplainDocument, {
    variables,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const explained = (data ?? previousData)?.explain
  const loadMore = () => {
    setLoadMoreFailed(false)
    const show = () => setShowAll(true)
    if (!explained?.pageInfo.hasNextPage) return Promise.resolve(show())
    return fetchMore({
      query: ExplainMoreDocument,
      variables: { ...variables, first: PAGE_SIZE, after: explained.pageInfo.endCursor },
      // Keep the sums of the first page, so that they match the events listed.
      updateQuery: (before, { fetchMoreResult: { explain: more } }) => ({
        explain: { ...before.explain, pageInfo: more.pageInfo, edges: [...before.explain.edges, ...more.edges] },
      }),
    }).then(show, () => setLoadMoreFailed(true))
  }

  if (!explained) {
    return (
      <LoadingOrError
        query={{ error, loading, refetch }}
        label="events"
        rows={6}
        cells={['h-3 w-2/5', 'ml-auto h-3 w-8']}
        rowClass="h-8 gap-3"
        className=""
      />
    )
  }
  const { figure, total, edges, pageInfo, receipt } = explained
  const listed = edges.filter(({ node }) => node.amount >= 0)
  const shown = showAll ? listed : listed.slice(0, FIRST_SHOWN)
  const hasMore = shown.length < listed.length || pageInfo.hasNextPage
  return (
    <>
      <Heading explained={explained} />
      <ReceiptSums explained={explained} />
      {shown.length === 0 ? (
        <EmptyState title="No events" hint="This metric counts no events." />
      ) : (
        <ul aria-label="Events" className="mt-4 divide-y divide-line border-y border-line">
          {shown.map(({ node, cursor }) => (
            <EventRow
              key={`${cursor} ${node.event.eventId}`}
              counted={node}
              isOfOneType={figuresOfOneType.includes(figure)}
              amount={formatAmount(figure, node.amount)}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <ShowMore onClick={() => void loadMore()} busy={loading} busyLabel="Loading..." className="print:hidden">
          {showAll ? 'Show More' : allEventsLabel(figure, total + receipt.reversed)}
        </ShowMore>
      )}
      <p role="status" className="mt-2 text-center text-small text-bad empty:hidden">
        {loadMoreFailed && 'Failed to fetch data'}
      </p>
    </>
  )
}

/** 'All 315 events'. How many events cost something, or used several units, is not known before they are listed. */
const allEventsLabel = (figure: Figure, count: number) =>
  countsEvents(figure) ? `All ${formatCount(count)} Events` : 'All Events'

function Heading({ explained: { figure, total, from, to } }: { explained: ExplainQuery['explain'] }) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-2">
      <p role="status" aria-label="Metric total">
        <span className="mr-1 text-stat-compact text-ink">
          <span className="figures">{formatTotal(figure, total)}</span>
        </span>{' '}
        {eventsNoun(figure, total)}
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
}

/** Metrics that count events of one type. */
const figuresOfOneType: readonly Figure[] = ['DOORS_KNOCKED', 'TALKS', 'LEADS_CREATED', 'TOTAL_LEADS']

/** One line: who, where, of which type or with which outcome, and when. What its type does not say follows on a second one. */
function EventRow({ counted, amount, isOfOneType }: EventRowProps) {
  const { openEvent } = useOpenRecord()
  const { event, isReversed } = counted
  const { record, occurredAt, recordedAt } = event
  const text = formatEvent(counted)
  const name = actorName(event)
  const Text = isReversed ? 's' : 'span'
  const second = [
    record && !isOfOneType ? text : null,
    isRecordedLate(counted) ? `recorded ${formatDate(recordedAt)}, ${formatTime(recordedAt)}` : null,
  ].filter(Boolean)
  return (
    <li className="flex min-h-11 items-center gap-2 py-1 break-inside-avoid">
      <span title={name} className="flex">
        <Avatar name={name} size={24} />
        <span className="sr-only">{name}</span>
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Text>
          {isReversed && <span className="sr-only">reversed: </span>}
          {record ? <EventRecordLink record={record} isShort /> : text}
        </Text>
        {second.length > 0 && <span className="block text-small text-ink-2">{second.join(' · ')}</span>}
      </span>
      <button
        type="button"
        aria-label={`Open event: ${text}`}
        title={text}
        className="-m-2.5 flex shrink-0 rounded-button p-2.5 -outline-offset-2"
        onClick={() => openEvent(event.eventId)}
      >
        <TypeGlyph event={event} />
      </button>
      <time dateTime={occurredAt} className="figures shrink-0 text-small text-ink-2">
        {formatDay(occurredAt)}, {formatTime(occurredAt)}
      </time>
      {amount && <span className="figures text-small font-semibold whitespace-nowrap">{amount}</span>}
    </li>
  )
}

/** The service type of a lead or else the tile of the event. */
function TypeGlyph({ event }: Pick<CountedEvent, 'event'>) {
  const { tag } = (event.data ?? {}) as { tag?: unknown }
  const type = propertyTypes.find(({ value }) => value === String(tag).toUpperCase())?.value
  return type ? <PropertyTypeIcon type={type} size={24} /> : <EventIcon event={event} size={24} />
}
