import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** The question itself. */
  children: ReactNode
  /** Names what the button does: 'Delete property'. */
  confirmLabel: string
  busyLabel?: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. Cancel has the focus first. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  busyLabel,
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
          <Button size="large" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="destructive-solid"
            onClick={onConfirm}
            busy={busy}
            {...(busyLabel ? { busyLabel } : {})}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-body text-ink-2">{children}</p>
    </Dialog>
  )
}
