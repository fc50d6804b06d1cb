import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMockData } from '../../session/mockData.ts'
import { ExplainProvider, type MetricQuery } from '../../ui/Metric.tsx'

// Fetched with the first question.
const ExplainDialog = lazy(async () => ({ default: (await import('./ExplainDialog.tsx')).ExplainDialog }))

/** Around a screen: a click on any of its figures lists the events that it is made of; invented ones are made of none. */
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
