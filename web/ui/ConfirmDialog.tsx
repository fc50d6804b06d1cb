import { Close } from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useDialogAction } from './useDialogAction.ts'

interface ConfirmDialogProps {
  open?: boolean
  title: string
  /** The question. */
  children: ReactNode
  /** Names the action; by default the title, such as 'Delete Property'. */
  confirmLabel?: string
  confirmVariant?: ButtonVariant
  busyLabel?: string
  /** Something other than `onConfirm` is under way. */
  busy?: boolean
  /** Until its promise resolves, closing only hides the dialog. It closes on `true`. */
  onConfirm: () => unknown
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
  busy: isOtherwiseBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { isRunning, start } = useDialogAction(onConfirm, onClose)
  const busy = isRunning || isOtherwiseBusy
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
          <Button size="large" variant={confirmVariant} onClick={start} busy={busy} busyLabel={busyLabel}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-body text-ink-2">{children}</p>
    </Dialog>
  )
}
