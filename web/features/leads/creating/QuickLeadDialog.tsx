import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LeadChoices } from './LeadChoices.tsx'
import { emptyLead } from './leadDraft.ts'
import { type LeadProperty, LeadPropertySummary } from './LeadPropertySummary.tsx'
import type { CreatedLead } from './useCreateLead.ts'
import { useLeadCreation } from './useLeadCreation.tsx'

interface QuickLeadDialogProps {
  target: LeadProperty
  onCreated: (lead: CreatedLead) => void
  /** Saves the property without a lead. Not called for a property that is saved. */
  onSkip: () => void
  skipping: boolean
  onClose: () => void
}

/** Quick Lead Creation: creates a lead from a type and a priority, and saves an unsaved property in the same call. */
export function QuickLeadDialog({ target, onCreated, onSkip, skipping, onClose }: QuickLeadDialogProps) {
  const [draft, setDraft] = useState(emptyLead)
  const { type } = draft
  const hintId = useId()
  const { submit, creating, question } = useLeadCreation(target, onCreated)
  const isSaved = 'propertyId' in target.property

  return (
    <Dialog
      onClose={onClose}
      width={600}
      busy={creating || skipping}
      title="Quick Lead Creation"
      description={<LeadPropertySummary target={target} />}
      footer={
        <>
          {!type && (
            <p id={hintId} className="self-center text-small text-ink-2 max-md:sr-only md:mr-auto">
              Please select a property type first
            </p>
          )}
          <Button
            size="large"
            disabled={creating}
            busy={skipping}
            busyLabel="Saving..."
            onClick={isSaved ? onClose : onSkip}
            // On a phone the cross closes.
            className={isSaved ? 'max-md:hidden' : undefined}
          >
            {isSaved ? 'Close' : 'Skip for Now'}
          </Button>
          <Button
            size="large"
            variant="primary"
            disabled={!type || skipping}
            busy={creating}
            busyLabel="Creating..."
            title={type ? undefined : 'Please select a property type first'}
            aria-describedby={type ? undefined : hintId}
            onClick={() => type && void submit(type, draft)}
          >
            Create Lead
          </Button>
        </>
      }
    >
      <LeadChoices value={draft} onChange={setDraft} disabled={creating || skipping} />
      {question}
    </Dialog>
  )
}
