import type { LocatePropertyMutation, NewPropertyInput } from '../../gql/graphql.ts'

export type PropertyDraft = NonNullable<LocatePropertyMutation['locateProperty']['draft']>

/** The input that saves a draft unchanged. */
export function toNewPropertyInput(draft: PropertyDraft): NewPropertyInput {
  const { address, streetNumber, streetName, city, state, zipCode, lat, lng } = draft
  const { ownerName, ownerAddress, parcelId, ownerSource, unconfirmed, neighborhood } = draft
  return {
    address,
    streetNumber,
    streetName,
    city,
    state,
    zipCode,
    lat,
    lng,
    ownerName,
    ownerAddress,
    parcelId,
    ownerSource,
    unconfirmed,
    neighborhood,
  }
}
