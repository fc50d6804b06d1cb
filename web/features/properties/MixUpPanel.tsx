import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { AddressMixUpsDocument } from '../../gql/graphql.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { MixUpRow } from './MixUpRow.tsx'

/** Saved properties with the owner or parcel of another house, each of which can be corrected. */
export function MixUpPanel() {
  const { data, error, loading, fetchMore, refetch } = useQuery(AddressMixUpsDocument, {
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  })
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  const { busy: isChecking, run } = useBusy()
  const mixUps = (data?.addressMixUps.mixUps ?? []).filter(({ propertyId }) => !corrected.has(propertyId))
  const next = data?.addressMixUps.next ?? null

  /** Each call checks a part of the properties. */
  const checkFurther = async () => {
    try {
      for (let after = next, found = 0; after && found === 0;) {
        const more = await fetchMore({
          variables: { after },
          updateQuery: (before, { fetchMoreResult }) => ({
            addressMixUps: {
              ...fetchMoreResult.addressMixUps,
              mixUps: [...before.addressMixUps.mixUps, ...fetchMoreResult.addressMixUps.mixUps],
            },
          }),
        })
        after = more.data?.addressMixUps.next ?? null
        found += more.data?.addressMixUps.mixUps.length ?? 0
      }
    } catch {
      // The button stays, to try again.
    }
  }

  if (!data)
    return (
      <Card>
        <LoadingOrError
          query={{ error, loading, refetch }}
          failure="Failed to check the properties"
          label="address mix-ups"
          rows={4}
          cells={['h-3.5 w-44', 'ml-auto h-8 w-28']}
          rowClass="h-14 gap-4"
        />
      </Card>
    )
  if (mixUps.length === 0 && next === null)
    return (
      <Card>
        <EmptyState
          title="No address mix-ups"
          hint="No property has the owner or the parcel of another house."
          action={<ButtonLink to="/properties">Open Properties</ButtonLink>}
        />
      </Card>
    )
  return (
    <Card
      title={`Owners that may be another house's: ${mixUps.length}${next === null ? '' : '+'}`}
      aside={
        next !== null && (
          <Button size="small" busy={isChecking} busyLabel="Checking..." onClick={() => void run(checkFurther)}>
            Check Further Properties
          </Button>
        )
      }
    >
      {mixUps.length === 0 && (
        <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
          None among the properties that were checked so far.
        </p>
      )}
      <ul className="px-5 pt-2 pb-3 max-md:px-4">
        {mixUps.map((mixUp) => (
          <MixUpRow
            key={mixUp.propertyId}
            mixUp={mixUp}
            onCorrected={() => setCorrected((before) => new Set([...before, mixUp.propertyId]))}
          />
        ))}
      </ul>
    </Card>
  )
}
