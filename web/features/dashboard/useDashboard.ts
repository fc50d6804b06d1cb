import { useQuery, useSubscription } from '@apollo/client/react'
import { DashboardDocument, DashboardLeadsChangedDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'

/** Changes come in crowds. */
const REFETCH_INTERVAL_MS = 1000

/** How many houses and leads stand, and the latest houses; read again when they change. */
export function useDashboard() {
  const { data, error, loading, refetch } = useQuery(DashboardDocument, { fetchPolicy: 'cache-and-network' })
  const retry = () => void refetch().catch(() => undefined)
  const refetchThrottled = useThrottledCallback(retry, REFETCH_INTERVAL_MS)
  useSubscription(PropertiesChangedDocument, { onData: refetchThrottled })
  useSubscription(DashboardLeadsChangedDocument, { onData: refetchThrottled })
  return {
    totals: data?.totals,
    recent: data?.properties.edges.map(({ node }) => node),
    // Only the first reading: what is shown stays (spec §8 wants a failure to be silent).
    failed: Boolean(error) && !data,
    loading,
    reread: retry,
  }
}
