import { useQuery } from '@apollo/client/react'
import { House, Target } from 'lucide-react'
import { AdminTotalsDocument } from '../../../gql/graphql.ts'
import { useFailureToast } from '../../../session/failureToasts.ts'
import { CompactStatStrip } from '../../../ui/StatStrip.tsx'
import { CompletedStatusIcon, leadStat, NewStatusIcon } from './LeadCounters.tsx'
import { DATA_FAILED } from '../leadText.ts'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'

/** The four counts of the admin dashboard. */
export function AdminCounters() {
  const { data, error, refetch } = useQuery(AdminTotalsDocument, { fetchPolicy: 'cache-and-network' })
  useOnLeadsChanged(() => void refetch().catch(() => undefined))
  useFailureToast(error, DATA_FAILED, DATA_FAILED)
  const totals = data?.totals
  const missingValue = error ? null : undefined
  return (
    <CompactStatStrip
      stats={[
        leadStat('Total Properties', totals?.properties ?? missingValue, 'info', House),
        leadStat('Total Leads', totals?.leads ?? missingValue, 'slate', Target),
        leadStat('New Leads', totals?.newLeads ?? missingValue, 'mute', NewStatusIcon),
        leadStat('Completed Leads', totals?.completedLeads ?? missingValue, 'good', CompletedStatusIcon),
      ]}
    />
  )
}
