import { type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useMockData } from '../../session/person/mockData.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { ExplainProvider } from '../../domain/Metric.tsx'

// Loaded when the first metric is opened.
const Receipt = lazyPart(async () => (await import('./Receipt.tsx')).Receipt)

/**
 * Makes the metrics on a screen open their receipts, which the URL names (`?receipt=...`), so that links and Back work. Mock metrics
 * count no events, so they have none.
 */
export function ExplainMetrics({ children }: { children: ReactNode }) {
  const { openReceipt } = useOpenRecord()
  const receipt = useSearchParams()[0].get('receipt')
  const mock = useMockData()
  return (
    <ExplainProvider value={mock ? null : ({ title, note, ...query }) => openReceipt(query, { title, note })}>
      {children}
      {receipt && !mock && <Receipt text={receipt} />}
    </ExplainProvider>
  )
}
