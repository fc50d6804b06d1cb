import { KeyRound, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MapPropertyFragment } from '../../gql/graphql.ts'
import { isSameStreetLine } from '../../domain/streetOf.ts'
import { LanguageMark } from '../../domain/LanguageMark.tsx'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { emailLink, phoneLink } from '../../lib/contactLinks.ts'
import { classNames } from '../../ui/classNames.ts'
import type { SheetProperty } from './PropertyHeader.tsx'

const LIVES_HERE = <span className="font-[550] text-good">Lives here</span>
const UNKNOWN = <span className="text-ink-3">Unknown</span>

/** Owner, owner address, parcel, how to reach the door, and status (spec §2). `className` sets the size and the gaps. */
export function PropertyFacts({
  property,
  className = 'gap-x-4 gap-y-1 text-small',
}: {
  property: MapPropertyFragment
  className?: string
}) {
  return (
    <dl className={classNames('grid grid-cols-[auto_minmax(0,1fr)]', className)}>
      {property.limited ? (
        // A rep is not told the owner of a colleague's property.
        property.assignedTo && <Fact name="Assigned To">{property.assignedTo.fullName}</Fact>
      ) : (
        <Fact name="Owner">
          <LanguageMark code={property.language} />
          {property.ownerName || UNKNOWN}
        </Fact>
      )}
      {property.ownerAddress && <Fact name="Owner Address">{property.ownerAddress}</Fact>}
      {property.parcelId && <Fact name="Parcel ID">{property.parcelId}</Fact>}
      {property.accessNote && <Fact name="Access Note">{property.accessNote}</Fact>}
      <Fact name="Status">
        <StatusBadge status={property.status} className="font-[550]" />
      </Fact>
    </dl>
  )
}

/**
 * Who lives there, in one line of the sheet. Of a colleague's property only whose it is; while only the marker is known, that.
 */
export function SheetOwner({ property }: { property: SheetProperty }) {
  if (property.limited)
    return <p className="truncate font-[550]">{property.assignedTo && `${property.assignedTo.fullName}’s house`}</p>
  if (property.address === undefined)
    return (
      <p className="text-ink-2">
        {navigator.onLine ? 'Loading the details...' : 'You are offline. The details are not on this phone.'}
      </p>
    )
  return (
    <p className="truncate font-[550]">
      <LanguageMark code={property.language} />
      {property.unconfirmed && <span className="text-warn">Unconfirmed: </span>}
      {property.ownerName || (
        <span className="font-normal text-ink-3">
          {navigator.onLine ? 'Unknown Owner' : 'Owner comes with the connection'}
        </span>
      )}
    </p>
  )
}

/** What the public records say of the property, one line each. Nothing while that is unknown, and of a colleague's property. */
export function SheetRecord({ property }: { property: SheetProperty }) {
  const { ownerName, ownerAddress, parcelId } = property
  if (property.limited || property.address === undefined) return null
  // The line of the owner says that a connection is needed.
  if (!navigator.onLine && !(ownerName ?? ownerAddress ?? parcelId)) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-phone-card bg-sunken px-3 py-2.5 text-[1rem]/6 [&_dd]:break-words">
      <OwnerHome ownerAddress={ownerAddress} address={property.address} />
      <Fact name="Parcel ID">{parcelId || UNKNOWN}</Fact>
    </dl>
  )
}

/** Whether the owner lives in the house, as far as the two addresses certainly tell it; else the owner's address as it is. */
function OwnerHome({ ownerAddress, address }: { ownerAddress: string | null | undefined; address: string }) {
  if (ownerAddress && isSameStreetLine(ownerAddress, address)) {
    return <Fact name="Owner">{LIVES_HERE}</Fact>
  }
  // The same number may be the same house, with its street written in another way.
  const [of, at] = [ownerAddress || address, address].map((text) => text.toLowerCase().trim().split(' ')[0])
  return <Fact name={of === at ? 'Owner Address' : 'Owner lives elsewhere'}>{ownerAddress || UNKNOWN}</Fact>
}

/** Says below the owner's name that they live in the house, if the two addresses certainly tell it. */
export const OwnerHomeLine = ({ property: { ownerAddress, address } }: { property: SheetProperty }) =>
  ownerAddress && address && isSameStreetLine(ownerAddress, address) && LIVES_HERE

type SheetContactsProps = Pick<SheetProperty, 'ownerPhone' | 'ownerEmail' | 'accessNote' | 'notes'>

const CONTACT_LINK_CLASSES = 'flex min-h-12 items-center gap-2.5 font-[550] break-all text-accent-ink'

/** How to reach the owner and the door, and the notes on the house. Renders nothing if none is known. */
export function SheetContacts({ ownerPhone, ownerEmail, accessNote, notes }: SheetContactsProps) {
  if (!ownerPhone && !ownerEmail && !accessNote && !notes) return null
  return (
    <section aria-label="Notes and contact" className="rounded-phone-card bg-sunken px-3 py-1 text-[1rem]/6">
      {ownerPhone && (
        <a href={phoneLink(ownerPhone)} className={CONTACT_LINK_CLASSES}>
          <Phone aria-hidden size={18} className="shrink-0" />
          {ownerPhone}
        </a>
      )}
      {ownerEmail && (
        <a href={emailLink(ownerEmail)} className={CONTACT_LINK_CLASSES}>
          <Mail aria-hidden size={18} className="shrink-0" />
          {ownerEmail}
        </a>
      )}
      {accessNote && (
        <p className="flex items-start gap-2.5 py-1.5 break-words whitespace-pre-line">
          <KeyRound aria-label="Access Note" size={18} className="mt-[3px] shrink-0" />
          {accessNote}
        </p>
      )}
      {notes && <p className="py-1.5 break-words whitespace-pre-line">{notes}</p>}
    </section>
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
