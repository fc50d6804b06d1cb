import { useMutation } from '@apollo/client/react'
import {
  type PropertyRecordFragment,
  RefreshOwnerDocument,
  UpdatePropertyDocument,
  type UpdatePropertyInput,
} from '../../gql/graphql.ts'
import { toastInfo, toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { toastFailure, toastFailureWithReason } from '../../session/failureToasts.ts'

/** Saves a property or refreshes its owner, and reports the outcome in a toast (spec §8). */
export function usePropertyMutations({ id, ownerName, ownerAddress }: PropertyRecordFragment) {
  const [updateProperty, updating] = useMutation(UpdatePropertyDocument)
  const [refreshOwner, refreshing] = useMutation(RefreshOwnerDocument)

  /** Resolves to true if saved. `quiet` suppresses the success toast, for a caller with a toast of its own. */
  const save = async (input: UpdatePropertyInput, { quiet = false } = {}): Promise<boolean> => {
    try {
      await updateProperty({ variables: { id, input } })
      if (!quiet) toastSuccess('Property updated successfully')
      return true
    } catch (error) {
      toastFailureWithReason(error, 'Failed to update property')
      return false
    }
  }

  /**
   * Resolves to true if the parcel records have another owner name, which is saved by then. A new address or parcel id
   * alone resolves to false.
   */
  const refresh = async (): Promise<boolean> => {
    try {
      const { data } = await refreshOwner({ variables: { id } })
      if (!data) throw new Error('Empty response')
      const { outcome, property } = data.refreshOwner
      const ownerChanged = property.ownerName !== ownerName
      if (outcome === 'NO_RESULTS') toastWarning('No results from Regrid')
      else if (ownerChanged || property.ownerAddress !== ownerAddress)
        toastSuccess(`Owner updated: ${property.ownerName || 'Unknown Owner'}`)
      else toastInfo('Owner info unchanged')
      return ownerChanged
    } catch (error) {
      toastFailure(error, 'Failed to refresh owner info')
      return false
    }
  }

  return { save, saving: updating.loading, refresh, refreshing: refreshing.loading }
}
