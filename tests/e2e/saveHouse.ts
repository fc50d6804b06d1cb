import { ask, tokenOf } from './graphql.ts'
import { password } from './people.ts'

/** Saves a house as the map would; answers its id. */
export async function saveHouse(email: string, address: string, tags: string[] = []): Promise<string> {
  const token = await tokenOf(email, password)
  const { locateProperty } = await ask<{ locateProperty: { draft: object } }>(
    `mutation ($address: String!) { locateProperty(input: { address: $address }) {
      draft { address streetNumber streetName city state zipCode lat lng parcelId ownerName } } }`,
    { address },
    token,
  )
  const { createProperty } = await ask<{ createProperty: { id: string } }>(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    { input: { ...locateProperty.draft, tags } },
    token,
  )
  return createProperty.id
}
