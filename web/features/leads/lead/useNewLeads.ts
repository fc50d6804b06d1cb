import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { LeadsOfPropertyDocument } from '../../../gql/graphql.ts'
import { conflictOf } from '../../../lib/errors.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { toastFailure } from '../../../session/failureToasts.ts'
import { useSaveLeadStatus } from '../useSaveLeadStatus.ts'

/** The leads of a property that are still new, as far as the user may see them, with a function that marks them contacted. */
export function useNewLeads(propertyId: string | undefined) {
  const { data, refetch } = useQuery(LeadsOfPropertyDocument, {
    variables: { id: propertyId ?? '' },
    skip: !propertyId,
    fetchPolicy: 'cache-and-network',
  })
  const saveStatus = useSaveLeadStatus()
  const [busy, setBusy] = useState(false)
  const leads =
    data?.property && data.property.id === propertyId
      ? data.property.leads.filter(({ status }) => status === 'NEW')
      : []
  const markContacted = async () => {
    setBusy(true)
    try {
      let isWaiting = false
      for (const { id, version } of leads)
        isWaiting = (await saveStatus(id, 'CONTACTED', version)) === 'waiting' || isWaiting
      if (!isWaiting) toastSuccess('Lead status updated')
    } catch (error) {
      // Somebody else has changed a lead: what is still new is offered again.
      if (conflictOf(error)) void refetch().catch(() => undefined)
      else toastFailure(error, 'Failed to update status')
    } finally {
      setBusy(false)
    }
  }
  return { leads, busy, markContacted }
}
