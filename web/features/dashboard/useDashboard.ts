import { useQuery, useSubscription } from '@apollo/client/react'
import { DashboardDocument, DashboardLeadsChangedDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'

/** Changes arrive in bursts. */
const REFETCH_INTERVAL_MS = 1000

/** Counts of properties and leads, and the latest properties. They are refetched after changes. */
export function useDashboard() {
  const { data, error, loading, refetch } = useQuery(DashboardDocument, { fetchPolicy: 'cache-and-network' })
  const retry = () => void refetch().catch(() => undefined)
  const refetchThrottled = useThrottledCallback(retry, REFETCH_INTERVAL_MS)
  useSubscription(PropertiesChangedDocument, { onData: refetchThrottled })
  useSubscription(DashboardLeadsChangedDocument, { onData: refetchThrottled })
  return {
    totals: data?.totals,
    recent: data?.properties.edges.map(({ node }) => node),
    // Only a failed first read is an error. A failed refetch is silent (spec §8) and keeps the data.
    failed: Boolean(error) && !data,
    loading,
    retry,
  }
}
