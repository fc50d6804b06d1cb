import { useQuery } from '@apollo/client/react'
import { PropertyNeighborhoodsDocument } from '../gql/graphql.ts'
import type { LoadedOptions } from '../ui/FilterItems.tsx'

/** The neighborhoods of the properties that the user may list, as the options of a filter. */
export function useNeighborhoodOptions(): LoadedOptions {
  const { data, error } = useQuery(PropertyNeighborhoodsDocument, { fetchPolicy: 'cache-and-network' })
  const options = data?.propertyNeighborhoods.map((name) => ({ value: name, label: name }))
  return { options, hasFailed: error !== undefined && !options }
}
