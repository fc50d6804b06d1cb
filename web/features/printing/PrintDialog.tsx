import { useQuery } from '@apollo/client/react'
import { CodeXml, Download, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { PrintCheckDocument, type PrintSelection, type PropertyType, type TemplateTag } from '../../gql/graphql.ts'
import { countOf } from '../../lib/counts.ts'
import { errorMessage } from '../../lib/errors.ts'
import { tellFailure } from '../../session/failures.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { propertyTypeLabel } from '../../ui/TypeGlyph.tsx'
import { CheckBeforePrinting, usualLeavingOut } from './CheckBeforePrinting.tsx'
import type { PrintFormat } from './printOrder.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import { usePrintRun } from './usePrintRun.ts'
import { useTemplateTags } from './useTemplateTags.ts'

interface PrintDialogProps {
  selection: PrintSelection
  /** Whose leads they are, where they are those of one tag. */
  tag?: PropertyType | null
  /** Chosen already. */
  template?: TemplateTag | null
  onClose: () => void
}

/** Batch Print Templates: which template and format, what to know before, and the letters as one file. */
export function PrintDialog({ selection, tag = null, template: given = null, onClose }: PrintDialogProps) {
  const tags = useTemplateTags()
  const check = useQuery(PrintCheckDocument, { variables: { selection }, fetchPolicy: 'cache-and-network' })
  const { print, cancel, progress } = usePrintRun()
  const [chosen, setChosen] = useState<TemplateTag | null>(given)
  const [format, setFormat] = useState<PrintFormat>('docx')
  const [leaving, setLeaving] = useState(usualLeavingOut)
  const [refusal, setRefusal] = useState<string | null>(null)
  // The letters of a tag are most likely printed from its own template.
  const template = chosen ?? tags.entries?.find((entry) => entry.tag === tag)?.tag ?? null
  const found = check.data?.printCheck
  const letters = found ? found.total - (leaving.includeUnconfirmed ? 0 : found.unconfirmed) : null
  const busy = progress !== null
  const ready = template !== null && letters !== null && letters > 0
  const missing = template === null || found?.total === 0 ? missingWords(selection) : null
  const missingId = useId()

  const generate = async () => {
    if (!template) return
    setRefusal(null)
    try {
      if (await print({ selection, template, format, ...leaving })) onClose()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      tellFailure(error, 'Failed to generate batch print')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Batch Print Templates"
      description={[found ? countOf(found.total, 'lead') : 'Counting leads', tag && propertyTypeLabel(tag)]
        .filter(Boolean)
        .join(' · ')}
      footer={
        <div className="flex w-full flex-wrap items-center justify-end gap-2.5 max-md:[&>button]:flex-1">
          {missing && (
            <p id={missingId} className="mr-auto text-small text-ink-2 max-md:w-full">
              {missing}
            </p>
          )}
          <Button size="large" onClick={busy ? cancel : onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            icon={<Download aria-hidden size={16} />}
            disabled={!ready}
            aria-describedby={missing ? missingId : undefined}
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
        <TemplateChoice tags={tags} value={template} onChange={setChosen} disabled={busy} />
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
        {found && <CheckBeforePrinting check={found} leaving={leaving} onChange={setLeaving} disabled={busy} />}
        {letters === 0 && <Note hue="warn">There is no letter to print.</Note>}
        {check.error && !found && (
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
        {progress && <Progress {...progress} what="letters" />}
      </div>
    </Dialog>
  )
}

/** What has to be chosen before anything can be printed (spec §5). */
const missingWords = ({ leadIds }: PrintSelection) =>
  leadIds ? 'Please select leads and a template' : 'Please select both a lead tag and template tag'
