import { useCallback, useRef } from 'react'
import type { LeadStatus } from '../../gql/graphql.ts'
import { conflictOf } from '../../lib/errors.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import type { SavedLead, StatusConflict } from './LeadConflict.tsx'
import { findRow, type LeadRange, withStatus } from './leadRanges.ts'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'
import { useSaveLeadStatus } from './useSaveLeadStatus.ts'

type UpdateRanges = (update: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => void

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

const newestChoice = ({ saved, pending }: LeadChoices): StatusChoice =>
  [saved, ...pending].reduce((newest, choice) => (choice.attempt > newest.attempt ? choice : newest))

/**
 * Sets the status of a lead in the list optimistically. A failed choice rolls back to the newest choice that is pending
 * or confirmed. The choice is based on `version`, by default that of the row, and `onConflict` is called if somebody else has
 * changed the lead since.
 */
export function useLeadStatus(
  updateRanges: UpdateRanges,
  onConflict: (conflict: StatusConflict) => void,
): (id: string, status: LeadStatus, version?: number) => void {
  const saveStatus = useSaveLeadStatus()
  const notifyLeadsChanged = useNotifyLeadsChanged()
  const choicesById = useRef(new Map<string, LeadChoices>())
  return useCallback(
    (id, status, seenVersion) => {
      const settleChoice = (choice: StatusChoice, isSaved: boolean) => {
        const choices = choicesById.current.get(id)
        if (!choices) return
        const settled = {
          saved: isSaved && choice.attempt > choices.saved.attempt ? choice : choices.saved,
          pending: choices.pending.filter((other) => other !== choice),
        }
        if (settled.pending.length > 0) choicesById.current.set(id, settled)
        else choicesById.current.delete(id)
        const { status: newest } = newestChoice(settled)
        // Needed after a success too: a refetch in the meantime may have restored the old status.
        if (newest) updateRanges((ranges) => withStatus(ranges, id, newest))
      }
      let previous: { status?: LeadStatus; version?: number } | undefined
      updateRanges((ranges) => {
        previous = findRow(ranges, id)
        return withStatus(ranges, id, status)
      })
      const choices = choicesById.current.get(id) ?? {
        saved: { status: previous?.status, attempt: 0 },
        pending: [],
      }
      const choice = { status, attempt: newestChoice(choices).attempt + 1 }
      choicesById.current.set(id, { ...choices, pending: [...choices.pending, choice] })
      // While another choice is being saved, the version of the row is about to change.
      const version = choices.pending.length > 0 ? undefined : (seenVersion ?? previous?.version)
      saveStatus(id, status, version)
        .then((result) => {
          settleChoice(choice, true)
          if (result === 'waiting') return
          if (result) updateRanges((ranges) => withStatus(ranges, id, findRow(ranges, id)?.status ?? status, result))
          toastSuccess('Lead status updated')
          notifyLeadsChanged()
        })
        .catch((error: unknown) => {
          settleChoice(choice, false)
          const saved = conflictOf<SavedLead>(error)
          if (saved) {
            updateRanges((ranges) => withStatus(ranges, id, saved.status, saved.version))
            return onConflict({ id, status, saved })
          }
          toastFailure(error, 'Failed to update status')
        })
    },
    [saveStatus, updateRanges, notifyLeadsChanged, onConflict],
  )
}
