import { useQuery } from '@apollo/client/react'
import { House, Target } from 'lucide-react'
import type { ComponentProps } from 'react'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import { AdminTotalsDocument } from '../../../gql/graphql.ts'
import { useFailureToast } from '../../../session/failureToasts.ts'
import { CompactStatStrip, IconTile } from '../../../ui/StatStrip.tsx'
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

type Tile = ComponentProps<typeof IconTile>

const leadStat = (label: string, value: number | null | undefined, hue: Tile['hue'], icon: Tile['icon']) => ({
  label,
  value,
  icon: <IconTile hue={hue} icon={icon} />,
})

const NewStatusIcon = ({ size = 18 }: { size?: number }) => <StatusIcon status="NEW" size={size} />
const CompletedStatusIcon = ({ size = 18 }: { size?: number }) => <StatusIcon status="COMPLETED" size={size} />
