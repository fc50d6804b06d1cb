import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx'

/** Shows a new key with how it is sent. */
export function CreatedKeyDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <ShownOnceDialog title="Your new API key" description={name} label="API Key" value={token} onClose={onClose}>
      <p className="text-small text-ink-2">
        Send it as <code className="font-mono text-ink">Authorization: Bearer {token.slice(0, 4)}…</code> with every
        call.
      </p>
    </ShownOnceDialog>
  )
}
