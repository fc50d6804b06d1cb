import { useCallback, useState } from 'react'
import { LeadPanel, type LeadsToPrint } from '../features/leads/LeadPanel.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { lazyPart } from '../lib/lazyPart.ts'
import type { LeadPreviewRequest } from './LeadPreview.tsx'

// Loaded when something is printed or previewed.
const PrintDialog = lazyPart(async () => (await import('../features/printing/PrintDialog.tsx')).PrintDialog)
const LeadPreview = lazyPart(async () => (await import('./LeadPreview.tsx')).LeadPreview)

/** /leads: the team's leads, or a rep's own. */
export function LeadsScreen() {
  const [printing, setPrinting] = useState<LeadsToPrint | null>(null)
  const [previewing, setPreviewing] = useState<LeadPreviewRequest | null>(null)
  const preview = useCallback(
    (lead: LeadPreviewRequest['lead'], format: LeadPreviewRequest['format']) => setPreviewing({ lead, format }),
    [],
  )
  return (
    <LeadsLiveProvider>
      <LeadPanel onPrint={setPrinting} onPreview={preview} />
      {printing && <PrintDialog {...printing} onClose={() => setPrinting(null)} />}
      {previewing && <LeadPreview request={previewing} />}
    </LeadsLiveProvider>
  )
}
