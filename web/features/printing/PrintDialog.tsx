import { skipToken, useQuery } from '@apollo/client/react'
import { CodeXml, Download, FileText, FileType } from 'lucide-react'
import { useId, useState } from 'react'
import {
  PrintCheckDocument,
  type PrintCheckQuery,
  PrintConfigurationDocument,
  type PrintSelection,
  type PropertyType,
  type TemplateTag,
} from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { toastFailure, toastReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.tsx'
import { propertyTypeLabels } from '../../domain/labels.ts'
import { TemplateTagIcon, templateTagLabel, templateTags } from '../../domain/TemplateTagIcon.tsx'
import { LabelOptions, startPositionOf } from './LabelOptions.tsx'
import { PrintWarnings, defaultExclusions, type PrintExclusions } from './PrintWarnings.tsx'
import type { PrintFormat } from './printRequest.ts'
import { TemplateSelect } from './TemplateSelect.tsx'
import { useLabelSettings } from './useLabelSettings.ts'
import { usePrintJob } from './usePrintJob.ts'
import { findTemplateOfTag, usePrintableTemplates } from './usePrintableTemplates.ts'

interface PrintDialogProps {
  /** Undefined if a lead type is chosen in the dialog. */
  selection?: PrintSelection
  /** The tag whose leads are printed, if the selection is a tag. */
  tag?: PropertyType | null
  /** The id of the template chosen before the dialog opened. */
  templateId?: string | null
  onClose: () => void
}

type Output = 'letters' | 'labels' | 'envelopes'

const outputs: { value: Output; label: string }[] = [
  { value: 'letters', label: 'Letters' },
  { value: 'labels', label: 'Labels' },
  { value: 'envelopes', label: 'Envelopes' },
]

const leadTypes = templateTags.map((tag) => ({
  value: tag,
  label: templateTagLabel(tag),
  icon: <TemplateTagIcon tag={tag} />,
}))

/**
 * Batch Print Templates, or Batch Print by Lead Type: chooses a template and a format, or labels or envelopes, shows warnings, and downloads
 * one file.
 */
export function PrintDialog({
  selection: given,
  tag = null,
  templateId: initialTemplate = null,
  onClose,
}: PrintDialogProps) {
  const templates = usePrintableTemplates()
  const [leadType, setLeadType] = useState<TemplateTag | null>(null)
  const selection = given ?? (leadType && { leadType })
  const check = useQuery(
    PrintCheckDocument,
    selection ? { variables: { selection }, fetchPolicy: 'cache-and-network' } : skipToken,
  )
  const configuration = useQuery(PrintConfigurationDocument).data?.printConfiguration
  const { print, cancel, progress } = usePrintJob()
  const { settings, change, keep } = useLabelSettings()
  const [output, setOutput] = useState<Output>('letters')
  const [chosenTemplate, setChosenTemplate] = useState<string | null>(initialTemplate)
  const [format, setFormat] = useState<PrintFormat>('docx')
  const [exclusions, setExclusions] = useState(defaultExclusions)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Preselects the template that belongs to the tag.
  const template = chosenTemplate ?? findTemplateOfTag(templates.templates, tag)?.id ?? null
  const sheets = configuration?.labelSheets.filter(({ isEnvelope }) => isEnvelope === (output === 'envelopes')) ?? []
  const sheetId = output === 'envelopes' ? settings.envelope : settings.labelSheet
  const sheet = sheets.find(({ id }) => id === sheetId) ?? sheets[0]
  const counts = check.data?.printCheck
  const count = counts ? countLeft(counts, exclusions, output) : null
  const busy = progress !== null
  const start = sheet ? startPositionOf(sheet, settings) : null
  const isChosen = output === 'letters' ? template !== null : start !== null
  // Without a selection, a press says what is missing.
  const isReady = count !== 0 && (!given || (isChosen && count !== null))
  const missingText =
    output !== 'letters' || !given
      ? null
      : template === null || counts?.total === 0
        ? missingTextOf(given, counts?.total)
        : null
  const missingId = useId()

  const printOutput = (selection: PrintSelection) => {
    if (output === 'letters')
      return template ? print({ selection, templateId: template, format, ...exclusions }) : false
    if (!sheet || start === null) return false
    return print({
      selection,
      sheet: sheet.id,
      startPosition: start,
      addressedTo: settings.addressedTo,
      returnAddress: sheet.isEnvelope ? settings.returnAddress : '',
      ...exclusions,
      neverPrinted: false,
    })
  }
  const generate = async () => {
    setRefusal(null)
    if (!selection || (!given && !isChosen))
      return toastError(output === 'letters' ? NOTHING_CHOSEN : 'Please select a lead type')
    try {
      if (!(await printOutput(selection))) return
      if (output !== 'letters') keep()
      onClose()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      if (given) toastFailure(error, 'Failed to generate batch print')
      else toastReason(error, 'Failed to batch print templates')
    }
  }

  return (
    <Dialog
      width={672}
      onClose={onClose}
      busy={busy}
      // Cancel ends the print, so the dialog stays until then.
      isLocked={busy}
      title={given ? 'Batch Print Templates' : 'Batch Print by Lead Type'}
      description={
        selection
          ? [counts ? pluralize(counts.total, 'lead') : 'Counting leads', tag && propertyTypeLabels[tag]]
              .filter(Boolean)
              .join(' · ')
          : 'All leads of one type.'
      }
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
            icon={Download}
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
        {!given && (
          <Select
            label="Lead Type"
            options={leadTypes}
            value={leadType}
            onChange={setLeadType}
            placeholder="Choose a lead type"
            disabled={busy}
          />
        )}
        <SegmentedControl label="Print" options={outputs} value={output} onChange={setOutput} disabled={busy} />
        {output === 'letters' ? (
          <>
            <TemplateSelect templates={templates} value={template} onChange={setChosenTemplate} disabled={busy} />
            <ChoiceGroup
              label="Output Format"
              value={format}
              onChange={(next) => setFormat(next ?? 'docx')}
              disabled={busy}
              className="grid-cols-1 md:grid-cols-3"
            >
              <ChoiceCard
                value="docx"
                icon={<FileText aria-hidden size={18} />}
                description={selection?.leadIds ? 'One merged document' : 'A zip of documents'}
              >
                DOCX
              </ChoiceCard>
              <ChoiceCard value="html" icon={<CodeXml aria-hidden size={18} />} description="A zip of pages">
                HTML (Legacy Style)
              </ChoiceCard>
              <ChoiceCard
                value="pdf"
                icon={<FileType aria-hidden size={18} />}
                description={configuration?.pdf ? 'One document' : 'Not available'}
                disabled={!configuration?.pdf}
              >
                PDF
              </ChoiceCard>
            </ChoiceGroup>
            {configuration?.reason && <p className="-mt-3 text-small text-ink-2">{configuration.reason}</p>}
          </>
        ) : (
          sheet && (
            <LabelOptions
              sheets={sheets}
              sheet={sheet}
              settings={settings}
              onChange={change}
              count={count}
              disabled={busy}
            />
          )
        )}
        {counts && (
          <PrintWarnings
            check={counts}
            exclusions={exclusions}
            onChange={setExclusions}
            disabled={busy}
            areLetters={output === 'letters'}
          />
        )}
        {count === 0 && <Note hue="warn">No {output} to print.</Note>}
        {check.error && !counts && (
          <Note hue="bad">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              {errorMessage(check.error, 'The leads could not be counted. Check the connection.')}
              <Button size="small" onClick={() => void check.refetch().catch(() => undefined)}>
                Try Again
              </Button>
            </div>
          </Note>
        )}
        {refusal && <Note hue="bad">{refusal}</Note>}
        {progress && <ProgressBar {...progress} unit={output} />}
      </div>
    </Dialog>
  )
}

const NOTHING_CHOSEN = 'Please select both lead type and template'

/** What the user has to choose first (spec §5). With selected leads only the template is missing. */
const missingTextOf = ({ leadIds }: PrintSelection, total: number | undefined) =>
  leadIds && total !== 0
    ? 'Please select a template'
    : leadIds
      ? 'Please select leads and a template'
      : 'Please select both a lead tag and template tag'

/**
 * How many of the leads are printed. Leads can be unconfirmed, marked and printed before at once, and the check counts them each time:
 * then only the largest number is subtracted, and the server has the last word.
 */
function countLeft(
  { total, unconfirmed, doNotKnock, printed }: PrintCheckQuery['printCheck'],
  { includeUnconfirmed, includeDoNotKnock, neverPrinted }: PrintExclusions,
  output: Output,
): number {
  const leftOut = [
    includeUnconfirmed ? 0 : unconfirmed,
    includeDoNotKnock ? 0 : doNotKnock,
    neverPrinted && output === 'letters' ? printed : 0,
  ]
  return total - Math.max(...leftOut)
}
