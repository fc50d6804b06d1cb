import { Check, CircleAlert, Clock, Pause, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WebhookDeliveryRowFragment, WebhookItemFragment } from '../../gql/graphql.ts'
import { formatTime } from '../../lib/dates.ts'
import { classNames } from '../../ui/classNames.ts'
import { type Hue, tintClasses } from '../../ui/hues.ts'

function Badge({ hue, icon, children }: { hue: Hue; icon: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'figures inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-badge px-2 text-badge font-semibold whitespace-nowrap max-md:h-[26px]',
        tintClasses[hue],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/** How the last attempt of a delivery was answered: its status code, or that there was none. */
export function DeliveryBadge({ delivery }: { delivery: WebhookDeliveryRowFragment }) {
  const { status, lastStatus, nextAttemptAt } = delivery
  if (status === 'WAITING')
    return (
      <Badge hue="mute" icon={<Clock aria-hidden size={14} />}>
        Waiting
      </Badge>
    )
  if (status === 'RETRYING' && lastStatus == null && nextAttemptAt)
    return (
      <Badge hue="warn" icon={<Clock aria-hidden size={14} />}>
        Retry {formatTime(nextAttemptAt)}
      </Badge>
    )
  const isGood = status === 'DELIVERED'
  const Glyph = isGood ? Check : X
  return (
    <Badge hue={isGood ? 'good' : 'bad'} icon={<Glyph aria-hidden size={14} />}>
      {lastStatus ?? 'No answer'}
    </Badge>
  )
}

/** Whether a webhook works. */
export function WebhookBadge({ webhook }: { webhook: WebhookItemFragment }) {
  if (webhook.disabledAt)
    return webhook.disabledReason === 'MANAGER' ? (
      <Badge hue="mute" icon={<Pause aria-hidden size={14} />}>
        Paused
      </Badge>
    ) : (
      <Badge hue="bad" icon={<Pause aria-hidden size={14} />}>
        Disabled
      </Badge>
    )
  if (webhook.failingSince)
    return (
      <Badge hue="bad" icon={<CircleAlert aria-hidden size={14} />}>
        Failing
      </Badge>
    )
  return (
    <Badge hue="good" icon={<Check aria-hidden size={14} />}>
      Active
    </Badge>
  )
}
