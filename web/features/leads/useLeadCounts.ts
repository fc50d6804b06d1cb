import { useQuery } from '@apollo/client/react'
import { type LeadFilter, LeadCountersDocument, LeadGroupsDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'

/** The counts above the list, of all leads the user may see. */
export function useLeadCounters() {
  const { data, error, refetch } = useQuery(LeadCountersDocument, { fetchPolicy: 'cache-and-network' })
  useOnLeadsChanged(() => void refetch().catch(() => undefined))
  return { counters: data?.leadCounters, failed: Boolean(error) }
}

/** The sections of the grouped view, largest first; undefined until loaded. */
export function useLeadGroups(filter: LeadFilter) {
  const { data, previousData, error, ...state } = useFreshQuery(LeadGroupsDocument, { filter })
  useOnLeadsChanged(state.retry)
  return {
    // After a failure, the groups of the previous filter would look like the result of this one.
    groups: (data ?? (error ? undefined : previousData))?.leadGroups,
    ...state,
  }
}

/** The number of leads and sections in the grouped view; undefined until `useLeadGroups` has loaded them. */
export function useGroupTotals(filter: LeadFilter): { total: number; tags: number } | undefined {
  const { data } = useQuery(LeadGroupsDocument, { variables: { filter }, fetchPolicy: 'cache-only' })
  const groups = data?.leadGroups
  return groups && { total: groups.reduce((sum, { count }) => sum + count, 0), tags: groups.length }
}
