import { useQuery } from '@apollo/client/react'
import { CodeXml, Download, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { PrintCheckDocument, type PrintSelection, type PropertyType } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { propertyTypeLabel } from '../../domain/PropertyTypeIcon.tsx'
import { PrintWarnings, defaultExclusions } from './PrintWarnings.tsx'
import type { PrintFormat } from './printRequest.ts'
import { TemplateSelect } from './TemplateSelect.tsx'
import { usePrintJob } from './usePrintJob.ts'
import { findTemplateOfTag, usePrintableTemplates } from './usePrintableTemplates.ts'

interface PrintDialogProps {
  selection: PrintSelection
  /** The tag whose leads are printed, if the selection is a tag. */
  tag?: PropertyType | null
  /** The id of the template chosen before the dialog opened. */
  templateId?: string | null
  onClose: () => void
}

/** Batch Print Templates: chooses a template and a format, shows warnings, and downloads the letters as one file. */
export function PrintDialog({ selection, tag = null, templateId: initialTemplate = null, onClose }: PrintDialogProps) {
  const templates = usePrintableTemplates()
  const check = useQuery(PrintCheckDocument, { variables: { selection }, fetchPolicy: 'cache-and-network' })
  const { print, cancel, progress } = usePrintJob()
  const [chosenTemplate, setChosenTemplate] = useState<string | null>(initialTemplate)
  const [format, setFormat] = useState<PrintFormat>('docx')
  const [exclusions, setExclusions] = useState(defaultExclusions)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Preselects the template that belongs to the tag.
  const template = chosenTemplate ?? findTemplateOfTag(templates.templates, tag)?.id ?? null
  const counts = check.data?.printCheck
  const letterCount = counts ? counts.total - (exclusions.includeUnconfirmed ? 0 : counts.unconfirmed) : null
  const busy = progress !== null
  const isReady = template !== null && letterCount !== null && letterCount > 0
  const missingText = template === null || counts?.total === 0 ? missingTextOf(selection, counts?.total) : null
  const missingId = useId()

  const generate = async () => {
    if (!template) return
    setRefusal(null)
    try {
      if (await print({ selection, templateId: template, format, ...exclusions })) onClose()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      toastFailure(error, 'Failed to generate batch print')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      // Cancel ends the print, so the dialog stays until then.
      isLocked={busy}
      title="Batch Print Templates"
      description={[counts ? pluralize(counts.total, 'lead') : 'Counting leads', tag && propertyTypeLabel(tag)]
        .filter(Boolean)
        .join(' · ')}
      footer={
        <div className="flex w-full flex-wrap items-center justify-end gap-2.5 max-md:[&>button]:flex-1">
          {missingText && (
            <p id={missingId} className="mr-auto text-small text-ink-2 max-md:w-full">
              {missingText}
            </p>
          )}
          <Button size="large" onClick={busy ? cancel : onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            icon={<Download aria-hidden size={16} />}
            disabled={!isReady}
            aria-describedby={missingText ? missingId : undefined}
            busy={busy}
            busyLabel="Generating..."
            onClick={() => void generate()}
          >
            Generate & Download
          </Button>
        </div>
      }
    >
      <div className="space-y-5">
        <TemplateSelect templates={templates} value={template} onChange={setChosenTemplate} disabled={busy} />
        <ChoiceGroup
          label="Output Format"
          value={format}
          onChange={(next) => setFormat(next ?? 'docx')}
          disabled={busy}
          className="grid-cols-1 md:grid-cols-2"
        >
          <ChoiceCard
            value="docx"
            icon={<FileText aria-hidden size={18} />}
            description={selection.leadIds ? 'One merged document' : 'A zip of documents'}
          >
            DOCX
          </ChoiceCard>
          <ChoiceCard value="html" icon={<CodeXml aria-hidden size={18} />} description="A zip of pages">
            HTML (Legacy Style)
          </ChoiceCard>
        </ChoiceGroup>
        {counts && <PrintWarnings check={counts} exclusions={exclusions} onChange={setExclusions} disabled={busy} />}
        {letterCount === 0 && <Note hue="warn">No letters to print.</Note>}
        {check.error && !counts && (
          <Note hue="bad">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              {errorMessage(check.error, 'The leads could not be counted. Check the connection.')}
              <Button size="small" onClick={() => void check.refetch().catch(() => undefined)}>
                Try again
              </Button>
            </div>
          </Note>
        )}
        {refusal && <Note hue="bad">{refusal}</Note>}
        {progress && <ProgressBar {...progress} unit="letters" />}
      </div>
    </Dialog>
  )
}

/** What the user has to choose first (spec §5). With selected leads only the template is missing. */
const missingTextOf = ({ leadIds }: PrintSelection, total: number | undefined) =>
  leadIds && total !== 0
    ? 'Please select a template'
    : leadIds
      ? 'Please select leads and a template'
      : 'Please select both a lead tag and template tag'
