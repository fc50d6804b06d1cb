import { useApolloClient, useMutation } from '@apollo/client/react'
import { v7 as uuidv7 } from 'uuid'
import { findSavedProperty } from '../../domain/findSavedProperty.ts'
import { type NewPropertyInput, SavePropertyDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'
import { submitContext, useSubmit } from '../../session/outbox/useSubmit.ts'

/**
 * Saves a property without a lead. Resolves to the property, also if it already existed; to null if it exists and the
 * user may not see it; to undefined if saving failed. Without a connection it is stored in the outbox, and the property
 * is what the outbox has. Each outcome shows a toast.
 */
export function useSaveProperty() {
  const client = useApolloClient()
  const [saveProperty] = useMutation(SavePropertyDocument)
  const saving = useBusy()
  const submit = useSubmit()

  const save = async (input: NewPropertyInput) => {
    const id = uuidv7()
    const property = { ...input, id }
    const action = { id, kind: 'PROPERTY' as const, occurredAt: new Date().toISOString(), property }
    try {
      const saved = await submit({ action, propertyId: id, title: input.address }, () =>
        saveProperty({ variables: { input: property }, context: submitContext() }),
      )
      return saved === 'waiting' ? { id, lat: input.lat, lng: input.lng } : saved.data?.createProperty
    } catch (error) {
      if (errorCode(error) !== 'CONFLICT') {
        toastFailureWithReason(error, 'Failed to save property')
        return undefined
      }
      toastInfo('Property already in system')
      return (await findSavedProperty(client, input).catch(() => undefined)) ?? null
    }
  }
  return { save: (input: NewPropertyInput) => saving.run(() => save(input)), saving: saving.busy }
}
