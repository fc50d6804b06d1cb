import { afterAll, beforeAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

/** The owner of a record nearby, which a saved property gets only if a person chooses it. */

const team = await createServerFixture({ demoTown: true })
const { owner, rep, colleague } = team
afterAll(() => team.teardown())

/** The last house of a street, and a saved one beyond it that has no record. */
let record: { number: number; parcelId: string; address: string; ownerName: string; lat: number; lng: number }
let address: string
let id: string
beforeAll(async () => {
  const { rows } = await team.db.query(
    `select street_number as number, parcel_id as "parcelId", address, owner_name as "ownerName", lat, lng from parcels
     where street_name = 'W 11th Demo St' and owner_name is not null order by street_number desc limit 1`,
  )
  record = rows[0]
  address = `${record.number + 8} W 11th Demo St`
  const { lat, lng } = record
  id = (await team.saveProperty(rep, { address, lat, lng: lng + 0.0003, owner_name: 'Sample Before' }))['id']
})

const locate = async (person = rep) => {
  const mutation = `mutation ($address: String!) { locateProperty(input: { address: $address }) { outcome ownerUpdated match
    property { id limited ownerName } nearbyOwner { parcelId address ownerName } } }`
  return (await team.execute(person, mutation, { address })).locateProperty as Json
}
const refresh = async () => {
  const mutation = `mutation ($id: ID!) { refreshOwner(id: $id) { outcome property { ownerName }
    nearbyOwner { parcelId address ownerName } } }`
  return (await team.execute(rep, mutation, { id })).refreshOwner as Json
}
const chooseDocument = `mutation ($id: ID!, $parcelId: String!) { saveNearbyOwner(propertyId: $id, parcelId: $parcelId) {
  ownerName ownerSource parcelId unconfirmed } }`
const chooseByRest = (parcelId: string, person = rep) =>
  rest(team.server.url, person.token, 'POST', `/properties/${id}/save-nearby-owner`, { parcel_id: parcelId })
const read = async () => (await rest(team.server.url, owner.token, 'GET', `/properties/${id}`)).body['data'] as Json
const offered = () => ({
  parcelId: record.parcelId,
  address: expect.stringContaining(record.address) as string,
  ownerName: record.ownerName,
})

it('is offered by a search and by a refresh, and written by neither', async () => {
  expect(await locate()).toEqual({
    outcome: 'EXISTING',
    ownerUpdated: false,
    match: 'UNSURE',
    property: { id, limited: false, ownerName: 'Sample Before' },
    nearbyOwner: offered(),
  })
  expect(await refresh()).toEqual({
    outcome: 'NO_RESULTS',
    property: { ownerName: 'Sample Before' },
    nearbyOwner: offered(),
  })
  expect(await read()).toMatchObject({ owner_name: 'Sample Before', parcel_id: null, version: 1 })
})

it('is not offered or given to others', async () => {
  expect(await locate(colleague)).toMatchObject({ outcome: 'EXISTING', nearbyOwner: null })
  for (const person of [colleague, team.otherTenant.owner]) {
    const variables = { id, parcelId: record.parcelId }
    expect(await team.errorCode(person, chooseDocument, variables)).toBe('NOT_FOUND')
    expect((await chooseByRest(record.parcelId, person)).status).toBe(404)
  }
  expect(await read()).toMatchObject({ version: 1 })
})

it('refuses a record that is not one of those nearby', async () => {
  const { rows } = await team.db.query(
    `select parcel_id as "parcelId" from parcels where street_name = 'W 5th Demo St' and owner_name is not null limit 1`,
  )
  const { status, body } = await chooseByRest(rows[0].parcelId as string)
  expect([status, body['detail']]).toEqual([
    422,
    'This record is not one that may be of this property. Refresh the owner, and choose from what is found.',
  ])
  expect(await read()).toMatchObject({ owner_name: 'Sample Before', version: 1 })
})

it('refuses any record for a property that has one of its own', async () => {
  const { number, lat, lng } = record
  const own = await team.saveProperty(rep, { address: `${number} W 11th Demo St`, lat, lng, owner_name: 'Sample Own' })
  const variables = { id: own['id'], parcelId: record.parcelId }
  expect(await team.errorCode(rep, chooseDocument, variables)).toBe('BAD_USER_INPUT')
})

it('gives the owner as unconfirmed when it is chosen, is not offered again, and can be restored', async () => {
  const { saveNearbyOwner } = await team.execute(rep, chooseDocument, { id, parcelId: record.parcelId })
  expect(saveNearbyOwner).toEqual({
    ownerName: record.ownerName,
    ownerSource: expect.stringMatching(/^parcels:/) as string,
    parcelId: record.parcelId,
    unconfirmed: true,
  })
  expect(await locate()).toMatchObject({ match: 'UNSURE', nearbyOwner: null })
  expect(await refresh()).toMatchObject({ nearbyOwner: null })

  const query = `query ($id: ID!) { property(id: $id) { replacedOwners { id ownerName }
    history(first: 1) { edges { node { kind } } } } }`
  const { property } = await team.execute(rep, query, { id })
  expect(property.history.edges[0].node.kind).toBe('OWNER_REFRESHED')
  expect(property.replacedOwners).toMatchObject([{ ownerName: 'Sample Before' }])
  await team.execute(
    rep,
    'mutation ($id: ID!, $replacedId: ID!) { restoreOwner(propertyId: $id, replacedId: $replacedId) { id } }',
    { id, replacedId: property.replacedOwners[0].id },
  )
  expect(await read()).toMatchObject({ owner_name: 'Sample Before', owner_source: 'entered', parcel_id: null })
  expect(await locate()).toMatchObject({ nearbyOwner: offered() })
})
