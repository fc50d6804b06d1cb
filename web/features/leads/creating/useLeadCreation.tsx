import { type ReactNode, useState } from 'react'
import { propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import type { CreateLeadInput, LeadAtDoorFragment, PropertyType } from '../../../gql/graphql.ts'
import { formatDate } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { isOpenLead, isSentLead } from '../lead/useDoorLeads.ts'
import { type LeadDraft, toLeadInput } from './leadDraft.ts'
import type { LeadProperty } from './LeadPropertySummary.tsx'
import { type CreatedLead, useCreateLead } from './useCreateLead.ts'

/**
 * Creates the lead of a dialog. If the property has an open lead of the same type, `question` asks first whether there should be
 * another one: it is rendered inside the dialog.
 */
export function useLeadCreation(target: LeadProperty, onCreated: (lead: CreatedLead) => void) {
  const { create, creating } = useCreateLead()
  const [asked, setAsked] = useState<{ input: CreateLeadInput; existing: LeadAtDoorFragment }>()
  const send = async (input: CreateLeadInput) => {
    const lead = await create(input, target.street)
    if (lead) onCreated(lead)
  }
  const submit = async (type: PropertyType, draft: LeadDraft) => {
    const input = { ...target.property, ...toLeadInput(type, draft) }
    const existing = target.leads?.find((lead) => lead.tag === type && isOpenLead(lead))
    if (existing) setAsked({ input, existing })
    else await send(input)
  }
  const question: ReactNode = asked && (
    <ConfirmDialog
      title="Create another lead?"
      confirmLabel="Create Another"
      isDestructive={false}
      onConfirm={() => {
        setAsked(undefined)
        void send(asked.input)
      }}
      onClose={() => setAsked(undefined)}
    >
      {`This house already has a lead for ${propertyTypeLabels[asked.existing.tag]}, ${describe(asked.existing)}.`}
    </ConfirmDialog>
  )
  return { submit, creating, question }
}

const describe = (lead: LeadAtDoorFragment): string =>
  isSentLead(lead) ? `${statusLabels[lead.status]}, created ${formatDate(lead.createdAt)}` : 'which waits to be sent'
