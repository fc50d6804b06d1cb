import { useQuery } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { PrintCheckDocument, type TemplateTag } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { TemplateTagIcon, templateTagLabel, templateTags } from '../../domain/TemplateTagIcon.tsx'
import { PrintWarnings, defaultExclusions } from './PrintWarnings.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'
import { usePrintJob } from './usePrintJob.ts'
import { usePrintableTemplates } from './usePrintableTemplates.ts'

const leadTypes = templateTags.map((tag) => ({
  value: tag,
  label: templateTagLabel(tag),
  icon: <TemplateTagIcon tag={tag} />,
}))

/** Batch Print by Lead Type: prints every lead of a type from one template, as a zip file. */
export function LeadTypePrintDialog({ onClose }: { onClose: () => void }) {
  const templates = usePrintableTemplates()
  const { print, cancel, progress } = usePrintJob()
  const [leadType, setLeadType] = useState<TemplateTag | null>(null)
  const [template, setTemplate] = useState<string | null>(null)
  const [exclusions, setExclusions] = useState(defaultExclusions)
  const [refusal, setRefusal] = useState<string | null>(null)
  const check = useQuery(PrintCheckDocument, {
    variables: { selection: { leadType } },
    skip: !leadType,
    fetchPolicy: 'cache-and-network',
  })
  const counts = check.data?.printCheck
  const busy = progress !== null

  const generate = async () => {
    setRefusal(null)
    if (!leadType || !template) return toastError('Please select both lead type and template')
    try {
      if (await print({ selection: { leadType }, templateId: template, format: 'docx', ...exclusions })) onClose()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      toastReason(error, 'Failed to batch print templates')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      // Cancel ends the print, so the dialog stays until then.
      isLocked={busy}
      title="Batch Print by Lead Type"
      description="One document per lead of the type, in a zip file."
      footer={
        <>
          <Button size="large" onClick={busy ? cancel : onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            icon={Download}
            busy={busy}
            busyLabel="Generating..."
            onClick={() => void generate()}
          >
            Generate & Download
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <Select
          label="Lead Type"
          options={leadTypes}
          value={leadType}
          onChange={setLeadType}
          placeholder="Choose a lead type"
          disabled={busy}
        />
        <TemplateSelect templates={templates} value={template} onChange={setTemplate} disabled={busy} />
        {leadType && counts?.total === 0 && <Note hue="warn">There are no leads of this type.</Note>}
        {leadType && counts && (
          <PrintWarnings check={counts} exclusions={exclusions} onChange={setExclusions} disabled={busy} />
        )}
        {refusal && <Note hue="bad">{refusal}</Note>}
        {progress && <ProgressBar {...progress} unit="letters" />}
      </div>
    </Dialog>
  )
}
