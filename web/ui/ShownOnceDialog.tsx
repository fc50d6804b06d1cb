import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { Note } from './Note.tsx'

interface ShownOnceDialogProps {
  title: string
  description: string
  /** The name of the value, such as 'API key'. */
  label: string
  value: string
  onClose: () => void
  /** Shown below the value. */
  children?: ReactNode
}

/**
 * Shows a value that the server returns only once. Until it is copied only the Done button closes the dialog, so that a stray click
 * cannot lose it.
 */
export function ShownOnceDialog({ title, description, label, value, onClose, children }: ShownOnceDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // The browser refused access to the clipboard. The value is selected, so Ctrl+C copies it.
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      isLocked={!copied}
      footer={
        <Button size="large" variant={copied ? 'primary' : 'secondary'} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <Note hue="warn">Copy it now: it is not shown again. Keep it like a password.</Note>
        <div className="flex items-end gap-2.5">
          <TextField
            ref={field}
            label={label}
            readOnly
            value={value}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1 [&_input]:font-mono"
          />
          <Button
            size="large"
            variant={copied ? 'secondary' : 'primary'}
            icon={copied ? Check : Copy}
            onClick={() => void copy()}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        {children}
        <p role="status" className="sr-only">
          {copied && `${label} copied`}
        </p>
      </div>
    </Dialog>
  )
}
