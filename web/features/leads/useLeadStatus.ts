import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { type LeadRange, statusIn, withStatus } from './leadRanges.ts'
import { useTellLeadsChanged } from './LeadsLive.tsx'

type Change = (make: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => void

/** Sets the status of a lead in a list: shown at once, and taken back when it could not be saved. */
export function useLeadStatus(change: Change): (id: string, status: LeadStatus) => void {
  const [update] = useMutation(UpdateLeadStatusDocument)
  const tellChanged = useTellLeadsChanged()
  const attempts = useRef(new Map<string, number>())
  return useCallback(
    (id, status) => {
      let before: LeadStatus | undefined
      const attempt = (attempts.current.get(id) ?? 0) + 1
      attempts.current.set(id, attempt)
      change((ranges) => {
        before = statusIn(ranges, id)
        return withStatus(ranges, id, status)
      })
      update({ variables: { id, status } })
        .then(() => {
          // It may have been read again, as it was, while this was on its way.
          if (attempts.current.get(id) === attempt) change((ranges) => withStatus(ranges, id, status))
          toastSuccess('Lead status updated')
          tellChanged()
        })
        .catch((error: unknown) => {
          const was = before
          // A later choice stands for itself.
          if (was && attempts.current.get(id) === attempt) change((ranges) => withStatus(ranges, id, was))
          tellFailure(error, 'Failed to update status')
        })
    },
    [update, change, tellChanged],
  )
}
