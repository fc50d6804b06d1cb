import { CircleAlert, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { streetOf } from '../../domain/streetOf.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { pluralize } from '../../lib/numbers.ts'
import { changedLeadOf, type OutboxItem } from '../../session/outbox/outboxItems.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { deviceName } from '../../lib/useMediaQuery.ts'
import { canEdit } from './EditItemDialog.tsx'
import { describeItem } from './describeItem.ts'
import { ItemIcon, ItemText, ItemTime } from './OutboxRow.tsx'

const EditConflict = lazyPart(async () => (await import('./EditConflict.tsx')).EditConflict)

interface RefusedItemProps {
  item: OutboxItem
  /** The items that wait for this one and are discarded with it. */
  dependentCount: number
  /** Sends it again, as `edit` returns it. */
  onRetry: (edit?: (item: OutboxItem) => OutboxItem) => void
  onEdit: () => void
  onDiscard: () => void
}

/** An item that the server refused, with its reason and what can be done. */
export function RefusedItem({ item, dependentCount, onRetry, onEdit, onDiscard }: RefusedItemProps) {
  const [isAsking, setIsAsking] = useState(false)
  // Somebody else has changed the same field since.
  const isConflict = item.action.propertyEdit !== undefined && item.refusal?.code === 'CONFLICT'
  const [isComparing, setIsComparing] = useState(false)
  return (
    <section
      aria-label={`Needs attention: ${streetOf(item.title)}`}
      className="mb-4 overflow-hidden rounded-card border border-line"
    >
      <h3 className="flex items-center gap-2.5 bg-bad-tint px-4 py-3 text-[1rem] font-semibold text-bad">
        <CircleAlert aria-hidden size={20} /> Needs attention
      </h3>
      <div className="p-4">
        <div className="flex items-start gap-3">
          <ItemIcon item={item} />
          <ItemText item={item} />
          <ItemTime item={item} />
        </div>
        <p className="mt-3 text-[1rem]/6">{reasonOf(item)}</p>
        <div className="mt-3 flex gap-2.5 *:min-w-0 *:flex-1 *:px-2">
          {isConflict ? (
            <Button size="large" icon={Pencil} iconSize={18} onClick={() => setIsComparing(true)}>
              Compare
            </Button>
          ) : (
            <Button size="large" icon={RefreshCw} iconSize={18} onClick={() => onRetry()}>
              Retry
            </Button>
          )}
          {canEdit(item) && (
            <Button size="large" icon={Pencil} iconSize={18} onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button size="large" variant="destructive" icon={Trash2} iconSize={18} onClick={() => setIsAsking(true)}>
            Discard
          </Button>
        </div>
      </div>
      {isComparing && (
        <EditConflict item={item} onSaveMine={onRetry} onKeepTheirs={onDiscard} onClose={() => setIsComparing(false)} />
      )}
      {isAsking && (
        <ConfirmDialog
          title="Discard"
          onConfirm={() => {
            setIsAsking(false)
            onDiscard()
          }}
          onClose={() => setIsAsking(false)}
        >
          {describeItem(item)} at {streetOf(item.title)} is deleted from this {deviceName()} and never sent.
          {dependentCount > 0 &&
            ` So ${dependentCount === 1 ? 'is' : 'are'} ${pluralize(dependentCount, 'entry that depends', 'entries that depend')} on it.`}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The server's reason in words that say what can be done. */
function reasonOf(item: OutboxItem): string {
  const { refusal } = item
  if (refusal?.code === 'INTERNAL') return 'The server failed to save this several times. Retry later; nothing is lost.'
  if (refusal?.code === 'NOT_FOUND' && !changedLeadOf(item))
    return `${refusal.message}. It was deleted, or it now belongs to somebody else. Ask for it back and retry, or discard this.`
  return refusal?.message ?? ''
}
