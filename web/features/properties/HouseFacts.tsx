import type { ReactNode } from 'react'
import type { HouseDetailsFragment } from '../../gql/graphql.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'

/** What is known of a house: owner, where the owner lives, parcel and status (spec §2). */
export function HouseFacts({ house }: { house: HouseDetailsFragment }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      <Fact name="Owner">{house.ownerName || <span className="text-ink-3">Unknown</span>}</Fact>
      {house.ownerAddress && <Fact name="Owner Address">{house.ownerAddress}</Fact>}
      {house.parcelId && <Fact name="Parcel ID">{house.parcelId}</Fact>}
      <Fact name="Status">
        <StatusMark status={house.status} className="font-[550]" />
      </Fact>
    </dl>
  )
}

/** Said wherever an owner is shown that belongs to the nearest number only. */
export function Unconfirmed() {
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
