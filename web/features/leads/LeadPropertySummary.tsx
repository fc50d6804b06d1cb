import { MapPin, TriangleAlert, User } from 'lucide-react'
import type { NewPropertyInput } from '../../gql/graphql.ts'

/** The house a lead is created for: saved already, or to be saved with its lead. */
export interface LeadProperty {
  property: { propertyId: string } | { newProperty: NewPropertyInput }
  street: string
  town: string
  ownerName: string | null
  /** The owner is that of the nearest house number. */
  isUnconfirmed?: boolean
}

/** The house under the title of a lead's dialog: address and owner. */
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
