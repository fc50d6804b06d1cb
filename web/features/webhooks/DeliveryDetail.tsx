import { useMutation, useQuery } from '@apollo/client/react'
import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import {
  ResendDeliveryDocument,
  WebhookDeliveryDetailDocument,
  WebhookListDocument,
  type WebhookItemFragment,
} from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastOutcome, useFailureToast } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { DeliveryBadge } from './deliveryBadge.tsx'
import { useOnAttempts } from './useOnAttempts.ts'
import { typeLabel } from './webhookTexts.ts'

const FAILED = 'Failed to fetch the delivery'
type Tab = 'body' | 'answer' | 'tries'

interface DeliveryDetailProps {
  id: string
  /** The webhook to which it is sent, kept up to date. */
  webhook: WebhookItemFragment
}

/** A delivery with what was sent, what was answered, and its attempts. */
export function DeliveryDetail({ id, webhook }: DeliveryDetailProps) {
  const titleId = useId()
  const [tab, setTab] = useState<Tab>('body')
  const { data, error, loading, refetch } = useQuery(WebhookDeliveryDetailDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const retry = () => void refetch().catch(() => undefined)
  useOnAttempts(webhook, retry)
  useFailureToast(error, FAILED)
  const [resend, { loading: isResending }] = useMutation(ResendDeliveryDocument, {
    refetchQueries: [WebhookListDocument],
  })
  const delivery = data?.webhookDelivery
  if (!delivery || delivery.id !== id)
    return (
      <LoadingOrError
        query={{ error, loading, refetch }}
        failure={FAILED}
        label="delivery"
        rows={4}
        cells={['h-4 w-full']}
        rowClass="h-9"
      />
    )
  const { type, status, attempts, nextAttemptAt, lastAttemptAt, lastError, lastAnswer, tries } = delivery
  return (
    <section aria-labelledby={titleId} className="p-5 max-md:p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id={titleId} className="text-section">
          {typeLabel(type)}
        </h2>
        <DeliveryBadge delivery={delivery} />
      </div>
      <p className="mt-0.5 text-small text-ink-2">
        {pluralize(attempts, 'try', 'tries')}
        {status === 'WAITING' && ' · sent after the earlier ones of its property'}
        {status === 'RETRYING' && nextAttemptAt && ` · next at ${formatTime(nextAttemptAt)}`}
      </p>
      <Button
        className="mt-3 w-full"
        icon={RefreshCw}
        busy={isResending}
        busyLabel="Sending..."
        onClick={() => void toastOutcome(resend({ variables: { id } }), 'It is sent again', 'Failed to send it again')}
      >
        Resend Now
      </Button>
      <dl className="mt-4 text-small [&_dd]:mb-1.5 [&_dd]:wrap-anywhere [&_dt]:text-ink-2">
        <dt>webhook-id</dt>
        <dd className="figures">{delivery.id}</dd>
        {lastAttemptAt && (
          <>
            <dt>webhook-timestamp</dt>
            <dd className="figures">{Math.floor(Date.parse(lastAttemptAt) / 1_000)}</dd>
          </>
        )}
      </dl>
      <SegmentedControl
        label="Show of the delivery"
        className="mt-4"
        value={tab}
        onChange={setTab}
        options={[
          { value: 'body', label: 'Body' },
          { value: 'answer', label: 'Answer' },
          { value: 'tries', label: `Tries ${tries.length}` },
        ]}
      />
      {tab === 'body' && <CodeBlock text={JSON.stringify(JSON.parse(delivery.body), null, 2)} />}
      {tab === 'answer' && <CodeBlock text={lastError ?? (lastAnswer || 'The answer has no body.')} />}
      {tab === 'tries' && (
        <ol className="mt-3 text-small">
          {tries.map((one) => (
            <li
              key={one.at}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4.5rem] gap-x-3 border-b border-line py-2 last:border-0"
            >
              <time dateTime={one.at} className="figures">
                {formatDay(one.at)}, {formatTime(one.at)}
              </time>
              <span className="figures wrap-anywhere">{one.status ?? one.error}</span>
              <span className="figures text-right text-ink-2">{one.durationMs} ms</span>
            </li>
          ))}
          {tries.length === 0 && <li className="py-2 text-ink-2">Not sent yet.</li>}
        </ol>
      )}
    </section>
  )
}

/** Lines of code. The rest of a line that wraps is indented. */
function CodeBlock({ text }: { text: string }) {
  return (
    <pre className="mt-3 rounded-button border border-line bg-sunken p-3 font-mono text-micro whitespace-pre-wrap wrap-anywhere">
      {text.split('\n').map((line, index) => {
        const indent = `${line.length - line.trimStart().length + 2}ch`
        return (
          <span key={index} className="block" style={{ paddingLeft: indent, textIndent: `-${indent}` }}>
            {line}
          </span>
        )
      })}
    </pre>
  )
}
