import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { useTellLeadsChanged } from './LeadsLive.tsx'

/** Sets the status of a lead: shown at once, and taken back when it could not be saved. */
export function useLeadStatus(): (id: string, status: LeadStatus) => void {
  const [update] = useMutation(UpdateLeadStatusDocument)
  const changed = useTellLeadsChanged()
  return useCallback(
    (id, status) => {
      update({
        variables: { id, status },
        optimisticResponse: { updateLead: { __typename: 'Lead', id, status } as { id: string; status: LeadStatus } },
      })
        .then(() => {
          toastSuccess('Lead status updated')
          changed()
        })
        .catch((error: unknown) => tellFailure(error, 'Failed to update status'))
    },
    [update, changed],
  )
}
