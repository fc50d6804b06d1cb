import { findFixtureNumbers } from '../town/fixtures.ts'
import type { TownParcel } from '../town/parcels.ts'
import type { KnockOutcome } from '../../api/domain/enums.ts'

/** A parcel with a building and an address. */
export type ResidentialParcel = TownParcel & { address: string; street_number: number; street_name: string }

/**
 * Fixed outcomes for properties in the map's first view, so that it shows every status. The other fixture addresses
 * stay unsaved: tours and tests save them.
 */
export const FIRST_VIEW_OUTCOMES: Record<string, KnockOutcome> = {
  '1015 W 11th Demo St': 'talked',
  '1030 W 11th Demo St': 'talked',
  '1031 W 11th Demo St': 'not_interested',
  '1018 W 11th Demo St': 'interested',
  '1067 W 11th Demo St': 'interested',
  '1091 W 11th Demo St': 'nobody_home',
  '1042 W 12th Demo St': 'nobody_home',
  '1060 W 12th Demo St': 'talked',
}

/**
 * The residential parcels of some neighborhoods in walking order: up the even side of each street and back down the odd
 * side, starting with the street closest to the map's first view.
 */
export function sortInWalkingOrder(parcels: TownParcel[], neighborhoods: string[]): ResidentialParcel[] {
  const residentialParcels = parcels.filter(
    (parcel): parcel is ResidentialParcel => isResidential(parcel) && neighborhoods.includes(parcel.neighborhood),
  )
  const streets = Object.values(
    Object.groupBy(residentialParcels, (parcel) => parcel.street_name),
  ) as ResidentialParcel[][]
  return streets
    .toSorted((a, b) => distanceToView(a) - distanceToView(b))
    .flatMap((street) => {
      const side = (odd: number) =>
        street.filter((parcel) => parcel.street_number % 2 === odd).sort((a, b) => a.street_number - b.street_number)
      return [...side(0), ...side(1).reverse()]
    })
    .filter((parcel) => parcel.address in FIRST_VIEW_OUTCOMES || !isFixture(parcel))
}

function isResidential(parcel: TownParcel): boolean {
  return parcel.address !== null && parcel.street_name !== null && parcel.facts.use !== 'Vacant residential'
}

function isFixture({ street_name, street_number }: ResidentialParcel): boolean {
  return findFixtureNumbers(street_name, Math.floor(street_number / 100) * 100, street_number % 2).includes(
    street_number,
  )
}

function distanceToView(street: ResidentialParcel[]): number {
  return Math.min(...street.map((parcel) => Math.abs(parcel.lat - 39.77) + Math.abs(parcel.lng + 86.16)))
}
