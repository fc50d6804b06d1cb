import { useMutation, useQuery } from '@apollo/client/react'
import { LeadsOfPropertyDocument, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'

/** The leads of a property that are still new, as far as the user may see them, with a function that marks them contacted. */
export function useNewLeads(propertyId: string | undefined) {
  const { data } = useQuery(LeadsOfPropertyDocument, {
    variables: { id: propertyId ?? '' },
    skip: !propertyId,
    fetchPolicy: 'cache-and-network',
  })
  const [updateStatus, { loading: busy }] = useMutation(UpdateLeadStatusDocument)
  const leads =
    data?.property && data.property.id === propertyId
      ? data.property.leads.filter(({ status }) => status === 'NEW')
      : []
  const markContacted = async () => {
    try {
      for (const { id } of leads) await updateStatus({ variables: { id, status: 'CONTACTED' } })
      toastSuccess('Lead status updated')
    } catch (error) {
      toastFailure(error, 'Failed to update status')
    }
  }
  return { leads, busy, markContacted }
}
