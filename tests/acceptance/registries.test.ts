import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { graphql, rest } from '../support/client.ts'
import { csv, waitForJob } from '../support/imports.ts'
import { readPdf } from '../support/documents/readPdf.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser
let houses = 0

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 1 })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())
afterEach(() => fixture.db.query('delete from do_not_knock; delete from registries'))

interface Form {
  file: string
  city?: string
  state?: string
  effective_from?: string
  expires_at?: string
  dry_run?: string
}

async function send({ file, ...fields }: Form, person = admin): Promise<{ status: number; body: Json }> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ city: 'Grove City', state: 'oh', ...fields })) form.append(name, value)
  form.append('file', new Blob([file]), 'registry.csv')
  const response = await fetch(`${fixture.server.url}/api/do-not-knock/registries`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${person.token}` }, body: form },
  })
  return { status: response.status, body: (await response.json()) as Json }
}
async function importList(form: Form): Promise<Json> {
  const { status, body } = await send(form)
  expect(status, JSON.stringify(body)).toBe(202)
  return waitForJob(fixture.server.url, admin, body.data.id as string)
}
/** Saves a property on a street of the city, and returns its id. */
async function save(address: string, more: object = {}): Promise<string> {
  houses += 1
  const { status, body } = await rest(fixture.server.url, fixture.rep.token, 'POST', '/properties', {
    ...{ address, city: 'Grove City', state: 'OH', zip_code: '43123', lat: 39.9 + houses / 1_000, lng: -83, ...more },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id as string
}
async function markOf(id: string, person: TestUser = fixture.rep): Promise<Json> {
  const { body } = await rest(fixture.server.url, person.token, 'GET', `/properties/${id}/do-not-knock`)
  return body.data as Json
}
async function knock(propertyId: string, occurredAt = new Date()): Promise<Json> {
  const query = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome code message } }'
  const id = uuidv7()
  const actions = [{ id, kind: 'KNOCK', occurredAt, knock: { propertyId, outcome: 'LEFT_FLYER', eventId: id } }]
  return ((await fixture.execute(fixture.rep, query, { actions }))['sync'] as Json[])[0]!
}
async function entriesOf(id: string, query = ''): Promise<Json[]> {
  return (await rest(fixture.server.url, admin.token, 'GET', `/do-not-knock/registries/${id}/entries${query}`)).body
    .data
}
const listRegistries = async (): Promise<Json[]> =>
  (await rest(fixture.server.url, admin.token, 'GET', '/do-not-knock/registries')).body.data
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe("a city's list", () => {
  it('is listed before it is saved, marks the same doors, and keeps those that are not found', async () => {
    const one = await save('101 Amber Demo St')
    const file = csv(
      ['Address', 'Unit', 'City', 'Zip'],
      ['101 Amber Demo Street', '', 'Grove City', '43123'],
      ['103 Amber Demo St', '', 'Grove City', '43123'],
      ['no number here', '', '', ''],
    )
    const checked = await importList({ file, dry_run: 'true', expires_at: '2039-12-31' })
    expect(checked['counts']).toEqual({ matched: 1, unsure: 0, not_found: 1, ended: 0 })
    expect(checked['registry']).toMatchObject({ city: 'Grove City', state: 'OH', dry_run: true, ignored: 1 })
    expect(checked['errors']).toEqual([{ row: 4, column: null, message: expect.stringContaining('no number here') }])
    expect(
      (await entriesOf(checked['id'] as string)).map((entry) => [entry['line'], entry['match'], entry['property_id']]),
    ).toEqual([
      [2, 'matched', one],
      [3, 'not_found', null],
    ])
    expect([await markOf(one), await listRegistries()]).toEqual([null, []])

    const saved = await importList({ file, expires_at: '2039-12-31' })
    expect(saved['counts']).toEqual({ matched: 1, unsure: 0, not_found: 1, ended: 0 })
    const until = '2040-01-01T05:00:00.000Z'
    expect(await markOf(one)).toMatchObject({ kind: 'registry', source: 'Grove City', until, reason: null })
    expect(await listRegistries()).toEqual([
      expect.objectContaining({
        ...{ id: saved['id'], city: 'Grove City', state: 'OH', file_name: 'registry.csv', imported_by: admin.id },
        ...{ entries: 2, matched: 1, unsure: 0, not_found: 1, ended: 0, expires_at: until, replaced_at: null },
      }),
    ])
    expect(await knock(one)).toEqual({
      ...{ outcome: 'REFUSED', code: 'DO_NOT_KNOCK' },
      message: "Do not knock at this door. On Grove City's list until Dec 31, 2039.",
    })
    const { rows } = await fixture.db.query(
      "select data from activity_events where tenant_id = $1 and type = 'RegistryImported'",
      [fixture.testTenant.tenantId],
    )
    expect(rows.map(({ data }) => data as Json)).toEqual([
      expect.objectContaining({ registryId: saved['id'], city: 'Grove City', matched: 1, notFound: 1, ended: 0 }),
    ])
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })

  it('marks a property that is saved there later', async () => {
    await importList({ file: '201 Birch Demo St, Grove City, OH 43123\n203 Birch Demo St Unit 2' })
    const one = await save('201 Birch Demo St')
    const unit = await save('203 Birch Demo St Unit 2')
    const building = await save('203 Birch Demo St')
    expect([await markOf(one), await markOf(unit)]).toEqual([
      expect.objectContaining({ source: 'Grove City', until: null }),
      expect.objectContaining({ source: 'Grove City', until: null }),
    ])
    expect(await markOf(building)).toBeNull()
    expect((await listRegistries())[0]).toMatchObject({ matched: 2, not_found: 0 })
  })

  it('ends the doors of the earlier list of the same city that are gone', async () => {
    const [stays, goes, elsewhere] = [
      await save('1 Cedar Demo St'),
      await save('3 Cedar Demo St'),
      await save('5 Cedar Demo St'),
    ]
    await importList({ file: '1 Cedar Demo St\n3 Cedar Demo St' })
    await importList({ city: 'Other City', file: '5 Cedar Demo St, Grove City' })
    const file = '1 Cedar Demo St\n7 Cedar Demo St'
    expect((await importList({ file, city: 'GROVE  CITY', dry_run: 'true' }))['counts']).toMatchObject({ ended: 1 })
    expect(await markOf(goes)).toMatchObject({ kind: 'registry' })
    const newer = await importList({ file, city: 'GROVE  CITY' })
    expect(newer['counts']).toEqual({ matched: 1, unsure: 0, not_found: 1, ended: 1 })
    expect(await markOf(stays)).toMatchObject({ source: 'GROVE CITY' })
    expect(await markOf(goes)).toBeNull()
    expect(await markOf(elsewhere)).toMatchObject({ source: 'Other City' })
    expect((await knock(goes))['outcome']).toBe('APPLIED')
    const [, , first] = await listRegistries()
    expect(first!['replaced_at']).not.toBeNull()
    // An entry of the earlier list does not mark a property any more.
    await importList({ file: '1 Cedar Demo St' })
    expect(await markOf(await save('7 Cedar Demo St'))).toBeNull()
  })

  it('is in force from its day on, and the earlier one until then', async () => {
    const [one, two] = [await save('1 Dogwood Demo St'), await save('3 Dogwood Demo St')]
    await importList({ file: '1 Dogwood Demo St' })
    await importList({ file: '3 Dogwood Demo St', effective_from: hoursFromNow(48) })
    expect([await markOf(one), await markOf(two)]).toEqual([expect.objectContaining({ kind: 'registry' }), null])
    expect((await knock(two))['outcome']).toBe('APPLIED')
    const { rows } = await fixture.db.query(
      'select count(*)::int as n from do_not_knock where property_id = $1 and ends_at between $2 and $3',
      [one, hoursFromNow(47), hoursFromNow(49)],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('accepts and flags a knock from before it arrived', async () => {
    const one = await save('1 Elm Demo St')
    await importList({ file: '1 Elm Demo St', effective_from: hoursFromNow(-72) })
    expect((await knock(one, new Date(Date.now() - 3_600_000)))['outcome']).toBe('APPLIED')
    expect((await knock(one))['code']).toBe('DO_NOT_KNOCK')
    const { rows } = await fixture.db.query('select flags from knocks where property_id = $1', [one])
    expect(rows).toEqual([{ flags: ['do_not_knock'] }])
  })

  it('shows the knocks of the city while it was in force, and those that its addresses got', async () => {
    const [listed, other] = [await save('1 Aspen Demo St'), await save('3 Aspen Demo St')]
    await knock(other)
    // Two lines of a city may be one door.
    const id = (await importList({ file: '1 Aspen Demo St\n1 Aspen Demo Street, Grove City, OH 43123' }))[
      'id'
    ] as string
    await knock(other)
    await knock(listed)
    await fixture.db.query(`update do_not_knock set lifted_at = now() where property_id = $1`, [listed])
    await knock(listed)
    const response = await fetch(`${fixture.server.url}/api/do-not-knock/registries/${id}/evidence.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=Grove-City-knocks.csv')
    const rows = parse<Json>(await response.text(), { columns: true, bom: true })
    expect(rows.map((row) => [row['address'], row['rep'], row['outcome'], row['on_list']])).toEqual([
      ['3 Aspen Demo St', 'Sample Rep 00', 'left_flyer', 'no'],
      ['1 Aspen Demo St', 'Sample Rep 00', 'left_flyer', 'yes'],
    ])
    const printed = await fetch(`${fixture.server.url}/api/do-not-knock/registries/${id}/evidence.pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(printed.headers.get('content-disposition')).toBe('attachment; filename=Grove-City-knocks.pdf')
    const texts = readPdf(Buffer.from(await printed.arrayBuffer())).flatMap((page) =>
      page.texts.map(({ text }) => text),
    )
    expect(texts[0]).toBe('Knocks in Grove City')
    expect(texts.join(' ')).toMatch(/List of Grove City, OH with 2 addresses: received .+ by Sample Admin\./)
    const cells = ['3 Aspen Demo St, Grove City', 'No', '1 Aspen Demo St, Grove City', 'Yes']
    expect(texts.filter((text) => cells.includes(text))).toEqual(cells)
  })

  it('shows the knocks of its city in every spelling, and none of another city or of that in another state', async () => {
    const place = (city: string, state: string | null = 'OH') => ({ city, state, zip_code: null })
    const saved = [
      await save('1 Willow Demo St', place('Saint Sampleton')),
      await save('3 Willow Demo St', place('ST SAMPLETON', null)),
      await save('5 Willow Demo St', place('St. Sampleton', 'IN')),
      await save('7 Willow Demo St', place('New Sampleton')),
    ]
    const job = await importList({ file: '99 Willow Demo St', city: 'St. Sampleton' })
    for (const house of saved) expect((await knock(house))['outcome']).toBe('APPLIED')
    const response = await fetch(
      `${fixture.server.url}/api/do-not-knock/registries/${job['id'] as string}/evidence.csv`,
      {
        headers: { authorization: `Bearer ${admin.token}` },
      },
    )
    const rows = parse<Json>(await response.text(), { columns: true, bom: true })
    expect(rows.map((row) => [row['address'], row['city']])).toEqual([
      ['1 Willow Demo St', 'Saint Sampleton'],
      ['3 Willow Demo St', 'ST SAMPLETON'],
    ])
  })

  it('is named while it expires soon, until a newer one takes its place', async () => {
    const expiring = async () =>
      (await rest(fixture.server.url, admin.token, 'GET', '/do-not-knock/registries?expiring=true')).body.data as Json[]
    await importList({ file: '1 Cedar Demo St', expires_at: hoursFromNow(31 * 24) })
    expect(await expiring()).toEqual([])
    const id = (await importList({ file: '1 Cedar Demo St', expires_at: hoursFromNow(20 * 24) }))['id']
    expect((await expiring()).map((list) => [list['id'], list['expiry_notice']])).toEqual([[id, 30]])
    await importList({ file: '1 Cedar Demo St', expires_at: hoursFromNow(300 * 24) })
    expect(await expiring()).toEqual([])
  })

  it('has unsure addresses that a person decides', async () => {
    const [house, other] = [await save('1 W Fir Demo St'), await save('3 W Fir Demo St')]
    const job = await importList({ file: '1 Fir Demo St\n3 Fir Demo St\n5 Fir Demo St' })
    expect(job['counts']).toMatchObject({ matched: 0, unsure: 2, not_found: 1 })
    const id = job['id'] as string
    const [first] = await entriesOf(id, '?match=unsure&limit=1')
    expect(first).toMatchObject({ row: 1, candidates: [{ property_id: house, address: '1 W Fir Demo St' }] })
    const decide = (...decisions: object[]) =>
      rest(fixture.server.url, admin.token, 'POST', `/do-not-knock/registries/${id}/decisions`, decisions)
    expect((await decide({ row: 1, decision: 'same', property_id: other })).status).toBe(422)
    expect((await decide({ row: 3, decision: 'same' })).status).toBe(409)
    expect((await decide({ row: 1, decision: 'skip' }, { row: 9, decision: 'skip' })).status).toBe(422)
    const { status, body } = await decide({ row: 1, decision: 'same' }, { row: 2, decision: 'skip' })
    expect([status, body.data.matched, body.data.unsure, body.data.not_found]).toEqual([200, 1, 0, 1])
    expect(await markOf(house)).toMatchObject({ source: 'Grove City' })
    expect(await markOf(other)).toBeNull()
  })

  it('marks a door once, whichever of its lines mean it', async () => {
    const file =
      '1 Larch Demo St\n1 Larch Demo Street, Grove City, OH 43123\n3 Larch Demo St\n3 Larch Demo Street, Grove City, OH 43123'
    const house = await save('1 W Larch Demo St')
    const job = await importList({ file })
    expect(job['counts']).toMatchObject({ matched: 0, unsure: 2, not_found: 2 })
    const path = `/do-not-knock/registries/${job['id']}/decisions`
    for (const row of [1, 2]) {
      const decided = await rest(fixture.server.url, admin.token, 'POST', path, [{ row, decision: 'same' }])
      expect(decided.status).toBe(200)
    }
    const later = await save('3 Larch Demo St')
    for (const id of [house, later]) {
      const { rows } = await fixture.db.query('select from do_not_knock where property_id = $1', [id])
      expect(rows).toHaveLength(1)
      expect(await markOf(id)).toMatchObject({ source: 'Grove City' })
    }
    expect((await listRegistries())[0]).toMatchObject({ matched: 4, unsure: 0, not_found: 0 })
  })

  it('can be pasted as text', async () => {
    const one = await save('1 Gum Demo St')
    const query = `mutation ($input: RegistryInput!) { importRegistry(input: $input) { id kind status } }`
    const input = { city: 'Grove City', listText: 'Page 1 of 1\n1    1 Gum Demo St\n2    3 Gum Demo St' }
    const started = (await fixture.execute(admin, query, { input }))['importRegistry'] as Json
    expect(started['kind']).toBe('REGISTRY_IMPORT')
    await waitForJob(fixture.server.url, admin, started['id'] as string)
    const { job } = await fixture.execute(
      admin,
      `{ job(id: "${started['id']}") { registry { city dryRun ignored } registryCounts { matched unsure notFound ended } } }`,
    )
    expect(job).toEqual({
      registry: { city: 'Grove City', dryRun: false, ignored: 1 },
      registryCounts: { matched: 1, unsure: 0, notFound: 1, ended: 0 },
    })
    expect(await markOf(one)).toMatchObject({ kind: 'registry' })
  })

  it.each([
    [{ file: '%PDF-1.7 sample' }, 'This is a PDF file.'],
    [{ file: 'Nothing to see\nhere' }, 'The list has no addresses.'],
  ])('cannot be %o', async (form, message) => {
    expect((await importList(form))['error']).toContain(message)
    expect(await listRegistries()).toEqual([])
  })

  it('is refused without a city, with an unknown state and for days that have passed', async () => {
    const file = '1 Demo St'
    expect((await send({ file, city: ' ' })).body['errors']).toEqual({ city: 'Required.' })
    expect((await send({ file: '' })).body['errors']).toEqual({ file: 'The list is empty.' })
    expect((await send({ file, state: 'Nowhere' })).body['errors']).toEqual({ state: 'Give the state, such as IN.' })
    expect((await send({ file, expires_at: '2020-01-01' })).status).toBe(422)
    expect((await send({ file, effective_from: 'soon' })).status).toBe(422)
  })

  it('is for the managers of its company', async () => {
    const id = (await importList({ file: '1 Hazel Demo St' }))['id'] as string
    expect((await send({ file: '1 Demo St' }, fixture.rep)).status).toBe(403)
    const path = `/do-not-knock/registries/${id}/entries`
    const other = fixture.otherTenant.owner
    expect((await rest(fixture.server.url, fixture.rep.token, 'GET', path)).status).toBe(403)
    expect((await rest(fixture.server.url, other.token, 'GET', path)).status).toBe(404)
    expect(
      (await rest(fixture.server.url, other.token, 'GET', `/do-not-knock/registries/${randomUUID()}/entries`)).status,
    ).toBe(404)
    const decisions = [{ row: 1, decision: 'skip' }]
    const decide = `/do-not-knock/registries/${id}/decisions`
    expect((await rest(fixture.server.url, other.token, 'POST', decide, decisions)).status).toBe(404)
    const { data } = await graphql(fixture.server.url, other.token, '{ registries { id } }')
    expect(data).toEqual({ registries: [] })
  })
})
