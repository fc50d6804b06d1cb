import type { ReactNode } from 'react'
import type { Diagnostics } from './locateToasts.ts'

/** The diagnostics of a search: input, query, geocode results, and the selected one (spec §2). */
export function DiagnosticFacts({ diagnostics, className }: { diagnostics: Diagnostics; className: string }) {
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
