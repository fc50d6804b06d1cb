import { useState } from 'react'
import { LeadPanel, type LeadsToPrint } from '../features/leads/LeadPanel.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { PreviewDialog } from '../features/printing/PreviewDialog.tsx'
import { PrintDialog } from '../features/printing/PrintDialog.tsx'
import { useLeadPreview } from '../features/printing/useLeadPreview.ts'

/** /leads: the team's leads, or a rep's own. */
export function LeadsScreen() {
  const [printing, setPrinting] = useState<LeadsToPrint | null>(null)
  const { shown, preview, close } = useLeadPreview()
  return (
    <LeadsLiveProvider>
      <title>Leads · Porchlight</title>
      <LeadPanel onPrint={setPrinting} onPreview={preview} />
      {printing && <PrintDialog {...printing} onClose={() => setPrinting(null)} />}
      {shown && <PreviewDialog lead={shown} onClose={close} />}
    </LeadsLiveProvider>
  )
}
