import { MapPin, TriangleAlert, User } from 'lucide-react'
import type { LeadAtDoorFragment, NewPropertyInput } from '../../../gql/graphql.ts'

/** The property of a new lead: a saved property, or one that is saved together with the lead. */
export interface LeadProperty {
  property: { propertyId: string } | { newProperty: NewPropertyInput }
  street: string
  town: string
  ownerName: string | null
  /** The owner is that of the parcel with the nearest house number. */
  isUnconfirmed?: boolean
  /** The leads that the property has, as far as they are known. */
  leads?: readonly LeadAtDoorFragment[]
}

/** Address and owner, below the title of a lead dialog. */
export function LeadPropertySummary({ target }: { target: LeadProperty }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <MapPin aria-hidden size={15} className="shrink-0" />
        <span>
          <b className="font-semibold text-ink">{target.street}</b>
          {target.town && `, ${target.town}`}
        </span>
      </span>
      <span className="mt-0.5 flex items-center gap-2">
        <User aria-hidden size={15} className="shrink-0" />
        {target.ownerName || <span className="text-ink-3">Unknown Owner</span>}
      </span>
      {target.isUnconfirmed && (
        <span className="mt-0.5 flex items-center gap-2 text-warn">
          <TriangleAlert aria-hidden size={15} className="shrink-0" />
          Unconfirmed: the parcel of the nearest house number.
        </span>
      )}
    </>
  )
}
