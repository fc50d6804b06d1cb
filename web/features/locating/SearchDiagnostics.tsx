import { ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DiagnosticFacts } from './DiagnosticFacts.tsx'
import type { Diagnostics } from './locateToasts.ts'

interface SearchDiagnosticsProps {
  diagnostics: Diagnostics
  onDismiss: () => void
}

/** Shows how the last search was interpreted: in a panel, or on a phone in a dialog that a button opens. */
export default function SearchDiagnostics({ phone, ...parts }: SearchDiagnosticsProps & { phone: boolean }) {
  return phone ? <DiagnosticsButton {...parts} /> : <DiagnosticsPanel {...parts} />
}

function DiagnosticsPanel({ diagnostics, onDismiss }: SearchDiagnosticsProps) {
  return (
    <section aria-label="Search Diagnostics" className="bg-surface px-4 pt-2 pb-4">
      <header className="flex items-center justify-between">
        <h2 className="text-body font-semibold">Search Diagnostics</h2>
        <IconButton label="Dismiss" size="small" icon={X} onClick={onDismiss} />
      </header>
      <DiagnosticFacts diagnostics={diagnostics} className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2.5" />
    </section>
  )
}

function DiagnosticsButton({ diagnostics, onDismiss }: SearchDiagnosticsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Search Diagnostics"
        onClick={() => setOpen(true)}
        className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
      >
        <ScanSearch aria-hidden size={22} />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Search Diagnostics"
        footer={
          <Button
            size="large"
            onClick={() => {
              setOpen(false)
              onDismiss()
            }}
          >
            Dismiss
          </Button>
        }
      >
        <DiagnosticFacts diagnostics={diagnostics} className="grid gap-3" />
      </Dialog>
    </>
  )
}
