import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { type LeadRange, statusIn, withStatus } from './leadRanges.ts'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'

type Change = (make: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => void

interface StatusChoice {
  /** Undefined as the saved status of a lead that is not in the list. */
  status: LeadStatus | undefined
  attempt: number
}

/** The status the server last confirmed, and the choices that are being saved. */
interface LeadChoices {
  saved: StatusChoice
  pending: readonly StatusChoice[]
}

const newestChoice = ({ saved, pending: underway }: LeadChoices): StatusChoice =>
  [saved, ...underway].reduce((one, other) => (other.attempt > one.attempt ? other : one))

/**
 * Sets the status of a lead in the list optimistically. A failed choice rolls back to the newest choice that is pending
 * or confirmed.
 */
export function useLeadStatus(change: Change): (id: string, status: LeadStatus) => void {
  const [update] = useMutation(UpdateLeadStatusDocument)
  const notifyLeadsChanged = useNotifyLeadsChanged()
  const choices = useRef(new Map<string, LeadChoices>())
  return useCallback(
    (id, status) => {
      const settleChoice = (choice: StatusChoice, saved: boolean) => {
        const before = choices.current.get(id)
        if (!before) return
        const after = {
          saved: saved && choice.attempt > before.saved.attempt ? choice : before.saved,
          pending: before.pending.filter((one) => one !== choice),
        }
        if (after.pending.length > 0) choices.current.set(id, after)
        else choices.current.delete(id)
        const { status: now } = newestChoice(after)
        // Needed after a success too: a refetch in the meantime may have restored the old status.
        if (now) change((ranges) => withStatus(ranges, id, now))
      }
      let shown: LeadStatus | undefined
      change((ranges) => {
        shown = statusIn(ranges, id)
        return withStatus(ranges, id, status)
      })
      const before = choices.current.get(id) ?? { saved: { status: shown, attempt: 0 }, pending: [] }
      const choice = { status, attempt: newestChoice(before).attempt + 1 }
      choices.current.set(id, { ...before, pending: [...before.pending, choice] })
      update({ variables: { id, status } })
        .then(() => {
          settleChoice(choice, true)
          toastSuccess('Lead status updated')
          notifyLeadsChanged()
        })
        .catch((error: unknown) => {
          settleChoice(choice, false)
          toastFailure(error, 'Failed to update status')
        })
    },
    [update, change, notifyLeadsChanged],
  )
}
