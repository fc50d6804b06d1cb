import { useQuery, useSubscription } from '@apollo/client/react'
import { DashboardDocument, DashboardLeadsChangedDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useGathered } from '../../lib/useGathered.ts'

/** Changes come in crowds. */
const GATHER = 1000

/** How many houses and leads stand, and the latest houses; read again when they change. */
export function useDashboard() {
  const { data, error, loading, refetch } = useQuery(DashboardDocument, { fetchPolicy: 'cache-and-network' })
  const reread = () => void refetch().catch(() => undefined)
  const changed = useGathered(reread, GATHER)
  useSubscription(PropertiesChangedDocument, { onData: changed })
  useSubscription(DashboardLeadsChangedDocument, { onData: changed })
  return {
    totals: data?.totals,
    recent: data?.properties.edges.map(({ node }) => node),
    // Only the first reading: what is shown stays (spec §8 wants a failure to be silent).
    failed: Boolean(error) && !data,
    loading,
    reread,
  }
}
