import { afterAll, beforeAll, expect, it } from 'vitest'
import { rest, type Json } from '../support/client.ts'
import { csv, runImport, runUndo } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser
beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const propertyCount = 12
const file = csv(
  ['address', 'lat', 'lng'],
  ...Array.from({ length: propertyCount }, (_, n) => [`${n + 1} Group St`, '41.5', `-80.${5000 + n * 10}`]),
)

/** The events that match, latest first. */
async function read(person: TestUser, query: string): Promise<Json[]> {
  const { body } = await rest(fixture.server.url, person.token, 'GET', `/activity/logs?limit=100&${query}`)
  expect(body['total']).toBe(body['data'].length)
  return body['data'] as Json[]
}
const typesOf = (events: Json[]) => events.map(({ type }) => type as string)
const repeat = (type: string) => Array.from({ length: propertyCount }, () => type)

it('an import and its undo are one event each, which lists those that it stands for', async () => {
  const { url } = fixture.server
  await fixture.saveProperty(admin, { address: '1 Other St' })
  const mapping = { address: 'address', lat: 'lat', lng: 'lng' }
  const job = await runImport(url, admin, { file, mapping })
  expect(job).toMatchObject({ status: 'done', counts: { created: propertyCount } })
  await runUndo(url, admin, job['id'] as string)

  for (const person of [admin, fixture.owner, fixture.globalAdmin]) {
    const grouped = await read(
      person,
      `grouped=true&user_id=${admin.id}&type=PropertySaved,PropertyDeleted,DataImported,ImportUndone`,
    )
    expect(typesOf(grouped)).toEqual(['ImportUndone', 'DataImported', 'PropertySaved'])
    expect(grouped[0]).toMatchObject({ data: { removed: propertyCount } })
    const [undone, imported, saved] = grouped.map(({ event_id }) => event_id as string)
    expect(typesOf(await read(person, `group_of=${undone}`))).toEqual(repeat('PropertyDeleted'))
    // The log has no addresses, and these properties have no record any more.
    const deleted = await read(person, `group_of=${undone}`)
    expect(deleted.map(({ record }) => record)).toEqual(deleted.map(() => null))
    expect(new Set(deleted.map((event) => event['deleted_address']))).toEqual(
      new Set(Array.from({ length: propertyCount }, (_, n) => `${n + 1} Group St`)),
    )
    expect(typesOf(await read(person, `group_of=${imported}`))).toEqual(repeat('PropertySaved'))
    // Only the event of an import or undo stands for others.
    expect(await read(person, `group_of=${saved}`)).toEqual([])
  }
  expect(await read(fixture.otherTenant.owner, 'type=DataImported')).toEqual([])
  const all = await read(admin, 'type=PropertySaved,PropertyDeleted')
  expect(all).toHaveLength(2 * propertyCount + 1)
})
