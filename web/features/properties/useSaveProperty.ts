import { useApolloClient, useMutation } from '@apollo/client/react'
import { type NewPropertyInput, PropertiesAtDocument, SavePropertyDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'

/** What is the same to five decimals, by which the server tells houses apart (spec §5), is no further away. */
const COORDINATE_TOLERANCE = 0.00001

/**
 * Saves a house without a lead. Answers it, also where it was saved before; null where it is a colleague's who alone
 * may see it; undefined where it failed. Each is said.
 */
export function useSaveProperty() {
  const client = useApolloClient()
  const [saveProperty, { loading: saving }] = useMutation(SavePropertyDocument)

  const findSaved = async ({ lat, lng, streetNumber }: NewPropertyInput) => {
    const bounds = {
      west: lng - COORDINATE_TOLERANCE,
      south: lat - COORDINATE_TOLERANCE,
      east: lng + COORDINATE_TOLERANCE,
      north: lat + COORDINATE_TOLERANCE,
    }
    const { data } = await client.query({
      query: PropertiesAtDocument,
      variables: { bounds },
      fetchPolicy: 'network-only',
    })
    const properties = data?.properties.edges.map(({ node }) => node)
    return properties?.find((property) => !streetNumber || property.streetNumber === streetNumber) ?? null
  }
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
      return await findSaved(input).catch(() => null)
    }
  }
  return { save, saving }
}
