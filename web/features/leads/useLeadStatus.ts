import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { type LeadRange, statusIn, withStatus } from './leadRanges.ts'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'

type Change = (make: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => void

interface StatusChoice {
  /** Undefined for what stood before in a lead that is not shown. */
  status: LeadStatus | undefined
  attempt: number
}

/** What was chosen for a lead and is on its way to the server, and what the server last confirmed. */
interface LeadChoices {
  saved: StatusChoice
  pending: readonly StatusChoice[]
}

const newestChoice = ({ saved, pending: underway }: LeadChoices): StatusChoice =>
  [saved, ...underway].reduce((one, other) => (other.attempt > one.attempt ? other : one))

/**
 * Sets the status of a lead in a list: shown at once, and taken back when it could not be saved, to the last one the
 * server confirmed, however many were chosen meanwhile.
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
        // Also where it was saved: the row may have been read again, as it was, while this was on its way.
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
