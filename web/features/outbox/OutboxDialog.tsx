import { CloudOff, Send, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { formatElapsed, formatTime } from '../../lib/dates.ts'
import { useIsOnline } from '../../lib/useIsOnline.ts'
import { deviceName } from '../../lib/useMediaQuery.ts'
import { useNow } from '../../lib/useNow.ts'
import { blockedIds, type OutboxItem, withoutMadeFor } from '../../session/outbox/outboxItems.ts'
import { useOutbox, useOutboxState } from '../../session/outbox/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditItemDialog } from './EditItemDialog.tsx'
import { OutboxRow } from './OutboxRow.tsx'
import { RefusedItem } from './RefusedItem.tsx'

/** What the server does not have yet: first what it refused, then what waits, in the order of the day. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const outbox = useOutbox()
  const { items, sending, failedAt, retryAt } = useOutboxState()
  const isOnline = useIsOnline()
  const now = useNow(1000)
  const [edited, setEdited] = useState<OutboxItem>()
  const blocked = blockedIds(items)
  const refused = items.filter(({ refusal }) => refusal)
  const waiting = withoutMadeFor(items.filter(({ refusal }) => !refusal))
  const isEmpty = items.length === 0
  return (
    <Dialog
      onClose={onClose}
      initialFocus="dialog"
      title="Waiting to Be Sent"
      description={isEmpty ? undefined : <Summary waiting={waiting.length} refused={refused.length} />}
      footer={
        !isEmpty && (
          <div className="flex flex-col gap-2">
            <Button
              variant="primary"
              size="large"
              busy={sending.size > 0}
              busyLabel="Sending..."
              icon={Send}
              iconSize={20}
              onClick={() => void outbox.flush()}
            >
              Send Now
            </Button>
            {failedAt !== undefined && retryAt !== undefined && (
              <p className="figures text-center text-small text-ink-2">
                Last try {formatTime(failedAt)}. Next try in {formatElapsed(retryAt - now).replace(/^0:0?/, '')}.
              </p>
            )}
          </div>
        )
      }
    >
      {isEmpty && <p className="py-6 text-center text-[1rem] text-ink-2">Everything is sent</p>}
      {!isOnline && !isEmpty && (
        <p className="mb-3 flex items-center gap-2 text-[1rem] text-ink-2">
          <CloudOff aria-hidden size={18} /> No connection
        </p>
      )}
      {refused.map((item) => (
        <RefusedItem
          key={item.seq}
          item={item}
          dependentCount={items.filter((other) => other.action.dependsOn?.includes(item.action.id)).length}
          onRetry={(edit) => void outbox.retry(item.action.id, edit)}
          onEdit={() => setEdited(item)}
          onDiscard={() => void outbox.discard(item.action.id)}
        />
      ))}
      {waiting.length > 0 && (
        <section aria-label="Waiting">
          <header className="mt-1 flex items-baseline justify-between">
            <h3 className="text-section">Waiting</h3>
            <span className="text-small text-ink-2">In the order of your day</span>
          </header>
          <ul className="mt-2 divide-y divide-line">
            {waiting.map((item) => (
              <OutboxRow
                key={item.seq}
                item={item}
                isSending={sending.has(item.action.id)}
                isOnline={isOnline}
                isBlocked={blocked.has(item.action.id)}
              />
            ))}
          </ul>
        </section>
      )}
      {!isEmpty && (
        <p className="mt-3 flex items-center gap-2 text-small text-ink-2">
          <Smartphone aria-hidden size={18} /> Kept on this {deviceName()}. You can close the app.
        </p>
      )}
      {edited && (
        <EditItemDialog
          item={edited}
          onClose={() => setEdited(undefined)}
          onSave={(change) => {
            setEdited(undefined)
            void outbox.retry(edited.action.id, change)
          }}
        />
      )}
    </Dialog>
  )
}

function Summary({ waiting, refused }: { waiting: number; refused: number }) {
  return (
    <span className="figures text-[1rem]">
      {waiting} waiting
      {refused > 0 && (
        <>
          {' · '}
          <span className="font-semibold text-bad">
            {refused} {refused === 1 ? 'needs' : 'need'} attention
          </span>
        </>
      )}
    </span>
  )
}
