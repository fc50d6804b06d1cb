import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'

/**
 * Shows the secret of a new webhook, which the server returns only once. Until it is copied only the Done button closes the dialog,
 * so that a stray click cannot lose it.
 */
export function CreatedSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      // The browser refused access to the clipboard. The secret is selected, so Ctrl+C copies it.
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Signing secret"
      description="Your system verifies with it that a delivery comes from Porchlight."
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
            label="Secret"
            readOnly
            value={secret}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1 [&_input]:font-mono"
          />
          <Button
            size="large"
            variant={copied ? 'secondary' : 'primary'}
            icon={copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            onClick={() => void copy()}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        <p role="status" className="sr-only">
          {copied && 'Secret copied'}
        </p>
      </div>
    </Dialog>
  )
}
