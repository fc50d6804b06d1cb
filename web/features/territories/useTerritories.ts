import { useQuery, useSubscription } from '@apollo/client/react'
import { useMemo } from 'react'
import { TerritoriesChangedDocument, TerritoriesDocument } from '../../gql/graphql.ts'

/** The territories in use with their figures, which are read again when somebody changes one. */
export function useTerritories() {
  const { data, error, loading, refetch } = useQuery(TerritoriesDocument, { fetchPolicy: 'cache-and-network' })
  const refresh = () => void refetch().catch(() => undefined)
  useSubscription(TerritoriesChangedDocument, { ignoreResults: true, onData: refresh })
  const territories = useMemo(() => data?.territories.edges.map(({ node }) => node), [data])
  return { territories, failed: Boolean(error), busy: loading, refresh }
}
