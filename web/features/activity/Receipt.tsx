import { Printer } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { CostByService } from './CostByService.tsx'
import { EventList } from './EventList.tsx'
import { parseReceiptQuery, titleOfQuery } from './receiptQuery.ts'
import { TenantBreakdown } from './TenantBreakdown.tsx'

/** What the history knows of a receipt that was opened on this screen; a link has none of it. */
interface ReceiptTexts {
  title?: string
  note?: string
  /** The receipt of the whole, of which this one is a part. */
  whole?: string
}

/**
 * The receipt of a metric: what it sums up, by rep and by type, and its events. That of all tenants lists each tenant's share, and
 * that of a compared cost each service's, which open as receipts of their own. `text` is its query in the URL.
 */
export function Receipt({ text }: { text: string }) {
  const navigate = useNavigate()
  const { openReceipt, closeRecord } = useOpenRecord()
  const { title, note, whole } = (useLocation().state ?? {}) as ReceiptTexts
  const query = parseReceiptQuery(text)
  const openPart = (wholeName: string) => (part: MetricQuery) =>
    openReceipt({ input: part.input }, { title: part.title, whole: wholeName })
  const shownTitle = title ?? (query ? titleOfQuery(query.input) : 'Receipt')
  return (
    <Slip
      title={shownTitle}
      description={note}
      anchorTitle={title}
      isWide={Boolean(query?.compared)}
      onClose={closeRecord}
      footer={
        <>
          {whole && (
            <Button size="large" onClick={() => void navigate(-1)}>
              {whole}
            </Button>
          )}
          <Button size="large" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
          <Button size="large" onClick={closeRecord} className="md:ml-auto">
            Done
          </Button>
        </>
      }
    >
      {!query ? (
        <ErrorState title="This link names no figure" hint="Close it, and select the figure again." />
      ) : query.allTenants ? (
        <TenantBreakdown query={{ ...query, title: shownTitle }} onSelect={openPart('All Tenants')} />
      ) : query.compared ? (
        <CostByService
          query={{ ...query, title: shownTitle, compared: query.compared }}
          onSelect={openPart('All Services')}
        />
      ) : (
        <EventList key={text} input={query.input} />
      )}
    </Slip>
  )
}
