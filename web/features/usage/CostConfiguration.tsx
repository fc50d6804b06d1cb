import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { CostConfigurationDocument, type UsageService } from '../../gql/graphql.ts'
import { useLoggedFailure } from '../../lib/useLoggedFailure.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { CostRateRow } from './CostRateRow.tsx'

/** The price of each service from now on. One price is edited at a time. */
export function CostConfiguration({ className }: { className?: string }) {
  const [editing, setEditing] = useState<UsageService | null>(null)
  const { data, error, loading, refetch } = useQuery(CostConfigurationDocument, { fetchPolicy: 'cache-and-network' })
  useLoggedFailure(error, 'Failed to fetch the cost configuration')
  const rates = data?.costConfiguration
  const edited = rates?.find(({ service }) => service === editing)
  return (
    <Card
      title="Cost Configuration"
      aside={
        <span className="max-md:hidden">
          For all tenants. A new rate applies from now on; past use keeps its price.
        </span>
      }
      className={className}
    >
      <p className="px-4 pt-1 text-small text-ink-2 md:hidden">
        For all tenants. A new rate applies from now on; past use keeps its price.
      </p>
      {rates ? (
        <ul className="px-5 pt-2 pb-2 max-md:px-4">
          {rates.map((rate) => (
            <CostRateRow
              key={rate.service}
              rate={rate}
              editing={editing === rate.service}
              blockedBy={edited && editing !== rate.service ? edited.name : undefined}
              onEdit={(on) => setEditing(on ? rate.service : null)}
            />
          ))}
        </ul>
      ) : (
        <LoadingOrError
          query={{ error, loading, refetch }}
          label="the cost configuration"
          rows={5}
          cells={['h-3 w-40', 'ml-auto h-9 w-44']}
          className="px-5 pt-2 pb-3"
        />
      )}
    </Card>
  )
}
