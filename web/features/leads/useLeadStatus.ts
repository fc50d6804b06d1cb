import { useCallback } from 'react'
import type { LeadStatus } from '../../gql/graphql.ts'
import { conflictOf } from '../../lib/errors.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import type { SavedLead, StatusConflict } from './LeadConflict.tsx'
import { findRow, type LeadRange, withStatus } from './leadRanges.ts'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'
import { useSaveLeadStatus } from './useSaveLeadStatus.ts'

type UpdateRanges = (update: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => void

/**
 * Sets the status of a lead in the list. The change is based on `version`, by default that of the row, and `onConflict` is
 * called if somebody else has changed the lead since. The ranges hold what the server has confirmed; the overlay shows what is
 * being saved.
 */
export function useLeadStatus(
  updateRanges: UpdateRanges,
  onConflict: (conflict: StatusConflict) => void,
): (id: string, status: LeadStatus, version?: number) => void {
  const saveStatus = useSaveLeadStatus()
  const notifyLeadsChanged = useNotifyLeadsChanged()
  return useCallback(
    (id, status, seenVersion) => {
      let version = seenVersion
      /** The answers to two choices may arrive in another order. */
      const confirm = (saved: { status: LeadStatus; version: number }) =>
        updateRanges((ranges) =>
          saved.version > (findRow(ranges, id)?.version ?? 0)
            ? withStatus(ranges, id, saved.status, saved.version)
            : null,
        )
      updateRanges((ranges) => {
        version ??= findRow(ranges, id)?.version
        return null
      })
      saveStatus(id, status, version)
        .then((saved) => {
          if (saved === 'waiting') return
          if (saved) confirm({ status, version: saved })
          toastSuccess('Lead status updated')
          notifyLeadsChanged()
        })
        .catch((error: unknown) => {
          const saved = conflictOf<SavedLead>(error)
          if (!saved) return toastFailure(error, 'Failed to update status')
          confirm(saved)
          onConflict({ id, status, saved })
        })
    },
    [saveStatus, updateRanges, notifyLeadsChanged, onConflict],
  )
}
