import { ChevronsUp, Layers } from 'lucide-react'
import { CounterStrip, CounterTile } from '../../ui/CounterStrip.tsx'
import { StatusGlyph } from '../../ui/StatusMark.tsx'
import type { useLeadCounters } from './useLeadCounts.ts'

/** All leads one may see, how many of them are urgent, new and completed; whatever the filters let through. */
export function LeadCounters({ counters, failed }: ReturnType<typeof useLeadCounters>) {
  const none = failed ? null : undefined
  return (
    <CounterStrip
      counters={[
        { label: 'Total Leads', value: counters?.total ?? none, icon: <CounterTile hue="slate" icon={Layers} /> },
        {
          label: 'High Priority',
          value: counters?.highPriority ?? none,
          icon: <CounterTile hue="orange" icon={ChevronsUp} />,
        },
        { label: 'New Leads', value: counters?.new ?? none, icon: <CounterTile hue="mute" icon={NewGlyph} /> },
        {
          label: 'Completed',
          value: counters?.completed ?? none,
          icon: <CounterTile hue="good" icon={CompletedGlyph} />,
        },
      ]}
    />
  )
}

export const NewGlyph = ({ size }: { size?: number }) => <StatusGlyph status="NEW" size={size ?? 18} />
export const CompletedGlyph = ({ size }: { size?: number }) => <StatusGlyph status="COMPLETED" size={size ?? 18} />
