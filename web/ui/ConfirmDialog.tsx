import { Close } from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open?: boolean
  title: string
  /** The question. */
  children: ReactNode
  /** Names the action; by default the title, such as 'Delete Property'. */
  confirmLabel?: string
  confirmVariant?: ButtonVariant
  busyLabel?: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog({
  open = true,
  title,
  children,
  confirmLabel = title,
  confirmVariant = 'destructive-solid',
  busyLabel = 'Deleting...',
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      busy={busy}
      footer={
        <>
          <Close asChild>
            <Button size="large">Cancel</Button>
          </Close>
          <Button size="large" variant={confirmVariant} onClick={onConfirm} busy={busy} busyLabel={busyLabel}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-body text-ink-2">{children}</p>
    </Dialog>
  )
}
