import { useState } from 'react'
import type { Priority, PropertyType } from '../../gql/graphql.ts'
import { toastError } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LeadChoices } from './LeadChoices.tsx'
import { type LeadProperty, LeadPropertySummary } from './LeadPropertySummary.tsx'
import { type CreatedLead, useCreateLead } from './useCreateLead.ts'

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
  const [type, setType] = useState<PropertyType | null>(null)
  const [priority, setPriority] = useState<Priority>('NORMAL')
  const { create, creating } = useCreateLead()

  const submit = async () => {
    if (!type) return void toastError('Please select a property type')
    const lead = await create({ ...target.property, tag: type, priority })
    if (lead) onCreated(lead)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      busy={creating}
      title="Create Lead"
      description={<LeadPropertySummary target={target} />}
      footer={
        <>
          <Button size="large" disabled={creating} onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            busy={creating}
            busyLabel="Creating Lead..."
            onClick={() => void submit()}
          >
            Create Lead
          </Button>
        </>
      }
    >
      <LeadChoices type={type} onType={setType} priority={priority} onPriority={setPriority} disabled={creating} />
    </Dialog>
  )
}
