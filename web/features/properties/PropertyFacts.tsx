import type { ReactNode } from 'react'
import type { MapPropertyFragment } from '../../gql/graphql.ts'
import { StatusBadge } from '../../domain/StatusBadge.tsx'

/** Owner, owner address, parcel, and status (spec §2). */
export function PropertyFacts({ property }: { property: MapPropertyFragment }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      <Fact name="Owner">{property.ownerName || <span className="text-ink-3">Unknown</span>}</Fact>
      {property.ownerAddress && <Fact name="Owner Address">{property.ownerAddress}</Fact>}
      {property.parcelId && <Fact name="Parcel ID">{property.parcelId}</Fact>}
      <Fact name="Status">
        <StatusBadge status={property.status} className="font-[550]" />
      </Fact>
    </dl>
  )
}

/** Shown with an owner that belongs to the nearest house number. */
export function UnconfirmedNotice() {
  return (
    <p className="rounded-badge bg-warn-tint px-2 py-1 text-small text-warn">
      Unconfirmed: the parcel of the nearest house number.
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}
