import { afterAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { connectToNodeOf, listBlocked } from '../support/databaseNodes.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const team = await createServerFixture({ demoTown: true })
const { rep } = team
afterAll(() => team.teardown())

const locate = async (input: object) =>
  (
    await team.execute(
      rep,
      `mutation ($input: LocateInput!) { locateProperty(input: $input) { outcome ownerUpdated parcelServiceAvailable
         parcelsFound parcelServiceKeyed property { id ownerName } parcel { parcelId } draft { address streetNumber streetName lat lng ownerName
         ownerAddress ownerSource parcelId unconfirmed city state zipCode } } }`,
      { input },
    )
  ).locateProperty as Json
const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id ownerName } }'

interface Parcel {
  parcel_id: string
  address: string
  number: number
  lat: number
  lng: number
}

const parcelsWhere = async (condition: string): Promise<Parcel[]> =>
  (
    await team.db.query(
      `select parcel_id, address, street_number as number, lat, lng from parcels where ${condition} order by parcel_id limit 3`,
    )
  ).rows

describe('a click on land without a house number', () => {
  it('keeps none, instead of the number of the house beside it', async () => {
    const [lot] = await parcelsWhere(`street_number is null and owner_name is not null`)
    const { outcome, draft, parcel } = await locate({ point: { lat: lot!.lat, lng: lot!.lng } })
    expect(outcome).toBe('NEW')
    expect(parcel.parcelId).toBe(lot!.parcel_id)
    expect(draft).toMatchObject({ streetNumber: '', parcelId: lot!.parcel_id, unconfirmed: true })
    expect(draft.address).toBe(`No number, ${draft.streetName}, ${draft.city}, ${draft.state} ${draft.zipCode}`)
    const { createProperty } = await team.execute(rep, create, { input: draft })
    const again = await locate({ point: { lat: lot!.lat, lng: lot!.lng } })
    expect(again).toMatchObject({ outcome: 'EXISTING', property: { id: createProperty.id } })
  })
})

describe('a house that is saved at another point', () => {
  it('is found by a click and a search for the same street and number', async () => {
    const [house] = await parcelsWhere(
      `street_name = 'W 10th Demo St' and street_number_to is null and facts->>'use' = 'Single family'`,
    )
    const { id } = await team.saveProperty(rep, {
      address: `${house!.address.replace(' St', ' Street')}, Demo Town, IN`,
      lat: house!.lat + 0.0003,
      lng: house!.lng,
    })
    for (const input of [
      { point: { lat: house!.lat, lng: house!.lng } },
      { address: `${house!.address}, Demo Town, IN` },
    ])
      expect(await locate(input)).toMatchObject({ outcome: 'EXISTING', property: { id } })
  })

  it('is not confused with the same number on another street', async () => {
    const [house] = await parcelsWhere(
      `street_name = 'W 8th Demo St' and street_number_to is null and facts->>'use' = 'Single family'`,
    )
    await team.saveProperty(rep, { address: `${house!.number} Other St`, lat: house!.lat + 0.0003, lng: house!.lng })
    expect(await locate({ point: { lat: house!.lat, lng: house!.lng } })).toMatchObject({
      outcome: 'NEW',
      draft: { streetNumber: `${house!.number}`, unconfirmed: false },
    })
  })
})

describe('a click beside the houses', () => {
  it('gives the nearest address as unconfirmed, and says that there is no parcel', async () => {
    const [house] = await parcelsWhere(`street_name = 'W 7th Demo St' and facts->>'use' = 'Single family'`)
    // Twenty meters to the street from a house on its odd or even side.
    const inStreet = { lat: house!.lat + (house!.number % 2 ? 0.00022 : -0.00022), lng: house!.lng }
    const { draft, ...answer } = await locate({ point: inStreet })
    expect(answer).toMatchObject({ parcelsFound: false, parcelServiceAvailable: true, parcelServiceKeyed: false })
    expect(draft).toMatchObject({ unconfirmed: true, ownerName: 'Unknown Owner' })
  })
})

describe("a connection that is lost during the owner's update", () => {
  it('still opens the saved property', async () => {
    const [house] = await parcelsWhere(
      `street_name = 'W 6th Demo St' and owner_name like 'Sample Owner%' and address !~ '-'`,
    )
    const { draft } = await locate({ address: house!.address })
    const { createProperty } = await team.execute(rep, create, { input: { ...draft, ownerName: 'Long Ago' } })
    const { tenantId } = team.testTenant
    const blocker = await connectToNodeOf(team.ownerUrl, tenantId)
    await blocker.query('begin')
    await blocker.query('select from properties where tenant_id = $1 and id = $2 for update', [
      tenantId,
      createProperty.id,
    ])
    const located = locate({ address: house!.address })
    const readBlocked = () => listBlocked(blocker)
    await expect.poll(readBlocked).toHaveLength(1)
    await blocker.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [await readBlocked()])
    expect(await located).toMatchObject({
      outcome: 'EXISTING',
      ownerUpdated: false,
      property: { id: createProperty.id, ownerName: 'Long Ago' },
    })
    await blocker.query('rollback')
    await blocker.end()
    expect((await rest(team.server.url, rep.token, 'GET', `/properties/${createProperty.id}`)).status).toBe(200)
  })
})
