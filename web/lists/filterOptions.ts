import { useQuery } from '@apollo/client/react'
import { AssignableUsersDocument, PropertyNeighborhoodsDocument } from '../gql/graphql.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { type FilterOption, type LoadedOptions, NOBODY } from './filters.ts'

/** The neighborhoods of the properties that the user may list. */
export function useNeighborhoodOptions(): LoadedOptions {
  const { data, error } = useQuery(PropertyNeighborhoodsDocument, { fetchPolicy: 'cache-and-network' })
  const options = data?.propertyNeighborhoods.map((name) => ({ value: name, label: name }))
  return { options, hasFailed: error !== undefined && !options }
}

/** Who records can be assigned to; nobody for users who may not filter by it or have no tenant. */
export function useAssigneeOptions(isAllowed: boolean): readonly FilterOption[] {
  const canFilter = useMe().tenant !== null && isAllowed
  const { data } = useQuery(AssignableUsersDocument, { skip: !canFilter, fetchPolicy: 'cache-and-network' })
  const users = (data?.assignableUsers ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
  return canFilter ? [{ value: NOBODY, label: 'Nobody' }, ...users] : []
}
