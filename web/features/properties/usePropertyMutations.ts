import { useMutation } from '@apollo/client/react'
import {
  type PropertyRecordFragment,
  RefreshOwnerDocument,
  UpdatePropertyDocument,
  type UpdatePropertyInput,
} from '../../gql/graphql.ts'
import { toastInfo, toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { toastFailure, toastFailureWithReason } from '../../session/failureToasts.ts'

/** What can be done to a saved property but deleting it. Each says what came of it (spec §8). */
export function usePropertyMutations({ id, ownerName, ownerAddress }: PropertyRecordFragment) {
  const [updateProperty, updating] = useMutation(UpdatePropertyDocument)
  const [refreshOwner, refreshing] = useMutation(RefreshOwnerDocument)

  /** True once it is saved; a `quiet` one is part of something that tells for itself. */
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

  /** True where the parcel records name another owner, who is saved by then; their address or parcel id may be new alone. */
  const refresh = async (): Promise<boolean> => {
    try {
      const { data } = await refreshOwner({ variables: { id } })
      if (!data) throw new Error('No answer')
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
