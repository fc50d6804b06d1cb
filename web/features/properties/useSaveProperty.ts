import { useMutation } from '@apollo/client/react'
import { type NewPropertyInput, SavePropertyDocument } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'

/** Saves a house without a lead. Answers it, or nothing after saying why not. */
export function useSaveProperty() {
  const [saveProperty, { loading: saving }] = useMutation(SavePropertyDocument)
  const save = async (input: NewPropertyInput) => {
    try {
      const { data } = await saveProperty({ variables: { input } })
      return data?.createProperty
    } catch (error) {
      toastError(errorMessage(error, 'Failed to save property'))
      return undefined
    }
  }
  return { save, saving }
}
