import { useState } from 'react'
import { toastError } from '../../../lib/toasts.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { LeadChoices } from './LeadChoices.tsx'
import { emptyLead } from './leadDraft.ts'
import { type LeadProperty, LeadPropertySummary } from './LeadPropertySummary.tsx'
import type { CreatedLead } from './useCreateLead.ts'
import { useLeadCreation } from './useLeadCreation.tsx'

interface LeadTypeDialogProps {
  target: LeadProperty
  onCreated: (lead: CreatedLead) => void
  onClose: () => void
}

/**
 * The second dialog of spec §4: type and priority for a chosen property. An unsaved property is saved with the type; to
 * a saved one the server adds the type as a tag if it is missing.
 */
export function LeadTypeDialog({ target, onCreated, onClose }: LeadTypeDialogProps) {
  const [draft, setDraft] = useState(emptyLead)
  const creation = useLeadCreation(target, onCreated)
  const { creating } = creation

  const submit = async () => {
    if (!draft.type) return toastError('Please select a property type')
    await creation.submit(draft.type, draft)
  }

  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      width={600}
      busy={creating}
      title="Create Lead"
      description={<LeadPropertySummary target={target} />}
      action="Create Lead"
      busyAction="Creating Lead..."
      after={creation.question}
    >
      <LeadChoices value={draft} onChange={setDraft} disabled={creating} />
    </FormDialog>
  )
}
