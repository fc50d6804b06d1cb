import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { type FakeParcel, type FakeRegrid, regridToken, startFakeRegrid } from '../support/fakes/fakeRegrid.ts'
import { countBlocked } from '../support/databaseNodes.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

/** Changes of a property while its parcel is looked up. */

const regrid: FakeRegrid = await startFakeRegrid()
const team = await createServerFixture({
  ownServer: 'looks up at Regrid',
  env: { REGRID_TOKEN: regridToken, REGRID_URL: regrid.url },
})
const { owner, rep, colleague } = team
afterAll(async () => {
  await team.teardown()
  await regrid.close()
})

let number = 500
let parcel: FakeParcel
let id: string
let release: () => void
beforeEach(async () => {
  number += 1
  parcel = { number, street: 'W 7th Demo St', lat: 39 + number / 1000, lng: -86, owner: 'SAMPLE RECORD OWNER' }
  regrid.parcels = [parcel]
  const saved = await team.saveProperty(rep, {
    address: `${number} W 7th Demo St`,
    lat: parcel.lat,
    lng: parcel.lng,
    owner_name: 'Sample Oldowner',
    parcel_id: `49-${number}`,
  })
  id = saved['id']
  ;({ promise: regrid.gate, resolve: release } = Promise.withResolvers<void>())
})
afterEach(() => release())

const refresh = async (person = rep) => {
  const query = 'mutation ($id: ID!) { refreshOwner(id: $id) { outcome property { ownerName version } } }'
  const { data, errors } = await graphql(team.server.url, person.token, query, { id })
  return errors ? (errors[0].extensions.code as string) : (data.refreshOwner as Json)
}
const read = async () => (await rest(team.server.url, owner.token, 'GET', `/properties/${id}`)).body['data']
const put = (body: object) => rest(team.server.url, owner.token, 'PUT', `/properties/${id}`, body)

/** Starts `lookUp`, applies `change` once the parcel service has the request, and lets the service respond. */
async function duringLookUp<T>(lookUp: () => Promise<T>, change: () => Promise<unknown>): Promise<T> {
  const asked = regrid.requests.length
  const answer = lookUp()
  while (regrid.requests.length === asked) await sleep(5)
  await change()
  release()
  return answer
}

it('keeps an owner who was entered during the look-up', async () => {
  const refreshed = await duringLookUp(refresh, () => put({ owner_name: 'Sample Newowner' }))
  expect(refreshed).toEqual({ outcome: 'UNCHANGED', property: { ownerName: 'Sample Newowner', version: 2 } })
  expect(await read()).toMatchObject({ owner_name: 'Sample Newowner', owner_source: 'entered', owner_address: null })
})

it('saves the owner beside other changes that were made during the look-up', async () => {
  const refreshed = await duringLookUp(refresh, () => put({ notes: 'Dog', priority: 'high' }))
  expect(refreshed).toMatchObject({ outcome: 'UPDATED', property: { version: 3 } })
  expect(await read()).toMatchObject({ notes: 'Dog', priority: 'high', owner_source: 'regrid' })
})

it('does not save the owner of a parcel that is no longer the property’s', async () => {
  expect(await duringLookUp(refresh, () => put({ parcel_id: 'corrected' }))).toBe('CONFLICT')
  expect(await read()).toMatchObject({ owner_name: 'Sample Oldowner', parcel_id: 'corrected' })
})

it('does not save the owner of another house number', async () => {
  expect(await duringLookUp(refresh, () => put({ street_number: '999' }))).toBe('CONFLICT')
  expect(await read()).toMatchObject({ owner_name: 'Sample Oldowner', street_number: '999' })
})

it('is refused to a rep to whom the property is no longer assigned', async () => {
  expect(await duringLookUp(refresh, () => put({ assigned_to: colleague.id }))).toBe('NOT_FOUND')
  expect(await read()).toMatchObject({ owner_name: 'Sample Oldowner' })
})

it('saves and records the owner once for two look-ups at the same time', async () => {
  const refreshed = await duringLookUp(
    () => Promise.all([refresh(), refresh(owner)]),
    () => Promise.resolve(),
  )
  const outcomes = refreshed.map((answer) => (answer as Json).outcome as string)
  expect(new Set(outcomes)).toEqual(new Set(['UNCHANGED', 'UPDATED']))
  expect((await read()).version).toBe(2)
  const { rows } = await team.db.query(
    `select from activity_events where subject_id = $1 and type = 'OwnerRefreshed'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

it('keeps an owner who was entered while a search updated the saved property', async () => {
  // Holds the row, so that both changes wait for it: the entered owner first, then that of the parcel.
  release()
  await team.nodeDb.query('begin')
  await team.nodeDb.query('select from properties where tenant_id = $1 and id = $2 for update', [
    team.testTenant.tenantId,
    id,
  ])
  const entered = put({ owner_name: 'Sample Newowner' })
  while ((await countBlocked(team.nodeDb)) === 0) await sleep(5)
  const locate = 'mutation ($input: LocateInput!) { locateProperty(input: $input) { outcome ownerUpdated } }'
  const located = team.execute(rep, locate, { input: { address: `${number} W 7th Demo St` } })
  while ((await countBlocked(team.nodeDb)) < 2) await sleep(5)
  await team.nodeDb.query('commit')
  expect((await entered).status).toBe(200)
  expect((await located).locateProperty).toEqual({ outcome: 'EXISTING', ownerUpdated: false })
  expect(await read()).toMatchObject({ owner_name: 'Sample Newowner', owner_source: 'entered' })
})
