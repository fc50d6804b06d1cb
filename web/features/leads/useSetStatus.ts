import { useMutation } from '@apollo/client/react'
import { type LeadStatus, SetLeadStatusDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'

/** Sets the status of many leads, all or none, and calls `onDone` when it is saved. */
export function useSetStatus(onDone: () => void): (ids: readonly string[], status: LeadStatus) => Promise<void> {
  const [setLeadStatus] = useMutation(SetLeadStatusDocument)
  const changed = useNotifyLeadsChanged()
  return async (ids, status) => {
    const saved = setLeadStatus({ variables: { ids: [...ids], status } })
    if (!(await toastOutcome(saved, 'Lead status updated', 'Failed to update status'))) return
    changed()
    onDone()
  }
}
