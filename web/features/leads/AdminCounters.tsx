import { useQuery } from '@apollo/client/react'
import { House, Layers } from 'lucide-react'
import { useEffect } from 'react'
import { AdminTotalsDocument } from '../../gql/graphql.ts'
import { tellFailure } from '../../session/failures.ts'
import { CounterStrip, CounterTile } from '../../ui/CounterStrip.tsx'
import { CompletedGlyph, NewGlyph } from './LeadCounters.tsx'
import { DATA_FAILED } from './leadWords.ts'
import { useOnLeadsChanged } from './LeadsLive.tsx'

/** The four figures of the admin's dashboard. */
export function AdminCounters() {
  const { data, error, refetch } = useQuery(AdminTotalsDocument, { fetchPolicy: 'cache-and-network' })
  useOnLeadsChanged(() => void refetch().catch(() => undefined))
  useEffect(() => {
    if (error) tellFailure(error, DATA_FAILED, { id: DATA_FAILED })
  }, [error])
  const totals = data?.totals
  const none = error ? null : undefined
  return (
    <CounterStrip
      counters={[
        { label: 'Total Properties', value: totals?.properties ?? none, icon: <CounterTile hue="info" icon={House} /> },
        { label: 'Total Leads', value: totals?.leads ?? none, icon: <CounterTile hue="slate" icon={Layers} /> },
        {
          label: 'New Leads',
          value: totals?.newLeads ?? none,
          icon: <CounterTile hue="mute" icon={NewGlyph} />,
        },
        {
          label: 'Completed Leads',
          value: totals?.completedLeads ?? none,
          icon: <CounterTile hue="good" icon={CompletedGlyph} />,
        },
      ]}
    />
  )
}
