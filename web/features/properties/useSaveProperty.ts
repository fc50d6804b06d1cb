import { useApolloClient, useMutation } from '@apollo/client/react'
import { type NewPropertyInput, PropertiesAtDocument, SavePropertyDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'

/** The server treats coordinates equal to five decimals as the same location (spec §5). */
const COORDINATE_TOLERANCE = 0.00001

/**
 * Saves a property without a lead. Resolves to the property, also if it already existed; to null if it exists and only
 * another rep may see it; to undefined if saving failed. Each outcome shows a toast.
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
