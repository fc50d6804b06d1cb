import { useQuery, useSubscription } from '@apollo/client/react'
import { useMemo } from 'react'
import { TerritoriesChangedDocument, TerritoriesDocument } from '../../gql/graphql.ts'

/** The territories in use with their figures, which are read again when somebody changes one. */
export function useTerritories() {
  const query = useQuery(TerritoriesDocument, { fetchPolicy: 'cache-and-network' })
  useSubscription(TerritoriesChangedDocument, {
    ignoreResults: true,
    onData: () => void query.refetch().catch(() => undefined),
  })
  const territories = useMemo(() => query.data?.territories.edges.map(({ node }) => node), [query.data])
  return { territories, query }
}
