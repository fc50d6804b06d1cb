import type { LocatePropertyMutation } from '../gql/graphql.ts'

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
})

/** The id of a house that is not saved, until it is. */
export const temporaryId = ({ lat, lng }: { lat: number; lng: number }): string => `temp-${lat},${lng}`
