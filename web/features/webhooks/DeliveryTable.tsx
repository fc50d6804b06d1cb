import {
  WebhookDeliveryListDocument,
  type WebhookDeliveryListQueryVariables,
  type WebhookDeliveryRowFragment,
  type WebhookItemFragment,
} from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { definePages } from '../../lists/defineList.ts'
import { usePages } from '../../lists/useList.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { cellClasses, headClasses, rowClasses } from '../../ui/Table.tsx'
import { DeliveryBadge } from './deliveryBadge.tsx'
import { useOnAttempts } from './useOnAttempts.ts'
import { shortUrl, typeLabel } from './webhookTexts.ts'

type Shown = 'all' | 'failed' | 'waiting'
const statusesOf: Record<Shown, WebhookDeliveryListQueryVariables['statuses']> = {
  all: null,
  failed: ['RETRYING', 'FAILED'],
  waiting: ['WAITING'],
}
const ALL_TYPES = 'all'

const deliveryPages = definePages({
  document: WebhookDeliveryListDocument,
  connectionOf: ({ webhookDeliveries }) => webhookDeliveries,
  failed: 'Failed to fetch the deliveries',
})
const deliveryFilters = {
  deliveries: urlFilter<Shown>('deliveries', 'all', ['all', 'failed', 'waiting']),
  type: urlFilter<string>('type', ALL_TYPES),
}

interface DeliveryTableProps {
  webhook: WebhookItemFragment
  /** Every event type that a webhook can choose. */
  types: readonly string[]
  selectedId: string | null
  onSelect: (id: string) => void
}

/** The deliveries of a webhook, latest event first. */
export function DeliveryTable({ webhook, types: allTypes, selectedId, onSelect }: DeliveryTableProps) {
  const { filters, setFilters } = useUrlFilters(deliveryFilters)
  const { waitingCount, retryingCount, failedCount } = webhook
  const types = webhook.types.includes('*') ? allTypes : webhook.types
  // Another webhook may not get the type that the URL names.
  const type = types.includes(filters.type) ? filters.type : ALL_TYPES
  const page = usePages(deliveryPages, {
    id: webhook.id,
    statuses: statusesOf[filters.deliveries],
    type: type === ALL_TYPES ? null : type,
  })
  useOnAttempts(webhook, () => void page.reload())
  return (
    <Card className="@container">
      <header className="flex flex-wrap items-center gap-3 px-5 py-4 max-md:px-4">
        <div className="mr-auto min-w-0 @max-[740px]:w-full">
          <h2 className="text-section">Deliveries</h2>
          <p className="truncate text-small text-ink-2">{shortUrl(webhook.url)}</p>
        </div>
        <SegmentedControl
          label="Show deliveries"
          className="max-md:w-full"
          value={filters.deliveries}
          onChange={(deliveries) => setFilters({ deliveries })}
          options={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: `Failed ${formatCount(retryingCount + failedCount)}` },
            { value: 'waiting', label: `Waiting ${formatCount(waitingCount)}` },
          ]}
        />
        <Select
          variant="filter"
          label="Event type"
          value={type}
          onChange={(next) => setFilters({ type: next })}
          isActive={type !== ALL_TYPES}
          options={[
            { value: ALL_TYPES, label: 'All Types' },
            ...types.map((value) => ({ value, label: typeLabel(value) })),
          ]}
        />
      </header>
      {!page.isLoaded ? (
        <LoadingOrError
          query={{ failed: page.failed, busy: page.isLoading, retry: page.retry }}
          failure={deliveryPages.failed}
          label="deliveries"
          rows={8}
          cells={['h-5 w-16', 'h-3 w-40', 'h-3 w-24']}
          rowClass="h-11 gap-6"
        />
      ) : page.rows.length === 0 ? (
        <EmptyState title="No deliveries" hint="Send a test event, or wait: events appear here as they happen." />
      ) : (
        <div className="relative overflow-x-auto pb-2">
          <table className="w-full text-body whitespace-nowrap">
            <thead>
              <tr className="border-b border-line">
                {['Answer', 'Type'].map((label) => (
                  <th key={label} scope="col" className={headClasses}>
                    {label}
                  </th>
                ))}
                <th scope="col" className={classNames(headClasses, '@max-[560px]:hidden')}>
                  Id
                </th>
                {['Tries', 'Time', 'Sent'].map((label) => (
                  <th
                    key={label}
                    scope="col"
                    className={classNames(headClasses, 'text-right!', label !== 'Sent' && '@max-[560px]:hidden')}
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page.rows.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isSelected={delivery.id === selectedId}
                  onSelect={() => onSelect(delivery.id)}
                />
              ))}
            </tbody>
          </table>
          {page.hasMore && <ShowMore busy={page.isLoading} onClick={page.loadMore} />}
        </div>
      )}
    </Card>
  )
}

interface DeliveryRowProps {
  delivery: WebhookDeliveryRowFragment
  isSelected: boolean
  onSelect: () => void
}

function DeliveryRow({ delivery, isSelected, onSelect }: DeliveryRowProps) {
  const sentAt = delivery.lastAttemptAt ?? delivery.createdAt
  return (
    <tr
      className={classNames(
        rowClasses,
        'relative',
        isSelected ? 'bg-accent-tint shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <td className={cellClasses}>
        <DeliveryBadge delivery={delivery} />
      </td>
      <th scope="row" className={classNames(cellClasses, 'max-w-0 w-[40%] text-left font-semibold')}>
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={onSelect}
          // The whole row is the target of the pointer.
          className="block w-full truncate text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {typeLabel(delivery.type)}
        </button>
      </th>
      <td title={delivery.id} className={classNames(cellClasses, 'figures text-small text-ink-2 @max-[560px]:hidden')}>
        …{delivery.id.slice(-8)}
      </td>
      <td className={classNames(cellClasses, 'figures text-right @max-[560px]:hidden')}>{delivery.attempts}</td>
      <td className={classNames(cellClasses, 'figures text-right text-ink-2 @max-[560px]:hidden')}>
        {delivery.lastDurationMs == null ? '–' : formatDuration(delivery.lastDurationMs)}
      </td>
      <td className={classNames(cellClasses, 'figures text-right')}>
        <time dateTime={sentAt} title={formatDay(sentAt)}>
          {formatTime(sentAt)}
        </time>
      </td>
    </tr>
  )
}

/** '184 ms', '10.0 s'. */
function formatDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
