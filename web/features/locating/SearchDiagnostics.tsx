import { ScanSearch, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
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

/** The diagnostics of a search: input, query, geocode results, and the selected one (spec §2). */
function DiagnosticFacts({ diagnostics, className }: { diagnostics: Diagnostics; className: string }) {
  const { userInput, processedQuery, results, selected, finalPoint } = diagnostics
  const chosen = selected === null ? undefined : results[selected]
  return (
    <dl className={className}>
      <Fact name="User input">{userInput}</Fact>
      <Fact name="Processed query">{processedQuery || 'None'}</Fact>
      <Fact name={`Geocode results · ${results.length}`}>
        <span className="flex flex-wrap gap-1.5 pt-0.5">
          {results.map((result, index) => (
            <span
              key={index}
              title={result.address}
              className="rounded-badge border border-line-2 px-1.5 text-micro font-[550] text-ink-2"
            >
              {result.streetNumber || 'no number'} · {result.type} · {result.partial ? 'partial' : 'exact'}
            </span>
          ))}
          {results.length === 0 && 'None'}
        </span>
      </Fact>
      <Fact name="Selected result">{chosen ? `${(selected ?? 0) + 1} · ${chosen.type}` : 'None'}</Fact>
      <Fact name="Final coordinates">
        {finalPoint ? `${finalPoint.lat.toFixed(5)}, ${finalPoint.lng.toFixed(5)}` : 'None'}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-micro text-ink-2">{name}</dt>
      <dd className="figures text-small break-words">{children}</dd>
    </div>
  )
}
