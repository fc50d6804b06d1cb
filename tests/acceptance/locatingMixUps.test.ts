import { afterAll, beforeAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

/** Saved properties that an earlier release gave the parcel of another house. */

const team = await createServerFixture({ demoTown: true })
const { owner, rep } = team
afterAll(() => team.teardown())

/** The draft of a house whose record others have. */
let other: Json
beforeAll(async () => {
  other = await draftOf('506 W 7th Demo St')
})

const draftOf = async (address: string): Promise<Json> => {
  const { locateProperty } = await team.execute(
    rep,
    `mutation ($address: String!) { locateProperty(input: { address: $address }) { draft {
      address streetNumber streetName city state zipCode lat lng ownerName ownerAddress ownerSource parcelId } } }`,
    { address },
  )
  return locateProperty.draft
}
const save = async (input: Json): Promise<string> => {
  const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'
  return (await team.execute(owner, create, { input })).createProperty.id
}
const listed = async (first = 100, after: string | null = null): Promise<Json> => {
  const query = `query ($first: Int!, $after: String) { addressMixUps(first: $first, after: $after) { next mixUps {
    propertyId address ownerName parcelId reason otherAddress otherPropertyId ownParcelId ownOwnerName } } }`
  return (await team.execute(owner, query, { first, after })).addressMixUps
}
const correct = async (propertyId: string) => {
  const mutation =
    'mutation ($id: ID!) { correctOwner(propertyId: $id) { ownerName ownerSource ownerAddress parcelId } }'
  return (await team.execute(owner, mutation, { id: propertyId })).correctOwner as Json
}
const read = async (id: string) => (await rest(team.server.url, owner.token, 'GET', `/properties/${id}`)).body['data']
const recordOf = ({ ownerName, ownerAddress, ownerSource, parcelId }: Json): Json => ({
  ...{ ownerName, ownerAddress, ownerSource, parcelId },
})

it('lists a house with the record of another one, and gives it its own, which can be restored', async () => {
  const own = await draftOf('1067 W 11th Demo St')
  expect(own['parcelId']).not.toBe(other['parcelId'])
  await save(other)
  const id = await save({ ...own, ...recordOf(other) })
  const { version } = await read(id)

  expect(await listed()).toEqual({
    next: null,
    mixUps: [
      {
        propertyId: id,
        address: own['address'],
        ownerName: other['ownerName'],
        parcelId: other['parcelId'],
        reason: 'STREET',
        otherAddress: expect.stringMatching(/^506 W 7th Demo St/) as string,
        otherPropertyId: null,
        ownParcelId: own['parcelId'],
        ownOwnerName: own['ownerName'],
      },
    ],
  })
  expect((await read(id)).version).toBe(version)

  expect(await correct(id)).toEqual(recordOf(own))
  expect((await listed())['mixUps']).toEqual([])
  expect(await team.errorCode(owner, 'mutation ($id: ID!) { correctOwner(propertyId: $id) { id } }', { id })).toBe(
    'CONFLICT',
  )
  const { property } = await team.execute(
    owner,
    'query ($id: ID!) { property(id: $id) { replacedOwners { id ownerName } history(first: 1) { edges { node { kind } } } } }',
    { id },
  )
  expect(property.history.edges[0].node.kind).toBe('OWNER_REFRESHED')
  const restored = await team.execute(
    owner,
    'mutation ($id: ID!, $replacedId: ID!) { restoreOwner(propertyId: $id, replacedId: $replacedId) { parcelId } }',
    { id, replacedId: property.replacedOwners[0].id },
  )
  expect(restored.restoreOwner.parcelId).toBe(other['parcelId'])
  await correct(id)
})

it('lists houses that share a parcel id, page by page, and clears what came from the other one', async () => {
  const regrid = { ownerName: 'Sample Stranger', ownerSource: 'regrid', parcelId: '14-88-3' }
  const first = await save({ address: '1120 County Road 300 E, Demo Town, IN', lat: 39.71, lng: -86.11, ...regrid })
  const second = await save({
    ...{ address: '1120 County Road 450 N, Demo Town, IN', lat: 39.72, lng: -86.12, ...regrid },
    ...{ ownerName: 'Sample Entered', ownerSource: 'entered' },
  })
  // A double house on one lot, units of a building, and what is no parcel id.
  const lot = { lat: 39.73, lng: -86.13, parcelId: '14-88-4' }
  await save({ ...lot, address: '10 Twin St, Demo Town, IN' })
  await save({ ...lot, lng: -86.1301, address: '12 Twin St, Demo Town, IN' })
  await save({ address: '9 Tower Ct Unit 1, Demo Town, IN', lat: 39.74, lng: -86.14, parcelId: '14-88-5' })
  await save({ address: '9 Tower Ct Unit 2, Demo Town, IN', lat: 39.74, lng: -86.14, parcelId: '14-88-5' })
  await save({ address: '1 Blank Rd, Demo Town, IN', lat: 39.75, lng: -86.15, parcelId: 'UNKNOWN' })
  await save({ address: '2 Empty Rd, Demo Town, IN', lat: 39.76, lng: -86.16, parcelId: 'UNKNOWN' })

  const page = await listed(1)
  const rest = await listed(1, page['next'])
  const mixUps = [...page['mixUps'], ...rest['mixUps']] as Json[]
  expect(rest['next']).toBe(null)
  const shared = { parcelId: '14-88-3', reason: 'STREET', ownParcelId: null }
  expect(new Set(mixUps.map(({ propertyId }) => propertyId as string))).toEqual(new Set([first, second]))
  expect(mixUps.find(({ propertyId }) => propertyId === second)).toMatchObject({ ...shared, otherPropertyId: first })

  expect(await correct(second)).toMatchObject({ ownerName: 'Sample Entered', ownerSource: 'entered', parcelId: null })
  expect((await listed())['mixUps']).toEqual([])
  expect(await read(first)).toMatchObject({ owner_name: 'Sample Stranger', parcel_id: '14-88-3' })
})

it('clears the owner that came from another record where no record has the address', async () => {
  const id = await save({ address: '4 Unlisted Rd, Demo Town, IN', lat: 39.69, lng: -86.1, ...recordOf(other) })
  expect((await listed())['mixUps']).toMatchObject([{ propertyId: id, ownParcelId: null, ownOwnerName: null }])
  expect(await correct(id)).toEqual({ ownerName: null, ownerAddress: null, ownerSource: null, parcelId: null })
  expect((await listed())['mixUps']).toEqual([])
})
