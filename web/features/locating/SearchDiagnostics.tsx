import { ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DiagnosticFacts } from './DiagnosticFacts.tsx'
import type { Diagnostics } from './useLocate.ts'

interface SearchDiagnosticsProps {
  diagnostics: Diagnostics
  onDismiss: () => void
}

/** A card under the map that shows how the last search was interpreted. */
export function SearchDiagnostics({ diagnostics, onDismiss }: SearchDiagnosticsProps) {
  return (
    <section aria-label="Search diagnostics" className="mt-4 rounded-card bg-surface px-5 pt-2.5 pb-4 shadow-card">
      <header className="flex items-center justify-between">
        <h2 className="text-body font-semibold">Search diagnostics</h2>
        <IconButton label="Dismiss" size="small" icon={<X aria-hidden size={16} />} onClick={onDismiss} />
      </header>
      <DiagnosticFacts
        diagnostics={diagnostics}
        className="mt-1 grid grid-cols-[1fr_1fr_2fr_1fr_1fr] gap-x-6 gap-y-3 max-lg:grid-cols-2"
      />
    </section>
  )
}

/** The same as a dialog behind a button, for phones. */
export function DiagnosticsButton({ diagnostics, onDismiss }: SearchDiagnosticsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Search diagnostics"
        onClick={() => setOpen(true)}
        className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
      >
        <ScanSearch aria-hidden size={22} />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Search diagnostics"
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
