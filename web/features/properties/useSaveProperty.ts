import { useApolloClient, useMutation } from '@apollo/client/react'
import { findSavedProperty } from '../../domain/findSavedProperty.ts'
import { type NewPropertyInput, SavePropertyDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'

/**
 * Saves a property without a lead. Resolves to the property, also if it already existed; to null if it exists and the
 * user may not see it; to undefined if saving failed. Each outcome shows a toast.
 */
export function useSaveProperty() {
  const client = useApolloClient()
  const [saveProperty, { loading: saving }] = useMutation(SavePropertyDocument)

  const save = async (input: NewPropertyInput) => {
    try {
      const { data } = await saveProperty({ variables: { input } })
      return data?.createProperty
    } catch (error) {
      if (errorCode(error) !== 'CONFLICT') {
        toastFailureWithReason(error, 'Failed to save property')
        return undefined
      }
      toastInfo('Property already in system')
      return (await findSavedProperty(client, input).catch(() => undefined)) ?? null
    }
  }
  return { save, saving }
}
