import { Suspense, useState } from 'react'
import { LeadPanel, type LeadsToPrint } from '../features/leads/LeadPanel.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { useLeadPreview } from '../features/printing/useLeadPreview.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'

const PrintDialog = lazyNamed(async () => (await import('../features/printing/PrintDialog.tsx')).PrintDialog)
const PreviewDialog = lazyNamed(async () => (await import('../features/printing/PreviewDialog.tsx')).PreviewDialog)

/** /leads: the team's leads, or a rep's own. */
export function LeadsScreen() {
  const [printing, setPrinting] = useState<LeadsToPrint | null>(null)
  const { shown, preview, close } = useLeadPreview()
  return (
    <LeadsLiveProvider>
      <title>Leads · Porchlight</title>
      <LeadPanel onPrint={setPrinting} onPreview={preview} />
      <Suspense>
        {printing && <PrintDialog {...printing} onClose={() => setPrinting(null)} />}
        {shown && <PreviewDialog lead={shown} onClose={close} />}
      </Suspense>
    </LeadsLiveProvider>
  )
}
