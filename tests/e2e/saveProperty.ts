import { execute, createToken } from './api.ts'
import { password } from './signIn.ts'

/** Saves a property as the map does and returns its id. */
export async function saveProperty(email: string, address: string, tags: string[] = []): Promise<string> {
  const token = await createToken(email, password)
  const { locateProperty } = await execute<{ locateProperty: { draft: object } }>(
    `mutation ($address: String!) { locateProperty(input: { address: $address }) {
      draft { address streetNumber streetName city state zipCode lat lng parcelId ownerName } } }`,
    { address },
    token,
  )
  const { createProperty } = await execute<{ createProperty: { id: string } }>(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    { input: { ...locateProperty.draft, tags } },
    token,
  )
  return createProperty.id
}
