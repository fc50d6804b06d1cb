import { Suspense, useCallback, useState } from 'react'
import { ExportButton } from '../features/exports/ExportButton.tsx'
import { ImportButton } from '../features/imports/ImportButton.tsx'
import { LeadPanel, type LeadsToPrint } from '../features/leads/LeadPanel.tsx'
import { LeadViewCount } from '../features/leads/LeadViewCount.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { lazyNamed } from '../lib/lazyNamed.ts'
import type { LeadPreviewRequest } from './LeadPreview.tsx'

// Loaded when something is printed or previewed.
const PrintDialog = lazyNamed(async () => (await import('../features/printing/PrintDialog.tsx')).PrintDialog)
const ViewTabs = lazyNamed(async () => (await import('../features/savedViews/ViewTabs.tsx')).ViewTabs)
const LeadPreview = lazyNamed(async () => (await import('./LeadPreview.tsx')).LeadPreview)

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
      <title>Leads · Porchlight</title>
      <LeadPanel
        onPrint={setPrinting}
        onPreview={preview}
        views={
          <Suspense fallback={<div className="mt-4 h-10 border-b border-line max-md:h-12" />}>
            <ViewTabs list="LEADS" allLabel="All leads" count={(query) => <LeadViewCount query={query} />} />
          </Suspense>
        }
        exportButton={(request) => (
          <div className="flex gap-2">
            <ImportButton list="leads" />
            <ExportButton request={request} />
          </div>
        )}
      />
      <Suspense>
        {printing && <PrintDialog {...printing} onClose={() => setPrinting(null)} />}
        {previewing && <LeadPreview request={previewing} />}
      </Suspense>
    </LeadsLiveProvider>
  )
}
