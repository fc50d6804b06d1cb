import { useMutation } from '@apollo/client/react'
import { RefreshOwnerDocument, UpdatePropertyDocument, type UpdatePropertyInput } from '../../gql/graphql.ts'
import { toastInfo, toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { tellFailure, tellReason } from '../../session/failures.ts'

/** What can be done to a saved property but deleting it. Each says what came of it (spec §8). */
export function usePropertyChanges(id: string) {
  const [updateProperty, updating] = useMutation(UpdatePropertyDocument)
  const [refreshOwner, refreshing] = useMutation(RefreshOwnerDocument)

  /** True once it is saved; a `quiet` one is part of something that tells for itself. */
  const save = async (input: UpdatePropertyInput, { quiet = false } = {}): Promise<boolean> => {
    try {
      await updateProperty({ variables: { id, input } })
      if (!quiet) toastSuccess('Property updated successfully')
      return true
    } catch (error) {
      tellReason(error, 'Failed to update property')
      return false
    }
  }

  /** True where the parcel records named another owner, who is saved by then. */
  const refresh = async (): Promise<boolean> => {
    try {
      const { data } = await refreshOwner({ variables: { id } })
      if (!data) throw new Error('No answer')
      const { outcome, property } = data.refreshOwner
      if (outcome === 'NO_RESULTS') toastWarning('No results from Regrid')
      if (outcome === 'UNCHANGED') toastInfo('Owner info unchanged')
      if (outcome === 'UPDATED') toastSuccess(`Owner updated: ${property.ownerName || 'Unknown Owner'}`)
      return outcome === 'UPDATED'
    } catch (error) {
      tellFailure(error, 'Failed to refresh owner info')
      return false
    }
  }

  return { save, saving: updating.loading, refresh, refreshing: refreshing.loading }
}
