import { useQuery } from '@apollo/client/react'
import { House, Layers } from 'lucide-react'
import { AdminTotalsDocument } from '../../gql/graphql.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import { CompactStatStrip, IconTile } from '../../ui/StatStrip.tsx'
import { CompletedStatusIcon, NewStatusIcon } from './LeadCounters.tsx'
import { DATA_FAILED } from './leadText.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'

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
        {
          label: 'Total Properties',
          value: totals?.properties ?? missingValue,
          icon: <IconTile hue="info" icon={House} />,
        },
        { label: 'Total Leads', value: totals?.leads ?? missingValue, icon: <IconTile hue="slate" icon={Layers} /> },
        {
          label: 'New Leads',
          value: totals?.newLeads ?? missingValue,
          icon: <IconTile hue="mute" icon={NewStatusIcon} />,
        },
        {
          label: 'Completed Leads',
          value: totals?.completedLeads ?? missingValue,
          icon: <IconTile hue="good" icon={CompletedStatusIcon} />,
        },
      ]}
    />
  )
}
