import type { ReactNode } from 'react'
import { FormDialog } from './FormDialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** The question. */
  children: ReactNode
  /** Names the action; by default the title, such as 'Delete Property'. */
  confirmLabel?: string
  isDestructive?: boolean
  busyLabel?: string
  /** Until its promise resolves, closing only hides the dialog. It closes on `true`. */
  onConfirm: () => unknown
  onClose: () => void
}

/** Asks before an action that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel = title,
  isDestructive = true,
  busyLabel = 'Deleting...',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <FormDialog
      {...{ title, onClose, isDestructive }}
      onSubmit={onConfirm}
      action={confirmLabel}
      busyAction={busyLabel}
    >
      <p className="text-body text-ink-2">{children}</p>
    </FormDialog>
  )
}
