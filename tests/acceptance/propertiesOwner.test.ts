import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'
import { startServer, unreachableParcels } from '../support/server.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const team = await createServerFixture({ demoTown: true })
const { owner, rep, colleague } = team
afterAll(() => team.teardown())

describe('refreshing the owner', () => {
  const refresh = `mutation ($id: ID!) { refreshOwner(id: $id) { outcome property {
    ownerName ownerSource ownerAddress parcelId unconfirmed outline { lat lng } } } }`
  let located: Record<string, Json>

  beforeAll(async () => {
    const { locateProperty } = await team.execute(
      rep,
      `mutation { locateProperty(input: { address: "1067 W 11th Demo St" }) {
        draft { address streetNumber streetName city state zipCode lat lng ownerName ownerSource parcelId } parcel { parcelId acres } } }`,
    )
    located = locateProperty.draft
    expect(locateProperty.parcel.parcelId).toBe(located['parcelId'])
  })

  const saveLocated = async (person: TestUser, more: object) => {
    const { createProperty } = await team.execute(
      person,
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
      { input: { ...located, ...more } },
    )
    return createProperty.id as string
  }

  it('saves the owner of record with the source, and confirms the parcel', async () => {
    const id = await saveLocated(rep, {
      ownerName: 'Somebody Else',
      ownerSource: null,
      parcelId: 'old',
      unconfirmed: true,
    })
    const { refreshOwner } = await team.execute(rep, refresh, { id })
    expect(refreshOwner).toMatchObject({
      outcome: 'UPDATED',
      property: {
        ownerName: located['ownerName'],
        ownerSource: located['ownerSource'],
        parcelId: located['parcelId'],
        unconfirmed: false,
      },
    })
    expect(refreshOwner.property.outline.length).toBeGreaterThan(3)
    expect((await team.execute(rep, refresh, { id })).refreshOwner.outcome).toBe('UNCHANGED')
    expect(await team.errorCode(colleague, refresh, { id })).toBe('NOT_FOUND')
    expect((await team.execute(owner, refresh, { id })).refreshOwner.outcome).toBe('UNCHANGED')
  })

  it('finds nothing when no parcel has that number', async () => {
    const { id } = await team.saveProperty(rep, { owner_name: 'Stays' })
    const { refreshOwner } = await team.execute(rep, refresh, { id })
    expect(refreshOwner).toMatchObject({ outcome: 'NO_RESULTS', property: { ownerName: 'Stays', outline: null } })
  })

  it("never uses a neighbor's owner", async () => {
    const id = await saveLocated(rep, { address: '1069 W 11th Demo St', streetNumber: '1069', parcelId: null })
    const { refreshOwner } = await team.execute(rep, refresh, { id })
    expect(refreshOwner.property.ownerName).toBe(located['ownerName'])
    expect(refreshOwner.outcome).toBe('NO_RESULTS')
  })

  it('fails when the parcel service does not respond, and changes nothing', async () => {
    const { id } = await team.saveProperty(rep, { address: '503 W 5th Demo St', owner_name: 'Stays' })
    const server = await startServer({ databaseUrl: team.ownerUrl, env: unreachableParcels })
    const { errors } = await graphql(server.url, rep.token, refresh, { id })
    await server.stop()
    expect(errors[0].extensions.code).toBe('UNAVAILABLE')
    expect((await rest(team.server.url, rep.token, 'GET', `/properties/${id}`)).body['data'].owner_name).toBe('Stays')
  })
})

describe('a search that finds a saved property', () => {
  const locate = `mutation ($input: LocateInput!) { locateProperty(input: $input) {
    outcome ownerUpdated property { id ownerName unconfirmed } draft { streetNumber ownerName lat lng unconfirmed }
    diagnostics { finalPoint { lat lng } } } }`
  /** Three neighboring parcels with known owners. */
  let known: string[]
  beforeAll(async () => {
    const { rows } = await team.db.query(
      `select address from parcels where street_name = 'W 9th Demo St' and owner_name like 'Sample Owner%' and address !~ '-'
       order by street_number limit 3`,
    )
    known = rows.map(({ address }) => address)
    expect(known).toHaveLength(3)
  })

  const draftOf = async (address: string) =>
    (
      await team.execute(
        rep,
        `mutation ($input: LocateInput!) { locateProperty(input: $input) { draft {
          address streetNumber streetName city state zipCode lat lng ownerName ownerSource parcelId unconfirmed } } }`,
        { input: { address } },
      )
    ).locateProperty.draft
  const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'

  it('updates its owner from the records, once', async () => {
    const draft = await draftOf(known[0]!)
    const { createProperty } = await team.execute(rep, create, {
      input: { ...draft, ownerName: 'Long Ago', parcelId: null },
    })
    const first = (await team.execute(rep, locate, { input: { address: known[0]! } })).locateProperty
    expect(first).toMatchObject({
      outcome: 'EXISTING',
      ownerUpdated: true,
      property: { id: createProperty.id, ownerName: draft.ownerName },
    })
    const second = (await team.execute(rep, locate, { input: { address: known[0]! } })).locateProperty
    expect(second).toMatchObject({ outcome: 'EXISTING', ownerUpdated: false })
    const clicked = (await team.execute(rep, locate, { input: { point: { lat: draft.lat, lng: draft.lng } } }))
      .locateProperty
    expect(clicked).toMatchObject({ outcome: 'EXISTING', property: { id: createProperty.id } })
  })

  it('prefers the property with the exact number to one without a number', async () => {
    const draft = await draftOf(known[2]!)
    const save = async (more: object) =>
      (await team.execute(rep, create, { input: { ...draft, ...more } })).createProperty.id as string
    const found = async () =>
      (await team.execute(rep, locate, { input: { address: known[2]! } })).locateProperty.property.id as string
    const numberless = await save({ address: 'Corner Lot', streetNumber: null, parcelId: null })
    const exact = await save({})
    expect(await found()).toBe(exact)
    await team.db.query('delete from properties where id = $1', [exact])
    expect(await found()).toBe(numberless)
  })

  it("finds a colleague's property without its owner", async () => {
    const draft = await draftOf(known[1]!)
    await team.execute(colleague, create, { input: draft })
    for (const input of [{ address: known[1]! }, { point: { lat: draft.lat, lng: draft.lng } }]) {
      const { locateProperty } = await team.execute(rep, locate, { input })
      expect(locateProperty).toMatchObject({ outcome: 'EXISTING', property: { ownerName: null }, ownerUpdated: false })
    }
    expect((await team.execute(owner, locate, { input: { address: known[1]! } })).locateProperty).toMatchObject({
      outcome: 'EXISTING',
      property: { ownerName: draft.ownerName },
    })
    expect(
      (await team.execute(team.otherTenant.owner, locate, { input: { address: known[1]! } })).locateProperty.outcome,
    ).toBe('NEW')
  })
})
