import { ChevronsUp, Layers } from 'lucide-react'
import { CompactStatStrip, IconTile } from '../../ui/StatStrip.tsx'
import { StatusIcon } from '../../domain/StatusBadge.tsx'
import type { useLeadCounters } from './useLeadCounts.ts'

/** Counts of all leads the user may see, regardless of the filters. */
export function LeadCounters({ counters, failed }: ReturnType<typeof useLeadCounters>) {
  const missingValue = failed ? null : undefined
  return (
    <CompactStatStrip
      stats={[
        { label: 'Total Leads', value: counters?.total ?? missingValue, icon: <IconTile hue="slate" icon={Layers} /> },
        {
          label: 'High Priority',
          value: counters?.highPriority ?? missingValue,
          icon: <IconTile hue="orange" icon={ChevronsUp} />,
        },
        {
          label: 'New Leads',
          value: counters?.new ?? missingValue,
          icon: <IconTile hue="mute" icon={NewStatusIcon} />,
        },
        {
          label: 'Completed',
          value: counters?.completed ?? missingValue,
          icon: <IconTile hue="good" icon={CompletedStatusIcon} />,
        },
      ]}
    />
  )
}

export const NewStatusIcon = ({ size }: { size?: number }) => <StatusIcon status="NEW" size={size ?? 18} />
export const CompletedStatusIcon = ({ size }: { size?: number }) => <StatusIcon status="COMPLETED" size={size ?? 18} />
