import { useMutation } from '@apollo/client/react'
import { streetOf } from '../../domain/streetOf.ts'
import { DeleteLeadDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'
import type { LeadRow } from './leadRanges.ts'

/** Deletes a lead after confirmation. Its property stays. */
export function DeleteLead({ lead, onDone, onClose }: { lead: LeadRow; onDone: () => void; onClose: () => void }) {
  const [deleteLead] = useMutation(DeleteLeadDocument, { variables: { id: lead.id } })
  const changed = useNotifyLeadsChanged()
  const confirm = async () => {
    if (!(await toastOutcome(deleteLead(), 'Lead deleted', 'Failed to delete lead'))) return
    changed()
    onDone()
  }
  return (
    <ConfirmDialog title="Delete Lead" onConfirm={confirm} onClose={onClose}>
      Are you sure you want to delete the lead for {streetOf(lead.address)}? This cannot be undone.
    </ConfirmDialog>
  )
}
