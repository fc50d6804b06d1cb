import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PropertyType } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CompanyLogo } from '../../ui/CompanyLogo.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'
import { useLetterPreview } from './useLetterPreview.ts'
import { findTemplateOfTag, usePrintableTemplates } from './usePrintableTemplates.ts'

export interface PreviewedLead {
  id: string
  address: string
  tag: PropertyType
}

const FAILED = 'Failed to preview template'

/** Previews the letter to a lead, in a frame that cannot run scripts or load resources. */
export function PreviewDialog({ lead, onClose }: { lead: PreviewedLead; onClose: () => void }) {
  const templates = usePrintableTemplates()
  const { tenant } = useMe()
  const [chosen, setChosen] = useState<string | null>(null)
  const template = chosen ?? findTemplateOfTag(templates.templates, lead.tag)?.id ?? null
  const { page, refusal } = useLetterPage(lead.id, template)
  const { saveDocument } = useLetterPreview()
  const { busy, run } = useBusy()
  const save = async () => {
    if (!template) return
    await run(() => saveDocument(lead.id, template)).catch((error: unknown) => toastFailure(error, FAILED))
  }
  return (
    <Dialog
      onClose={onClose}
      width={672}
      title="Preview"
      description={lead.address}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Close
          </Button>
          <Button
            size="large"
            icon={FileText}
            disabled={!template}
            busy={busy}
            busyLabel="Generating..."
            onClick={() => void save()}
          >
            Download DOCX
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <TemplateSelect templates={templates} value={template} onChange={setChosen} />
        {tenant && (
          <p className="flex items-center gap-2 text-small text-ink-2">
            {tenant.logoUrl && <CompanyLogo url={tenant.logoUrl} className="h-7 max-w-24" />}
            From {tenant.companyName}
          </p>
        )}
        {refusal && <Note hue="bad">{refusal}</Note>}
        {page !== null ? (
          <iframe
            title={`Letter to ${lead.address}`}
            sandbox=""
            srcDoc={page}
            className="h-[56dvh] w-full rounded-button border border-line bg-[#fff] px-6 max-md:px-4"
          />
        ) : (
          template && !refusal && <PageSkeleton />
        )}
      </div>
    </Dialog>
  )
}

/** The HTML of the letter; null while it loads or after a failure. */
function useLetterPage(leadId: string, template: string | null) {
  const { readPage } = useLetterPreview()
  const [result, setResult] = useState<{ template: string; page: string | null; refusal: string | null } | null>(null)
  useEffect(() => {
    if (!template) return
    const controller = new AbortController()
    readPage(leadId, template, controller.signal)
      .then((page) => setResult({ template, page, refusal: null }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        toastFailure(error, FAILED)
        setResult({ template, page: null, refusal: errorMessage(error, 'Check the connection and try again.') })
      })
    return () => controller.abort()
  }, [leadId, template, readPage])
  return result?.template === template && result ? result : { page: null, refusal: null }
}

function PageSkeleton() {
  return (
    <Loading label="the letter" className="h-[56dvh] space-y-3 rounded-button border border-line p-8">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-2/3" />
    </Loading>
  )
}
