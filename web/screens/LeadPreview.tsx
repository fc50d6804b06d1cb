import { useEffect, useEffectEvent } from 'react'
import { PreviewDialog, type PreviewedLead } from '../features/printing/PreviewDialog.tsx'
import { useLeadPreview } from '../features/printing/useLeadPreview.ts'

export interface LeadPreviewRequest {
  lead: PreviewedLead
  format: 'docx' | 'html'
}

/** Previews the letter to a lead, once for each request: as a download or in a dialog. */
export function LeadPreview({ request }: { request: LeadPreviewRequest }) {
  const { shown, preview, close } = useLeadPreview()
  const start = useEffectEvent(({ lead, format }: LeadPreviewRequest) => void preview(lead, format))
  useEffect(() => start(request), [request])
  return shown && <PreviewDialog lead={shown} onClose={close} />
}
