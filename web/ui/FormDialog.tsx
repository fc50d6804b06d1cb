import { Close } from '@radix-ui/react-dialog'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type SubmitEventHandler, useId, useState } from 'react'
import { errorMessage } from '../lib/errors.ts'
import { Button } from './Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { Note } from './Note.tsx'
import { useBusy } from '../lib/useBusy.ts'

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'description' | 'width'> {
  /** Until its promise resolves, the dialog cannot be submitted again, and closing only hides it. It closes on `true`. */
  onSubmit: () => unknown
  /** If `onSubmit` rejects: shown above the fields, with the reason if the server gave one. Without it, `onSubmit` never rejects. */
  failureText?: string
  /** Something other than `onSubmit` is under way. */
  busy?: boolean
  /** The submit button: 'Create User', and 'Creating...' while busy. */
  action: string
  busyAction?: string
  icon?: LucideIcon
  /** The action cannot be undone, so its button is red. */
  isDestructive?: boolean
  /** Another button, to the left of the others. */
  aside?: ReactNode
  /** Layout classes of the fields. */
  className?: string
  /** Rendered below the form, such as an error message. */
  after?: ReactNode
  children: ReactNode
}

/** A dialog with a form, which can be submitted or canceled. */
export function FormDialog({
  onSubmit,
  failureText,
  onClose,
  busy: isOtherwiseBusy = false,
  action,
  busyAction = 'Saving...',
  icon,
  isDestructive = false,
  aside,
  className,
  after,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId()
  const [failure, setFailure] = useState<string>()
  const { busy: isRunning, run } = useBusy()
  const busy = isRunning || isOtherwiseBusy
  const closeWhenDone = async (result: Promise<unknown>) => {
    try {
      if ((await result) === true) onClose()
    } catch (error) {
      if (!failureText) throw error
      setFailure(errorMessage(error, failureText))
    }
  }
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault()
    // A dialog can be opened within the form of another one.
    event.stopPropagation()
    setFailure(undefined)
    const result = onSubmit()
    if (result instanceof Promise) void run(() => closeWhenDone(result))
  }
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          {aside}
          <Close asChild>
            <Button size="large">Cancel</Button>
          </Close>
          <Button
            size="large"
            variant={isDestructive ? 'destructive-solid' : 'primary'}
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
        {failure && <Note hue="bad">{failure}</Note>}
        {children}
      </form>
      {after}
    </Dialog>
  )
}
