import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A field that differs. */
export interface ConflictingField {
  label: string
  /** What the user entered; null for a field that only somebody else changed. */
  mine: ReactNode
  saved: ReactNode
}

interface ConflictDialogProps {
  /** Who saved the other values, and when, as far as it is known. */
  description: ReactNode
  fields: readonly ConflictingField[]
  busy: boolean
  onSaveMine: () => void
  onKeepTheirs: () => void
  /** Absent if nothing is being edited. */
  onContinue?: () => void
  /** Called when the dialog is closed without a choice. By default, closing goes on editing if that is offered, and otherwise keeps theirs. */
  onClose?: () => void
}

/** Shows what the user entered beside what somebody else has saved since, and lets the user choose. */
export function ConflictDialog({
  description,
  fields,
  busy,
  onSaveMine,
  onKeepTheirs,
  onContinue,
  onClose = onContinue ?? onKeepTheirs,
}: ConflictDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Changed by Somebody Else"
      description={description}
      width={600}
      busy={busy}
      initialFocus="dialog"
      footer={
        <div className="grid w-full grid-cols-2 gap-2.5 md:flex md:justify-end">
          {onContinue && (
            <Button size="large" variant="quiet" disabled={busy} onClick={onContinue} className="max-md:col-span-2">
              Go On Editing
            </Button>
          )}
          <Button size="large" disabled={busy} onClick={onKeepTheirs}>
            Keep Theirs
          </Button>
          <Button size="large" variant="primary" busy={busy} busyLabel="Saving..." onClick={onSaveMine}>
            Save Mine
          </Button>
        </div>
      }
    >
      <table className="-mx-2 w-[calc(100%+1rem)] table-fixed border-separate border-spacing-x-2 border-spacing-y-0 text-left align-top">
        <thead>
          <tr className="text-small">
            <th scope="col" className="pb-1 font-[550]">
              Yours
            </th>
            <th scope="col" className="pb-1 font-[550]">
              Now saved
            </th>
          </tr>
        </thead>
        {fields.map(({ label, mine, saved }) => (
          <tbody key={label}>
            <tr>
              <th scope="rowgroup" colSpan={2} className="pt-3 pb-1 text-small font-normal text-ink-2">
                {label}
              </th>
            </tr>
            <tr>
              <Value isEdited={mine !== null}>{mine ?? 'Not edited'}</Value>
              <Value>{saved}</Value>
            </tr>
          </tbody>
        ))}
      </table>
    </Dialog>
  )
}

function Value({ isEdited = true, children }: { isEdited?: boolean; children: ReactNode }) {
  return (
    <td className="rounded-button bg-sunken px-3 py-2 align-top text-body break-words whitespace-pre-line max-md:py-3">
      <span className={isEdited ? undefined : 'text-ink-3'}>{children}</span>
    </td>
  )
}
