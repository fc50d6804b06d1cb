import { useMutation } from '@apollo/client/react'
import { DeleteLeadDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'
import { streetOf } from './leadText.ts'
import type { LeadRow } from './leadRanges.ts'

/** Deletes a lead after confirmation. Its property stays. */
export function DeleteLead({ lead, onDone, onClose }: { lead: LeadRow; onDone: () => void; onClose: () => void }) {
  const [deleteLead, { loading }] = useMutation(DeleteLeadDocument, { variables: { id: lead.id } })
  const changed = useNotifyLeadsChanged()
  const confirm = async () => {
    try {
      await deleteLead()
      toastSuccess('Lead deleted')
      changed()
      onDone()
    } catch (error) {
      toastReason(error, 'Failed to delete lead')
    }
  }
  return (
    <ConfirmDialog title="Delete lead" busy={loading} onConfirm={() => void confirm()} onClose={onClose}>
      Are you sure you want to delete the lead for {streetOf(lead)}? This cannot be undone.
    </ConfirmDialog>
  )
}
