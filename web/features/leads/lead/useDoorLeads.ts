import { useMemo } from 'react'
import { type LeadAtDoorFragment, LeadsOfPropertyDocument } from '../../../gql/graphql.ts'
import { useFreshQuery } from '../../../lib/freshQuery.ts'
import { conflictOf } from '../../../lib/errors.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useBusy } from '../../../lib/useBusy.ts'
import { toastFailure } from '../../../session/failureToasts.ts'
import { useShown } from '../../../session/outbox/useOutbox.ts'
import { useSaveLeadStatus } from '../useSaveLeadStatus.ts'

/** Whether there is still work to win at the lead. */
export const isOpenLead = ({ status }: LeadAtDoorFragment): boolean => status !== 'COMPLETED'

/** Whether the server has the lead: one that waits in the outbox has no version yet. */
export const isSentLead = ({ version }: LeadAtDoorFragment): boolean => version > 0

/**
 * The leads of a property that the user may see, newest first, with those that wait in the outbox. With `isRead` false the
 * server is not asked, as for a property that is not saved yet, and only the waiting leads are returned. `isKnown` tells whether
 * the server has answered or was not asked. `outline` is that of the parcel, which comes in the same answer. `markContacted`
 * changes those that are still new.
 */
export function useDoorLeads(propertyId: string | undefined, isRead: boolean) {
  const { data, error, retry } = useFreshQuery(
    LeadsOfPropertyDocument,
    { id: propertyId ?? '' },
    !propertyId || !isRead,
  )
  const unread = useMemo(
    () => ({ __typename: 'Property' as const, id: propertyId ?? '', leads: [] as LeadAtDoorFragment[] }),
    [propertyId],
  )
  const waiting = useShown(unread)
  const saveStatus = useSaveLeadStatus()
  const { busy, run } = useBusy()
  const answer = data?.property?.id === propertyId ? data?.property : undefined
  const { leads } = answer ?? waiting
  const newLeads = leads.filter((lead) => lead.status === 'NEW' && isSentLead(lead))
  const markAll = async () => {
    let isWaiting = false
    for (const { id, version } of newLeads)
      isWaiting = (await saveStatus(id, 'CONTACTED', version)) === 'waiting' || isWaiting
    if (!isWaiting) toastSuccess('Lead status updated')
  }
  const markContacted = () =>
    run(markAll).catch((error: unknown) => {
      // Somebody else has changed a lead: read the leads again, so that the offer is made for those that are still new.
      if (conflictOf(error)) retry()
      else toastFailure(error, 'Failed to update status')
    })
  const isKnown = !isRead || answer !== undefined || error !== undefined
  return { leads, outline: answer?.outline, isKnown, offer: { leads: newLeads, busy, markContacted } }
}
