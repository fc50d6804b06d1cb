import { useQuery } from '@apollo/client/react'
import { LeadOverviewDocument, type LeadOverviewQuery } from '../../../gql/graphql.ts'
import { endOfDay } from '../../../lib/dateRanges.ts'
import { useNow } from '../../../lib/useNow.ts'
import { useFailureToast } from '../../../session/failureToasts.ts'
import { DATA_FAILED } from '../leadText.ts'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'

export type LeadOverview = LeadOverviewQuery

/** The counts of all leads by type, status and printing, for the admin dashboard; updated when leads change. */
export function useLeadOverview() {
  const { data, error, loading, refetch } = useQuery(LeadOverviewDocument, {
    variables: { followUpTo: endOfDay(new Date(useNow())).toISOString() },
    fetchPolicy: 'cache-and-network',
  })
  const reread = () => void refetch().catch(() => undefined)
  useOnLeadsChanged(reread)
  useFailureToast(error, DATA_FAILED, DATA_FAILED)
  return { overview: data, error, loading, refetch }
}
