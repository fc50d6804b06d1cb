import { ChevronsUp, Target } from 'lucide-react'
import type { ComponentProps } from 'react'
import { CompactStatStrip, IconTile } from '../../../ui/StatStrip.tsx'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import type { useLeadCounters } from '../useLeadCounts.ts'

/** Counts of all leads the user may see, regardless of the filters. */
export function LeadCounters({ counters, failed }: ReturnType<typeof useLeadCounters>) {
  const missingValue = failed ? null : undefined
  return (
    <CompactStatStrip
      stats={[
        leadStat('Total Leads', counters?.total ?? missingValue, 'slate', Target),
        leadStat('High Priority', counters?.highPriority ?? missingValue, 'orange', ChevronsUp),
        leadStat('New Leads', counters?.new ?? missingValue, 'mute', NewStatusIcon),
        leadStat('Completed', counters?.completed ?? missingValue, 'good', CompletedStatusIcon),
      ]}
    />
  )
}

type Tile = ComponentProps<typeof IconTile>

export const leadStat = (label: string, value: number | null | undefined, hue: Tile['hue'], icon: Tile['icon']) => ({
  label,
  value,
  icon: <IconTile hue={hue} icon={icon} />,
})

export const NewStatusIcon = ({ size }: { size?: number }) => <StatusIcon status="NEW" size={size ?? 18} />
export const CompletedStatusIcon = ({ size }: { size?: number }) => <StatusIcon status="COMPLETED" size={size ?? 18} />
