import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { AddressMixUpsDocument } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { MixUpRow } from './MixUpRow.tsx'

/** Saved properties with the owner or parcel of another house, each of which can be corrected. Renders nothing if there is none. */
export function MixUpPanel() {
  const { data, fetchMore } = useQuery(AddressMixUpsDocument, { fetchPolicy: 'network-only' })
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  const [isChecking, setIsChecking] = useState(false)
  const mixUps = (data?.addressMixUps.mixUps ?? []).filter(({ propertyId }) => !corrected.has(propertyId))
  const next = data?.addressMixUps.next ?? null

  /** Each call checks a part of the properties. */
  const checkFurther = async () => {
    setIsChecking(true)
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
    } finally {
      setIsChecking(false)
    }
  }

  if (mixUps.length === 0 && next === null) return null
  return (
    <Card
      className="mb-4"
      title={`Owners that may be another house's: ${mixUps.length}${next === null ? '' : '+'}`}
      aside={
        next !== null && (
          <Button size="small" busy={isChecking} busyLabel="Checking..." onClick={() => void checkFurther()}>
            Check further properties
          </Button>
        )
      }
    >
      <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
        {mixUps.length === 0
          ? 'None among the properties that were checked so far.'
          : 'Earlier releases gave these properties the parcel of another house. A correction can be restored in the property.'}
      </p>
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
