import { LeadOverviewDocument, type LeadOverviewQuery } from '../../../gql/graphql.ts'
import { useFreshQuery } from '../../../lib/freshQuery.ts'
import { endOfDay } from '../../../lib/dateRanges.ts'
import { useNow } from '../../../lib/useNow.ts'
import { useFailureToast } from '../../../session/failureToasts.ts'
import { DATA_FAILED } from '../leadText.ts'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'

export type LeadOverview = LeadOverviewQuery

/** The counts of all leads by type, status and printing, for the admin dashboard; updated when leads change. */
export function useLeadOverview() {
  const { data, error, failed, busy, retry } = useFreshQuery(LeadOverviewDocument, {
    followUpTo: endOfDay(new Date(useNow())).toISOString(),
  })
  useOnLeadsChanged(retry)
  useFailureToast(error, DATA_FAILED, DATA_FAILED)
  return { overview: data, failed, busy, retry }
}
