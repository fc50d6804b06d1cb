import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest, type Json } from '../support/client.ts'
import { csv, runImport, runUndo, waitForJob, type ImportForm } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser
let url: string
let street = 0

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  url = fixture.server.url
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const headings = ['address', 'lat', 'lng', 'owner_name', 'parcel_id']

/** A street of its own for each test. `row` is a house at its place; houses with one number are at one point. */
function newStreet() {
  street += 1
  const name = `Sample ${'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike'.split(' ')[street]} St`
  const row = (address: number | string, owner: string, parcel = '', place = Number.parseInt(String(address))) => [
    `${typeof address === 'number' ? `${address} ${name}` : address.replace('*', name)}`,
    (41 + street / 100).toFixed(5),
    (-80 - place / 1_000).toFixed(5),
    owner,
    parcel && `${street}-${parcel}`,
  ]
  return { name, row }
}

const importAs = (form: ImportForm, person = admin) => runImport(url, person, { on_error: 'skip', ...form })

async function rowsOf(job: Json, query = '', person = admin): Promise<Json[]> {
  const { status, body } = await rest(url, person.token, 'GET', `/imports/${job['id']}/rows${query}`)
  expect(status).toBe(200)
  return body['data'] as Json[]
}

const decide = (job: Json, decisions: object[], person = admin) =>
  rest(url, person.token, 'POST', `/imports/${job['id']}/decisions`, decisions)

async function decideAndWait(job: Json, decisions: object[]): Promise<Json> {
  const { status, body } = await decide(job, decisions)
  expect([status, body['detail']]).toEqual([202, undefined])
  return waitForJob(url, admin, body['data'].id as string)
}

const readImport = (job: Json) => waitForJob(url, admin, job['id'] as string)

async function propertiesOf(name: string): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    `select id, address, owner_name, parcel_id from properties where tenant_id = $1 and address like $2 order by created_at, id`,
    [fixture.testTenant.tenantId, `%${name}%`],
  )
  return rows as Json[]
}

/** Saves a house without a unit, and imports a unit of it and another parcel at its address. */
async function importUnsure(form: Partial<ImportForm> = {}) {
  const { name, row } = newStreet()
  await importAs({ file: csv(headings, row(12, 'Owner A', 'P-1'), row(14, 'Owner B')) })
  const job = await importAs({
    file: csv(
      headings,
      row('12 * Apt 4', 'Owner C'),
      row(12, 'Owner D', 'P-2'),
      row(14, 'Owner E'),
      row(16, 'Owner F'),
    ),
    ...form,
  })
  return { name, row, job }
}

describe('the rows of an import', () => {
  it('tell what became of each, by outcome and in pages', async () => {
    const { name, row } = newStreet()
    await importAs({ file: csv(headings, row(12, 'Owner A', 'P-1'), row(14, 'Owner B'), row(18, 'Owner X')) })
    const [saved, other] = await propertiesOf(name)
    const file = csv(
      headings,
      row('12 * Apt 4', 'Owner C'),
      row(14, 'Owner E'),
      row(16, 'Owner F'),
      row(24, 'Owner').with(2, 'west'),
      row(18, 'Owner X'),
      row(16, 'Owner G'),
      row(20, 'x').with(1, 'north'),
    )
    const job = await importAs({ file, on_duplicate: 'update' })
    expect(job['counts']).toEqual({ created: 1, updated: 3, skipped: 0, unsure: 1, failed: 2 })
    const rows = await rowsOf(job)
    const created = (await propertiesOf(name)).at(-1)!
    expect(rows.map((item) => [item['row'], item['outcome'], item['reason'], item['property_id']])).toEqual([
      [2, 'unsure', 'Only one of the two addresses has a unit.', null],
      [3, 'updated', 'Changed: owner name.', other!['id']],
      [4, 'created', 'New property.', created['id']],
      [5, 'failed', 'lng: "west" is not a number between -180 and 180.', null],
      [6, 'updated', 'The same as a saved property, which has these values already.', expect.any(String)],
      [7, 'updated', 'The same house as row 4, which it updates.', created['id']],
      [8, 'failed', 'lat: "north" is not a number between -90 and 90.', null],
    ])
    expect(rows[0]).toMatchObject({
      address: `12 ${name} Apt 4`,
      owner_name: 'Owner C',
      decision: null,
      candidates: [{ property_id: saved!['id'], address: `12 ${name}`, owner_name: 'Owner A', distance_meters: 0 }],
    })
    expect(rows[1]).toMatchObject({ property_address: `14 ${name}`, candidates: [] })

    const failed = await rest(url, admin.token, 'GET', `/imports/${job['id']}/rows?outcome=failed&limit=1&offset=1`)
    expect(failed.body).toMatchObject({ data: [{ row: 8 }], total: 2 })
    const query = `query ($id: ID!, $after: String) { importRows(importId: $id, outcome: UPDATED, first: 2, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } edges { node { row outcome } } } }`
    const person = { ...fixture.owner, token: admin.token }
    const page = (await fixture.execute(person, query, { id: job['id'] })).importRows
    expect([page.totalCount, page.pageInfo.hasNextPage]).toEqual([3, true])
    const next = (await fixture.execute(person, query, { id: job['id'], after: page.pageInfo.endCursor })).importRows
    expect(next).toMatchObject({ pageInfo: { hasNextPage: false }, edges: [{ node: { row: 7, outcome: 'UPDATED' } }] })
  })

  it('are told by a check, too, which saves none, and by an import that stops', async () => {
    const { name, row } = newStreet()
    const file = csv(headings, row(12, 'Owner A', 'P-1'), row(12, 'Owner B', 'P-2'), row(12, 'Owner A', 'P-1'))
    const check = await importAs({ file, dry_run: 'true' })
    expect(await rowsOf(check)).toMatchObject([
      { row: 2, outcome: 'created', property_id: null },
      {
        row: 3,
        outcome: 'unsure',
        reason: 'The address is the same, but the parcel id is another one.',
        candidates: [{ property_id: null, address: `12 ${name}`, owner_name: 'Owner A', distance_meters: 0 }],
      },
      { row: 4, outcome: 'skipped', reason: 'The same house as row 2.', property_id: null },
    ])
    expect((await decide(check, [{ row: 3, decision: 'skip' }])).body).toMatchObject({
      status: 409,
      detail: 'This was only a check. Import the file, then decide its rows.',
    })
    const stopped = await importAs({ file: `${file}x,north,2,,\r\n`, on_error: 'stop' })
    expect(stopped['counts']).toEqual({ created: 0, updated: 0, skipped: 3, unsure: 0, failed: 1 })
    expect((await rowsOf(stopped)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ...Array.from({ length: 3 }, () => ['skipped', 'Nothing was saved, because other rows have errors.']),
      ['failed', expect.any(String)],
    ])
  })

  it('are a file with all of them, also those with more than a thousand errors', async () => {
    const { name, row } = newStreet()
    const bad = Array.from({ length: 1_500 }, (_, n) => row(n + 2, 'Owner').with(1, 'north'))
    const job = await importAs({ file: csv(headings, row(1, 'Owner A'), ...bad) })
    const response = await fetch(`${url}/api/imports/${job['id']}/rows.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=west-side-rows.csv')
    const rows = parse(await response.text(), { columns: true }) as Json[]
    const [house] = await propertiesOf(name)
    expect(rows).toHaveLength(1_501)
    expect(rows[0]).toEqual({
      ...{ row: '2', outcome: 'created', reason: 'New property.' },
      ...{ property_id: house!['id'], address: `1 ${name}`, warning: '' },
    })
    expect(rows.at(-1)).toMatchObject({ row: '1502', outcome: 'failed', reason: expect.stringContaining('lat: ') })
  })
})

describe('a decision', () => {
  it('makes an unsure row the same, a new property, or leaves it out, and the import tells so', async () => {
    const { name, job } = await importUnsure()
    expect(job['counts']).toEqual({ created: 1, updated: 0, skipped: 1, unsure: 2, failed: 0 })
    const before = await propertiesOf(name)
    const decided = await decideAndWait(job, [
      { row: 2, decision: 'new' },
      { row: 3, decision: 'same' },
    ])
    expect(decided).toMatchObject({
      status: 'done',
      counts: { created: 1, updated: 1, skipped: 0, unsure: 0, failed: 0 },
      total: 2,
    })
    expect(
      (await propertiesOf(name)).map(({ address, owner_name, parcel_id }) => [address, owner_name, parcel_id]),
    ).toEqual([
      [`12 ${name}`, 'Owner D', expect.stringContaining('P-2')],
      [`14 ${name}`, 'Owner B', null],
      [`16 ${name}`, 'Owner F', null],
      [`12 ${name} Apt 4`, 'Owner C', null],
    ])
    expect((await readImport(job))['counts']).toEqual({ created: 2, updated: 1, skipped: 1, unsure: 0, failed: 0 })
    expect(await rowsOf(job, '?outcome=unsure')).toEqual([])
    expect(await rowsOf(job)).toMatchObject([
      { row: 2, outcome: 'created', decision: 'new', property_address: `12 ${name} Apt 4` },
      { row: 3, outcome: 'updated', decision: 'same', reason: 'Changed: owner name, parcel id.' },
      { row: 4, outcome: 'skipped', reason: 'The same as a saved property.' },
      { row: 5, outcome: 'created' },
    ])

    const undo = await runUndo(url, admin, decided['id'] as string)
    expect(undo['undo']).toEqual({ removed: 1, restored: 1, kept: 0 })
    expect(await propertiesOf(name)).toEqual(before)
    expect((await readImport(job))['counts']).toEqual(job['counts'])
    expect(await rowsOf(job, '?outcome=unsure')).toMatchObject([
      { row: 2, decision: null, candidates: [{ address: `12 ${name}` }] },
      { row: 3, decision: null },
    ])
    await decideAndWait(job, [
      { row: 2, decision: 'skip' },
      { row: 3, decision: 'skip' },
    ])
    expect((await readImport(job))['counts']).toEqual({ created: 1, updated: 0, skipped: 3, unsure: 0, failed: 0 })
    expect(await propertiesOf(name)).toEqual(before)
  })

  it('is taken once, for a row that is unsure', async () => {
    const { job } = await importUnsure()
    const refused = async (decisions: object[], status: number, detail: string) =>
      expect((await decide(job, decisions)).body).toMatchObject({ status, detail })
    await refused([{ row: 5, decision: 'new' }], 409, 'Row 5 is not unsure, so there is nothing to decide.')
    await refused([{ row: 99, decision: 'new' }], 422, 'The file has no row 99.')
    await refused(
      [
        { row: 2, decision: 'skip' },
        { row: 2, decision: 'new' },
      ],
      422,
      'Row 2 is decided twice.',
    )
    expect((await decide(job, [])).status).toBe(400)
    expect((await decide(job, [{ row: 2, decision: 'maybe' }])).status).toBe(400)
    // One refused decision refuses all.
    await refused(
      [
        { row: 2, decision: 'new' },
        { row: 4, decision: 'new' },
      ],
      409,
      'Row 4 is not unsure, so there is nothing to decide.',
    )
    const answers = await Promise.all(['skip', 'new', 'same'].map((word) => decide(job, [{ row: 2, decision: word }])))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([202, 409, 409])
    await waitForJob(url, admin, answers.find(({ status }) => status === 202)!.body['data'].id as string)
    await refused([{ row: 2, decision: 'skip' }], 409, 'Row 2 was decided already.')
  })

  it('names the property where several fit, and only one that the row may mean', async () => {
    const { name, row } = newStreet()
    await importAs({
      file: csv(headings, row('12 * Apt 1', 'Owner A'), row('12 * Apt 2', 'Owner B'), row(14, 'Owner C')),
    })
    const [, second, stranger] = await propertiesOf(name)
    const job = await importAs({ file: csv(headings, row(12, 'Owner D')) })
    expect((await rowsOf(job))[0]!['candidates']).toHaveLength(2)
    const refused = async (property_id: unknown, detail: string) =>
      expect((await decide(job, [{ row: 2, decision: 'same', property_id }])).body).toMatchObject({
        status: 422,
        detail,
      })
    await refused(undefined, 'Several properties fit row 2. Name the one that it means.')
    await refused(stranger!['id'], 'This is none of the properties that row 2 may mean.')
    await refused('x', 'This is none of the properties that row 2 may mean.')
    await decideAndWait(job, [{ row: 2, decision: 'same', property_id: second!['id'] }])
    expect((await propertiesOf(name)).map(({ owner_name }) => owner_name as string)).toEqual([
      'Owner A',
      'Owner D',
      'Owner C',
    ])
  })

  it('of a new property is refused where the number and unit are saved at the same point', async () => {
    const { name, job } = await importUnsure()
    const decided = await decideAndWait(job, [
      { row: 2, decision: 'new' },
      { row: 3, decision: 'new' },
    ])
    expect(decided).toMatchObject({
      counts: { created: 1, failed: 1 },
      errors: [{ row: 3, message: expect.stringContaining('saved at the same point') }],
    })
    expect(await rowsOf(job, '?outcome=unsure')).toMatchObject([{ row: 3, decision: null }])
    expect((await readImport(job))['counts']).toMatchObject({ created: 2, unsure: 1, failed: 0 })
    expect(await propertiesOf(name)).toHaveLength(4)
    expect(await decideAndWait(job, [{ row: 3, decision: 'same' }])).toMatchObject({ counts: { updated: 1 } })
  })

  it('adds the lead of an unsure row to the property, or to a new one', async () => {
    const { name, row } = newStreet()
    await importAs({ file: csv(headings, row(12, 'Owner A')) })
    const file = csv(
      [...headings, 'tag'],
      ...['Apt 4', 'Apt 5'].map((unit) => [...row(`12 * ${unit}`, 'Owner C'), 'storm']),
    )
    const job = await importAs({ list: 'leads', file })
    expect(job['counts']).toMatchObject({ created: 0, unsure: 2 })
    await decideAndWait(job, [
      { row: 2, decision: 'same' },
      { row: 3, decision: 'new' },
    ])
    const [house, unit] = await propertiesOf(name)
    expect(await rowsOf(job)).toMatchObject([
      { row: 2, outcome: 'created', reason: 'New lead at a saved property.', property_id: house!['id'] },
      { row: 3, outcome: 'created', reason: 'New lead at a new property.', property_id: unit!['id'] },
    ])
    const { rows } = await fixture.db.query('select property_id from leads where property_id = any($1) order by id', [
      [house!['id'], unit!['id']],
    ])
    expect(rows.map(({ property_id }) => property_id as string)).toEqual([house!['id'], unit!['id']])
    expect(house!['owner_name']).toBe('Owner A')
  })

  it('can mean the house of an earlier row, which the import saved', async () => {
    const { name, row } = newStreet()
    const job = await importAs({ file: csv(headings, row(12, 'Owner A', 'P-1'), row(12, 'Owner B', 'P-2')) })
    expect(job['counts']).toMatchObject({ created: 1, unsure: 1 })
    await decideAndWait(job, [{ row: 3, decision: 'same' }])
    expect(await propertiesOf(name)).toMatchObject([
      { owner_name: 'Owner B', parcel_id: expect.stringContaining('P-2') },
    ])
  })

  it('is for the admin who imported the file, and rows of others are unknown', async () => {
    const { job } = await importUnsure()
    for (const [person, status] of [
      [fixture.rep, 403],
      [fixture.owner, 404],
      [fixture.otherTenant.owner, 404],
    ] as const) {
      expect((await decide(job, [{ row: 2, decision: 'new' }], person)).status).toBe(status)
      for (const path of ['rows', 'rows.csv'])
        expect((await rest(url, person.token, 'GET', `/imports/${job['id']}/${path}`)).status).toBe(status)
    }
    expect(await rowsOf(job, '?outcome=unsure')).toMatchObject([{ decision: null }, { decision: null }])
  })

  it('is refused when the file or the rows are no longer kept, the import was undone, or the properties were deleted', async () => {
    const gone = await importUnsure()
    await fixture.db.query('delete from import_files where job_id = $1', [gone.job['id']])
    expect((await decide(gone.job, [{ row: 2, decision: 'skip' }])).body).toMatchObject({
      status: 404,
      detail: 'The file of this import is no longer kept. Upload it again.',
    })
    const expired = await importUnsure()
    await fixture.db.query('delete from import_outcomes where job_id = $1', [expired.job['id']])
    const rowsGone = { status: 404, detail: 'The rows of this import are no longer kept.' }
    expect((await decide(expired.job, [{ row: 2, decision: 'skip' }])).body).toMatchObject(rowsGone)
    expect((await rest(url, admin.token, 'GET', `/imports/${expired.job['id']}/rows`)).body).toMatchObject(rowsGone)

    const deleted = await importUnsure()
    const [house] = await propertiesOf(deleted.name)
    await rest(url, admin.token, 'DELETE', `/properties/${house!['id']}`)
    expect((await rowsOf(deleted.job))[0]).toMatchObject({ outcome: 'unsure', candidates: [] })
    expect((await decide(deleted.job, [{ row: 2, decision: 'same' }])).body).toMatchObject({
      status: 422,
      detail: 'The properties that row 2 may mean were deleted.',
    })
    await runUndo(url, admin, deleted.job['id'] as string)
    expect((await decide(deleted.job, [{ row: 2, decision: 'new' }])).body).toMatchObject({
      status: 409,
      detail: 'This import was undone.',
    })
  })
})
