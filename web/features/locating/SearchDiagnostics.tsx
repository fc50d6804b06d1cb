import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Diagnostics } from './useLocate.ts'

/** How the last search was understood, for whoever wonders why it found what it found. */
export function SearchDiagnostics({ diagnostics, onDismiss }: { diagnostics: Diagnostics; onDismiss: () => void }) {
  const { userInput, processedQuery, results, selected, finalPoint } = diagnostics
  const chosen = selected === null ? undefined : results[selected]
  return (
    <section aria-label="Search diagnostics" className="mt-4 rounded-card bg-surface px-5 pt-2.5 pb-4 shadow-card">
      <header className="flex items-center justify-between">
        <h2 className="text-body font-semibold">Search diagnostics</h2>
        <IconButton label="Dismiss" size="small" icon={<X aria-hidden size={16} />} onClick={onDismiss} />
      </header>
      <dl className="mt-1 grid grid-cols-[1fr_1fr_2fr_1fr_1fr] gap-x-6 gap-y-3 max-lg:grid-cols-2">
        <Fact name="User input">{userInput}</Fact>
        <Fact name="Processed query">{processedQuery}</Fact>
        <Fact name={`Geocode results · ${results.length}`}>
          <span className="flex flex-wrap gap-1.5 pt-0.5">
            {results.map((result, index) => (
              <span
                key={index}
                title={result.address}
                className="rounded-badge border border-line-2 px-1.5 text-micro font-[550] text-ink-2"
              >
                {result.streetNumber ?? 'no number'} · {result.type} · {result.partial ? 'partial' : 'exact'}
              </span>
            ))}
          </span>
        </Fact>
        <Fact name="Selected result">{chosen ? `${(selected ?? 0) + 1} · ${chosen.type}` : 'None'}</Fact>
        <Fact name="Final coordinates">
          {finalPoint ? `${finalPoint.lat.toFixed(5)}, ${finalPoint.lng.toFixed(5)}` : 'None'}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-micro text-ink-2">{name}</dt>
      <dd className="figures break-words text-small">{children}</dd>
    </div>
  )
}
