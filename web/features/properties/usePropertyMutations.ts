import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import {
  AssignableUsersDocument,
  type NearbyOwnerFragment,
  PropertyDetailsDocument,
  type PropertyRecordFragment,
  RefreshOwnerDocument,
  RestoreOwnerDocument,
  UpdatePropertyDocument,
  type UpdatePropertyInput,
} from '../../gql/graphql.ts'
import { conflictOf } from '../../lib/errors.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastInfo, toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { toastFailure, toastFailureWithReason } from '../../session/failureToasts.ts'
import { submitContext, useSubmit } from '../../session/outbox/useSubmit.ts'
import { valuesBefore } from './propertyEdits.ts'
import type { Origin } from './usePropertyEdits.ts'

interface PropertyChangeEvents {
  /** Called with the property after it was saved or its owner refreshed. */
  onChanged: (property: PropertyRecordFragment) => void
  /** Called with what is saved now if that is not the version from which the edits began. */
  onConflict: (saved: PropertyRecordFragment) => void
}

/** Saves a property, refreshes its owner or takes one back, and reports the outcome in a toast (spec §8). */
export function usePropertyMutations(
  { id, address, ownerName, ownerAddress, tags }: PropertyRecordFragment,
  { onChanged, onConflict }: PropertyChangeEvents,
) {
  const client = useApolloClient()
  const submit = useSubmit()
  const [updateProperty] = useMutation(UpdatePropertyDocument)
  const saving = useBusy()
  const [refreshOwner, refreshing] = useMutation(RefreshOwnerDocument)
  const [restoreOwner, restoring] = useMutation(RestoreOwnerDocument)
  const [nearbyOwner, setNearbyOwner] = useState<NearbyOwnerFragment | null>(null)

  /** Reads the property with its assignee, which the error does not have. */
  const readSaved = async () => {
    const options = { query: PropertyDetailsDocument, variables: { id }, fetchPolicy: 'network-only' } as const
    return (await client.query(options).catch(() => null))?.data?.property
  }

  /** The chosen person, from the list that the field has read. */
  const findPerson = (userId: UpdatePropertyInput['assignedTo']) => {
    const team = userId && client.readQuery({ query: AssignableUsersDocument, variables: { propertyId: id } })
    const { fullName, email } = (team && team.assignableUsers.find((person) => person.id === userId)) || {}
    return userId && fullName !== undefined
      ? { __typename: 'UserRef' as const, id: String(userId), fullName, email }
      : undefined
  }

  /**
   * Saves the fields of `input`, which were edited from `origin`, on the server or without a connection on this device. Resolves to true if
   * they are saved. `quiet` suppresses the success toast, for a caller with a toast of its own.
   */
  const save = async (input: UpdatePropertyInput, origin?: Origin, { quiet = false } = {}): Promise<boolean> =>
    saving.run(async () => {
      const before = origin && valuesBefore(input, origin.fields, tags)
      const action = {
        ...{ id: uuidv7(), kind: 'PROPERTY_EDIT' as const, occurredAt: new Date().toISOString(), dependsOn: [id] },
        propertyEdit: { propertyId: id, ...input, before },
      }
      const variables = { id, input: { ...input, ...(origin && { ifVersion: origin.version }) } }
      try {
        const saved = await submit(
          { action, propertyId: id, title: address, assignedTo: findPerson(input.assignedTo) },
          () => updateProperty({ variables, context: submitContext() }),
        )
        if (saved === 'waiting') return true
        if (saved.data) onChanged(saved.data.updateProperty)
        if (!quiet) toastSuccess('Property updated successfully')
        return true
      } catch (error) {
        const saved = conflictOf(error) && (await readSaved())
        if (saved) onConflict(saved)
        else toastFailureWithReason(error, 'Failed to update property')
        return false
      }
    })

  /**
   * Resolves to true if the parcel records have another owner name, which is saved by then. A new address or parcel id
   * alone resolves to false.
   */
  const refresh = async (): Promise<boolean> => {
    try {
      const { data } = await refreshOwner({ variables: { id } })
      if (!data) throw new Error('Empty response')
      const { outcome, property } = data.refreshOwner
      setNearbyOwner(data.refreshOwner.nearbyOwner)
      if (outcome === 'UPDATED') onChanged(property)
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

  /** Takes back an owner that was replaced. Resolves to true if it was. */
  const restore = async (replacedId: string): Promise<boolean> => {
    try {
      const { data } = await restoreOwner({ variables: { id, replacedId } })
      if (!data) throw new Error('Empty response')
      onChanged(data.restoreOwner)
      toastSuccess(`Owner restored: ${data.restoreOwner.ownerName || 'Unknown Owner'}`)
      return true
    } catch (error) {
      toastFailureWithReason(error, 'Failed to take the owner back')
      return false
    }
  }

  return {
    ...{ save, saving: saving.busy },
    ...{ refresh, refreshing: refreshing.loading },
    /** The record of another house that the last refresh found, until it is used. */
    ...{ nearbyOwner, forgetNearbyOwner: () => setNearbyOwner(null) },
    ...{ restore, restoring: restoring.loading },
  }
}
