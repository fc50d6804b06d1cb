import { Check, CircleAlert, Clock, Pause, X } from 'lucide-react'
import type { WebhookDeliveryRowFragment, WebhookItemFragment } from '../../gql/graphql.ts'
import { formatTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { tintClasses } from '../../ui/hues.ts'

/** How the last attempt of a delivery was answered: its status code, or that there was none. */
export function DeliveryBadge({ delivery }: { delivery: WebhookDeliveryRowFragment }) {
  const { status, lastStatus, nextAttemptAt } = delivery
  if (status === 'WAITING')
    return (
      <Badge colors={tintClasses.mute} icon={Clock}>
        Waiting
      </Badge>
    )
  if (status === 'RETRYING' && lastStatus == null && nextAttemptAt)
    return (
      <Badge colors={tintClasses.warn} icon={Clock}>
        Retry {formatTime(nextAttemptAt)}
      </Badge>
    )
  const isGood = status === 'DELIVERED'
  return (
    <Badge colors={tintClasses[isGood ? 'good' : 'bad']} icon={isGood ? Check : X}>
      {lastStatus ?? 'No answer'}
    </Badge>
  )
}

/** Whether a webhook works. */
export function WebhookBadge({ webhook }: { webhook: WebhookItemFragment }) {
  if (webhook.disabledAt)
    return webhook.disabledReason === 'MANAGER' ? (
      <Badge colors={tintClasses.mute} icon={Pause}>
        Paused
      </Badge>
    ) : (
      <Badge colors={tintClasses.bad} icon={Pause}>
        Disabled
      </Badge>
    )
  if (webhook.failingSince)
    return (
      <Badge colors={tintClasses.bad} icon={CircleAlert}>
        Failing
      </Badge>
    )
  return (
    <Badge colors={tintClasses.good} icon={Check}>
      Active
    </Badge>
  )
}
