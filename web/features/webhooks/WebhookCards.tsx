import type { WebhookItemFragment } from '../../gql/graphql.ts'
import { useNow } from '../../lib/useNow.ts'
import { classNames } from '../../ui/classNames.ts'
import { WebhookBadge } from './deliveryBadge.tsx'
import { lastHours, shortUrl, successText, typeLabel } from './webhookTexts.ts'

interface WebhookCardsProps {
  webhooks: readonly WebhookItemFragment[]
  selectedId: string | null
  onSelect: (id: string) => void
}

/** The webhooks, of which one is selected, with how their deliveries went in the last 24 hours. */
export function WebhookCards({ webhooks, selectedId, onSelect }: WebhookCardsProps) {
  return (
    <ul className="grid grid-cols-1 gap-2.5" aria-label="Webhooks">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <button
            type="button"
            aria-pressed={webhook.id === selectedId}
            onClick={() => onSelect(webhook.id)}
            className={classNames(
              'block w-full rounded-card border-2 bg-surface p-3.5 text-left shadow-card transition-colors hover:bg-hover',
              webhook.id === selectedId ? 'border-ink' : 'border-transparent',
            )}
          >
            <span className="flex items-center justify-between gap-2">
              <span title={webhook.url} className="min-w-0 truncate font-semibold">
                {shortUrl(webhook.url)}
              </span>
              <WebhookBadge webhook={webhook} />
            </span>
            <span className="mt-1 block truncate text-small text-ink-2">{webhook.types.map(typeLabel).join(', ')}</span>
            <span className="mt-2.5 flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
              <HourBars hours={webhook.hours} />
              <span className="figures text-micro whitespace-nowrap text-ink-2">{successText(webhook.hours)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const BAR_HEIGHT = 22

/** A bar for each of the last 24 hours; one with a failure is red and has a gap at its top. The text beside it has the sums. */
function HourBars({ hours }: Pick<WebhookItemFragment, 'hours'>) {
  const now = useNow()
  const bars = lastHours(hours, now)
  const highest = Math.max(1, ...bars.map(({ delivered, failed }) => delivered + failed))
  return (
    <svg aria-hidden width={24 * 7} height={BAR_HEIGHT}>
      {bars.map(({ hour, delivered, failed }, index) => {
        const height = Math.max(2, ((delivered + failed) / highest) * BAR_HEIGHT)
        return (
          <rect
            key={hour}
            x={index * 7}
            y={BAR_HEIGHT - height}
            width={5}
            height={height}
            rx={1.5}
            className={failed > 0 ? 'fill-bad-fill' : delivered > 0 ? 'fill-mute-fill' : 'fill-line-2'}
          />
        )
      })}
    </svg>
  )
}
