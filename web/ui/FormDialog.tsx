import { type ReactNode, type SubmitEventHandler, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'description'> {
  onSubmit: () => unknown
  /** What is sent is on its way: nothing can be closed or sent again. */
  busy: boolean
  /** 'Create User', and 'Creating...' while it is busy. */
  action: string
  busyAction: string
  icon?: ReactNode
  /** Another way out, at the left of the buttons. */
  aside?: ReactNode
  /** How the fields stand in the form. */
  className?: string
  /** What stands below the form, such as why it was refused. */
  after?: ReactNode
  children: ReactNode
}

/** A form that is filled in and sent, or left by Cancel, Esc or the backdrop. */
export function FormDialog({
  onSubmit,
  onClose,
  busy,
  action,
  busyAction,
  icon,
  aside,
  className,
  after,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId()
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault()
    void onSubmit()
  }
  return (
    <Dialog
      {...dialog}
      open
      onClose={onClose}
      busy={busy}
      footer={
        <>
          {aside}
          <Button size="large" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            type="submit"
            form={form}
            busy={busy}
            busyLabel={busyAction}
            icon={icon}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} noValidate autoComplete="off" onSubmit={submit} className={className}>
        {children}
      </form>
      {after}
    </Dialog>
  )
}
