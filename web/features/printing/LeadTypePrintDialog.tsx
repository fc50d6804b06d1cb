import { useQuery } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { PrintCheckDocument, type TemplateTag } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { tellReason } from '../../session/failures.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Select } from '../../ui/Select.tsx'
import { TemplateTagGlyph, templateTagLabel, templateTags } from '../../ui/TemplateTagMark.tsx'
import { CheckBeforePrinting, usualLeavingOut } from './CheckBeforePrinting.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { usePrintRun } from './usePrintRun.ts'
import { useTemplateTags } from './useTemplateTags.ts'

const leadTypes = templateTags.map((tag) => ({
  value: tag,
  label: templateTagLabel(tag),
  icon: <TemplateTagGlyph tag={tag} />,
}))

/** Batch Print by Lead Type: every lead of a type, as a zip of documents from one template. */
export function LeadTypePrintDialog({ onClose }: { onClose: () => void }) {
  const tags = useTemplateTags()
  const { print, cancel, progress } = usePrintRun()
  const [leadType, setLeadType] = useState<TemplateTag | null>(null)
  const [template, setTemplate] = useState<TemplateTag | null>(null)
  const [leaving, setLeaving] = useState(usualLeavingOut)
  const [refusal, setRefusal] = useState<string | null>(null)
  const check = useQuery(PrintCheckDocument, {
    variables: { selection: { leadType } },
    skip: !leadType,
    fetchPolicy: 'cache-and-network',
  })
  const found = check.data?.printCheck
  const busy = progress !== null

  const generate = async () => {
    setRefusal(null)
    if (!leadType || !template) return toastError('Please select both lead type and template')
    try {
      if (await print({ selection: { leadType }, template, format: 'docx', ...leaving })) onClose()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      tellReason(error, 'Failed to batch print templates')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Batch Print by Lead Type"
      description="Every lead of the type, as a zip of documents."
      footer={
        <>
          <Button size="large" onClick={busy ? cancel : onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            icon={<Download aria-hidden size={16} />}
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
        <TemplateChoice tags={tags} value={template} onChange={setTemplate} disabled={busy} />
        {leadType && found?.total === 0 && <Note hue="warn">There are no leads of this type.</Note>}
        {leadType && found && (
          <CheckBeforePrinting check={found} leaving={leaving} onChange={setLeaving} disabled={busy} />
        )}
        {refusal && <Note hue="bad">{refusal}</Note>}
        {progress && <Progress {...progress} what="letters" />}
      </div>
    </Dialog>
  )
}
