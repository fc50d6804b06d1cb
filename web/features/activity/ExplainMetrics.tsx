import { type ReactNode, Suspense, useState } from 'react'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { useMockData } from '../../session/person/mockData.ts'
import { ExplainProvider, type MetricQuery } from '../../domain/Metric.tsx'

// Loaded when the first metric is opened.
const ExplainDialog = lazyNamed(async () => (await import('./ExplainDialog.tsx')).ExplainDialog)

/**
 * Makes the metrics on a screen clickable to list their events. Mock metrics have no events, so they are not clickable.
 */
export function ExplainMetrics({ children }: { children: ReactNode }) {
  const [query, setQuery] = useState<MetricQuery | null>(null)
  const mock = useMockData()
  return (
    <ExplainProvider value={mock ? null : setQuery}>
      {children}
      {query && (
        <Suspense>
          <ExplainDialog query={query} onClose={() => setQuery(null)} />
        </Suspense>
      )}
    </ExplainProvider>
  )
}
