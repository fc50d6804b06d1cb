import { useState } from 'react'
import { LeadDetailsDocument, type LeadStatus } from '../../../gql/graphql.ts'
import { useFreshQuery, useGone } from '../../../lib/freshQuery.ts'
import { conflictOf } from '../../../lib/errors.ts'
import { toastSuccess, toastUndo } from '../../../lib/toasts.ts'
import { toastFailure } from '../../../session/failureToasts.ts'
import type { SavedLead, StatusConflict } from '../LeadConflict.tsx'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'
import { useSaveLeadStatus } from '../useSaveLeadStatus.ts'

const SAVED = 'Lead status updated'

/** Everything about one lead, refetched after changes. `onGone` is called when it is deleted or no longer visible. */
export function useLeadDetails(id: string, onGone: () => void) {
  const query = useFreshQuery(LeadDetailsDocument, { id })
  const { data, previousData, busy: loading, retry: refresh } = query
  const submitStatus = useSaveLeadStatus()
  useOnLeadsChanged(refresh)
  const isGone = useGone(query, data?.lead, onGone)
  const lead = data?.lead ?? undefined

  const [conflict, setConflict] = useState<StatusConflict | null>(null)
  /** Saves a status at once, based on `version`; it can be undone. */
  const saveStatus = async (status: LeadStatus, version?: number, undoTo?: LeadStatus) => {
    try {
      const saved = await submitStatus(id, status, version)
      if (saved === 'waiting') return
      if (undoTo) toastUndo(SAVED, () => void saveStatus(undoTo, saved), { id: 'lead-status' })
      else toastSuccess(SAVED, { id: 'lead-status' })
      refresh()
    } catch (failure) {
      const saved = conflictOf<SavedLead>(failure)
      if (!saved) return toastFailure(failure, 'Failed to update status')
      setConflict({ id, status, saved })
      refresh()
    }
  }
  return {
    lead,
    /** The lead that was shown before, while the next one loads. */
    previous: lead ? undefined : (previousData?.lead ?? undefined),
    failed: query.failed && !isGone,
    loading,
    refresh,
    setStatus: (status: LeadStatus) => {
      if (lead && status !== lead.status) void saveStatus(status, lead.version, lead.status)
    },
    /** Set if the status was not saved because somebody else changed the lead. */
    conflict,
    saveConflicting: (_id: string, status: LeadStatus, version: number) => void saveStatus(status, version),
    closeConflict: () => setConflict(null),
  }
}
