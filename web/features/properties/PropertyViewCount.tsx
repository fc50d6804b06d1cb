import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { PropertyTotalDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toFilterOfQuery } from './propertyFilters.ts'

/** The number of properties in a view; nothing until it is known. */
export function PropertyViewCount({ query }: { query: string }) {
  const filter = useMemo(() => toFilterOfQuery(query), [query])
  const { data } = useQuery(PropertyTotalDocument, { variables: { filter }, fetchPolicy: 'no-cache' })
  return data ? formatCount(data.properties.totalCount) : null
}
