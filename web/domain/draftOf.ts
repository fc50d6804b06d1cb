import type { LocatePropertyMutation } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'
import { unitKeyOf } from './units.ts'

type Draft = NonNullable<LocatePropertyMutation['locateProperty']['draft']>
type Address = Pick<Draft, 'address' | 'streetNumber' | 'streetName' | 'city' | 'lat' | 'lng'>

/** A house that is not saved, with what is known of it without a lookup. */
export const draftOf = (
  { address, streetNumber, streetName, city, lat, lng }: Address,
  { state, zipCode }: Pick<Draft, 'state' | 'zipCode'> = { state: null, zipCode: null },
): Draft => ({
  ...{ address, streetNumber, streetName, city, state, zipCode, lat, lng },
  ownerName: 'Unknown Owner',
  ownerAddress: null,
  parcelId: null,
  ownerSource: null,
  unconfirmed: false,
  neighborhood: null,
  units: null,
})

/** The id of a house that is not saved, until it is. The units of a building are at one point. */
export function temporaryId({ lat, lng, address }: Point & { address: string }): string {
  const unit = unitKeyOf(address)
  return `temp-${lat},${lng}${unit && ` ${unit}`}`
}
