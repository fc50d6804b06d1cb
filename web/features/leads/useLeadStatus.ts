import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { type LeadRange, statusIn, withStatus } from './leadRanges.ts'
import { useTellLeadsChanged } from './LeadsLive.tsx'

type Change = (make: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => void

interface Choice {
  /** Undefined for what stood before in a lead that is not shown. */
  status: LeadStatus | undefined
  attempt: number
}

/** What was chosen for a lead and is on its way to the server, and what the server last confirmed. */
interface Choices {
  saved: Choice
  underway: readonly Choice[]
}

const newest = ({ saved, underway }: Choices): Choice =>
  [saved, ...underway].reduce((one, other) => (other.attempt > one.attempt ? other : one))

/**
 * Sets the status of a lead in a list: shown at once, and taken back when it could not be saved, to the last one the
 * server confirmed, however many were chosen meanwhile.
 */
export function useLeadStatus(change: Change): (id: string, status: LeadStatus) => void {
  const [update] = useMutation(UpdateLeadStatusDocument)
  const tellChanged = useTellLeadsChanged()
  const choices = useRef(new Map<string, Choices>())
  return useCallback(
    (id, status) => {
      const settle = (choice: Choice, saved: boolean) => {
        const before = choices.current.get(id)
        if (!before) return
        const after = {
          saved: saved && choice.attempt > before.saved.attempt ? choice : before.saved,
          underway: before.underway.filter((one) => one !== choice),
        }
        if (after.underway.length > 0) choices.current.set(id, after)
        else choices.current.delete(id)
        const { status: now } = newest(after)
        // Also where it was saved: the row may have been read again, as it was, while this was on its way.
        if (now) change((ranges) => withStatus(ranges, id, now))
      }
      let shown: LeadStatus | undefined
      change((ranges) => {
        shown = statusIn(ranges, id)
        return withStatus(ranges, id, status)
      })
      const before = choices.current.get(id) ?? { saved: { status: shown, attempt: 0 }, underway: [] }
      const choice = { status, attempt: newest(before).attempt + 1 }
      choices.current.set(id, { ...before, underway: [...before.underway, choice] })
      update({ variables: { id, status } })
        .then(() => {
          settle(choice, true)
          toastSuccess('Lead status updated')
          tellChanged()
        })
        .catch((error: unknown) => {
          settle(choice, false)
          tellFailure(error, 'Failed to update status')
        })
    },
    [update, change, tellChanged],
  )
}
