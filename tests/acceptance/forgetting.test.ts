import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rest } from '../support/client.ts'
import { countBlocked } from '../support/databaseNodes.ts'
import { csv, runImport, waitForJob } from '../support/imports.ts'
import { photoForm, uploadPhoto } from '../support/photos.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 2 })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const forgetMutation =
  'mutation ($id: ID!, $reason: String!) { forgetHousehold(propertyId: $id, reason: $reason) { receiptUrl } }'
const api = (person: TestUser, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  rest(fixture.server.url, person.token, method, path, body, headers)
const forget = async (id: string, person = fixture.owner, reason = 'Asked by letter') =>
  (await fixture.execute(person, forgetMutation, { id, reason }))['forgetHousehold'] as { receiptUrl: string }

/** What only this household has. */
const secret = {
  name: 'Sampleforget Zyxowner',
  before: 'Qwertyprevious Zyxowner',
  contact: 'Contactperson Zyxlead',
  phone: '+13175550142',
  email: 'zyxowner@sample.example',
  note: 'The dog Zyxrex bites',
  access: 'Gate code zyx4711',
  street: 'Zyxwold Rd',
}
const house = {
  address: `4107 ${secret.street}`,
  city: 'Sampleton',
  state: 'IN',
  zip_code: '46000',
  lat: 38.4,
  lng: -87.4,
}
const headings = ['address', 'city', 'state', 'zip_code', 'lat', 'lng', 'owner_name']
const rowOf = (owner: string, changed: Partial<typeof house> = {}) => [
  ...Object.values({ ...house, ...changed }),
  owner,
]
const mapping = Object.fromEntries(headings.map((heading) => [heading, heading]))

/** Every row of the tenant as text, and the answers that are stored for its users. */
async function dump(): Promise<string> {
  const { rows: tables } = await fixture.nodeDb.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'
       and data_type = 'uuid' and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const texts: string[] = []
  for (const { name } of tables) {
    const column = ['job_files', 'import_files'].includes(name) ? `encode(bytes, 'escape')` : 't::text'
    const { rows } = await fixture.nodeDb.query<{ text: string }>(
      `select ${column} as text from ${name} t where tenant_id = $1`,
      [fixture.testTenant.tenantId],
    )
    texts.push(...rows.map(({ text }) => `${name} ${text.replaceAll(/\s+/g, ' ')}`))
  }
  const { rows: answers } = await fixture.db.query<{ text: string }>('select t::text as text from idempotency_keys t')
  return [...texts, ...answers.map(({ text }) => `idempotency_keys ${text}`)].join('\n').toLowerCase()
}

async function figures(): Promise<Json> {
  const query = '{ leaderboard(period: MONTH) { entries { rank leadsCreated leadsConverted doorsKnocked } } }'
  const performance = await fixture.execute(fixture.owner, query)
  const { rows } = await fixture.nodeDb.query(
    `select (select json_agg(h order by h) from rep_hours h where h.tenant_id = $1) as hours,
       (select json_agg(n order by n) from neighborhood_hours n where n.tenant_id = $1) as neighborhoods,
       (select json_agg(l order by l) from rep_leads l where l.tenant_id = $1) as leads`,
    [fixture.testTenant.tenantId],
  )
  return { performance, rows }
}

/** Saves the house with all that can be kept of a household, and returns its id. */
async function saveHousehold(): Promise<string> {
  const { owner, rep } = fixture
  const keyed = { 'Idempotency-Key': randomUUID() }
  const body = { ...house, owner_name: secret.before, owner_phone: secret.phone, owner_email: secret.email }
  const saved = await api(
    rep,
    'POST',
    '/properties',
    { ...body, notes: secret.note, access_note: secret.access },
    keyed,
  )
  expect(saved.status).toBe(201)
  const id = saved.body['data'].id as string
  const { tenantId } = fixture.testTenant
  await fixture.nodeDb.query(
    `insert into replaced_owners (tenant_id, id, property_id, owner_name, replaced_at, replaced_by) values ($1, $2, $3, $4, now(), $5)`,
    [tenantId, randomUUID(), id, secret.before, rep.id],
  )
  await api(rep, 'PUT', `/properties/${id}`, { owner_name: secret.name })
  const contact = { contact_name: secret.contact, contact_phone: secret.phone, contact_email: secret.email }
  const lead = await api(rep, 'POST', '/leads', { property_id: id, tag: 'storm', ...contact })
  expect(lead.status).toBe(201)
  await api(rep, 'POST', `/leads/${lead.body['data'].id}/notes`, { text: secret.note })
  const session = await api(rep, 'POST', '/crm/door-knock-session/start', { lat: house.lat, lng: house.lng })
  const photo = await uploadPhoto(fixture.server.url, rep.token, await photoForm())
  const knock = await api(rep, 'POST', '/crm/door-knocks', {
    ...{ property_id: id, outcome: 'talked', note: secret.note, lat: house.lat, lng: house.lng },
    ...{ event_id: uuidv7(), session_id: session.body['data']['id'], photo_id: photo.body['data'].id },
  })
  expect([photo.status, knock.status]).toEqual([201, 201])
  const mark = await api(owner, 'POST', '/do-not-knock', { property_id: id, kind: 'firm', reason: secret.note })
  expect(mark.status).toBe(201)
  await api(owner, 'POST', '/saved-views', {
    list: 'properties',
    name: 'One',
    query: `search=${secret.name.replace(' ', '+')}`,
  })
  const job = await api(owner, 'POST', '/exports', { list: 'properties', filter: { search: secret.name } })
  await waitForJob(fixture.server.url, owner, job.body['data'].id)
  const file = csv([...headings, 'owner_email'], [...rowOf(secret.name), `${secret.email} ${secret.name}`])
  await runImport(fixture.server.url, owner, { file, mapping: { ...mapping, owner_email: 'owner_email' } })
  await runImport(fixture.server.url, owner, { file: csv(headings, rowOf(secret.name)), mapping })
  return id
}

describe('a household that is forgotten', () => {
  it('is found nowhere, while every metric and the log stay right', async () => {
    const id = await saveHousehold()
    const before = await figures()
    const found = await dump()
    for (const text of Object.values(secret)) expect(found).toContain(text.toLowerCase())

    const { receiptUrl } = await forget(id)
    const after = await dump()
    for (const text of Object.values(secret)) expect(linesWith(after, text)).toEqual([])
    expect(linesWith(after, '38.4,-87.4')).toEqual([])
    for (const word of ['zyx', 'sampleforget', 'qwertyprevious', 'contactperson'])
      expect(linesWith(after, word)).toEqual([])
    expect(linesWith(after, 'photos (')).toEqual([])
    expect(await figures()).toEqual(before)
    expect(await verifyLog(fixture.nodeDb, fixture.testTenant.tenantId)).toMatchObject({ faults: [] })

    expect((await api(fixture.owner, 'GET', `/properties/${id}`)).status).toBe(404)
    const receipt = await fetch(`${fixture.server.url}${receiptUrl}`, {
      headers: { authorization: `Bearer ${fixture.owner.token}` },
    })
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(Buffer.from(await receipt.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    const { rows } = await fixture.nodeDb.query('select reason, erased from forgotten_households')
    expect(rows).toEqual([
      {
        reason: 'Asked by letter',
        erased: { leads: 1, leadNotes: 1, marks: 1, replacedOwners: 1, photos: 1, knocks: 1, importRows: 2, files: 3 },
      },
    ])
    expect(await forget(id)).toEqual({ receiptUrl })
  })

  it('is forgotten once by requests at once, which all get the receipt', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const receipts = await Promise.all(Array.from({ length: 8 }, () => forget(String(id))))
    expect(new Set(receipts.map(({ receiptUrl }) => receiptUrl))).toEqual(
      new Set([`/api/properties/${id}/forget-receipt`]),
    )
    const { rows } = await fixture.nodeDb.query(
      `select from activity_events where tenant_id = $1 and type = 'HouseholdForgotten' and subject_id = $2`,
      [fixture.testTenant.tenantId, id],
    )
    expect(rows).toHaveLength(1)
  })

  it('is in no search by its address or a part of its name, and other searches stay', async () => {
    const { owner } = fixture
    const address = '4211 Quillonia St'
    const { id } = await fixture.saveProperty(fixture.rep, {
      ...{ address: `${address}, Sampleton, IN 46000`, owner_name: 'Sample Brumbaugh' },
    })
    await fixture.saveProperty(fixture.rep, { address: '24211 Other St', owner_name: 'Sample Owner 0142' })
    const searches = ['4211 quillonia', 'Brumbaugh', 'brumbaugh sample', address]
    const others = ['24211 Other St', 'Sample Owner']
    for (const [index, search] of [...searches, ...others].entries()) {
      const query = new URLSearchParams({ search }).toString()
      const view = { list: 'properties', name: `Search ${index}`, query }
      expect((await api(owner, 'POST', '/saved-views', view)).status).toBe(201)
    }
    const exported = await api(owner, 'POST', '/exports', { list: 'properties', filter: { search: address } })
    await waitForJob(fixture.server.url, owner, exported.body['data'].id as string)
    const file = csv(headings, rowOf('Sample Owner', { address }).with(4, 'Brumbaugh'))
    const imported = await runImport(fixture.server.url, owner, { file, filename: 'brumbaugh.csv', mapping })
    expect(imported['counts']).toMatchObject({ failed: 1 })

    await forget(String(id))
    const after = await dump()
    expect(linesWith(after, 'brumbaugh')).toEqual([])
    const views = (await api(owner, 'GET', '/saved-views?list=properties')).body['data'] as Json[]
    const left = views.map(({ query }) => new URLSearchParams(query as string).get('search'))
    expect(left).toEqual(others)
    expect(linesWith(after, address.toLowerCase())).toEqual([])
    const job = (await api(owner, 'GET', `/jobs/${imported['id']}`)).body['data'] as Json
    expect(job).toMatchObject({ list: 'properties', file_name: '…-errors.csv', import: { filename: '….csv' } })
  })

  it('does not come back by an import, and says so, also where the row has less of the address', async () => {
    const rows = [
      rowOf(secret.name),
      rowOf(secret.name, { address: '4107 zyxwold road', zip_code: '', lat: 38.4001 }),
      rowOf(secret.name, { city: '', lat: 38.4002, zip_code: '46000-1234' }),
      rowOf('Sample Owner 0142', { address: `4109 ${secret.street}`, lat: 38.41 }),
    ]
    const job = await runImport(fixture.server.url, fixture.owner, { file: csv(headings, ...rows), mapping })
    expect(job['counts']).toEqual({ created: 1, updated: 0, skipped: 3, unsure: 0, failed: 0 })
    const report = await api(fixture.owner, 'GET', `/imports/${job['id']}/rows?outcome=skipped`)
    expect((report.body['data'] as Json[]).map(({ reason, address }) => [reason, address])).toEqual(
      Array(3).fill(['This household asked to be forgotten.', null]),
    )
    // The file itself is kept for a day, as every file.
    expect(linesWith(await dump(), 'sampleforget').filter((line) => !line.startsWith('import_files'))).toEqual([])
    const leads = csv([...headings, 'tag'], [...rowOf(secret.name), 'storm'])
    const ofLeads = await runImport(fixture.server.url, fixture.owner, {
      ...{ file: leads, list: 'leads', mapping: { ...mapping, tag: 'tag' } },
    })
    expect(ofLeads['counts']).toEqual({ created: 0, updated: 0, skipped: 1, unsure: 0, failed: 0 })
  })

  it('has nothing of it when a rep saves the house by hand', async () => {
    const body = { ...house, owner_name: secret.name, owner_phone: secret.phone, notes: secret.note }
    const { status, body: answer } = await api(fixture.rep, 'POST', '/properties', body)
    expect(status).toBe(201)
    expect(answer['data']).toMatchObject({
      ...{ address: house.address, owner_name: null, owner_phone: null, owner_source: null, notes: null },
    })
  })

  it('is kept apart from the same house of another tenant', async () => {
    const other = fixture.otherTenant.owner
    const { status, body } = await api(other, 'POST', '/properties', { ...house, owner_name: secret.name })
    expect([status, body['data'].owner_name]).toEqual([201, secret.name])
  })
})

describe('forgetting', () => {
  const door = () => fixture.testTenant.properties[0]![0]!

  it('is for owners and global admins alone, and a property of another tenant is unknown', async () => {
    const codes = await Promise.all(
      [admin, fixture.rep, fixture.otherTenant.owner].map((person) =>
        fixture.errorCode(person, forgetMutation, { id: door(), reason: 'Sample' }),
      ),
    )
    expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'])
    const statuses = await Promise.all(
      [admin, fixture.rep, fixture.otherTenant.owner].map((person) =>
        api(person, 'POST', `/properties/${door()}/forget`, { reason: 'Sample' }).then(({ status }) => status),
      ),
    )
    expect(statuses).toEqual([403, 403, 404])
    const blank = await api(fixture.owner, 'POST', `/properties/${door()}/forget`, { reason: ' ' })
    expect([blank.status, blank.body['errors']]).toEqual([422, { reason: 'Say why the household is forgotten.' }])
    const receipt = await api(fixture.otherTenant.owner, 'GET', `/properties/${door()}/forget-receipt`)
    expect(receipt.status).toBe(404)
  })

  it('tells devices of the company which properties to delete, for as long as they may have them', async () => {
    const save = async (address: string) =>
      ((await api(fixture.rep, 'POST', '/properties', { ...house, address })).body['data'] as Json)['id'] as string
    const [first, second] = [await save('1 Devicesample Rd'), await save('2 Devicesample Rd')]
    for (const id of [first, second]) await forget(id)
    const seenBy = async (person: TestUser) => {
      const { forgottenProperties } = (await fixture.execute(person, '{ forgottenProperties { propertyIds } }')) as Json
      const { status, body } = await api(person, 'GET', '/forgotten-properties')
      expect([status, body.data]).toEqual([200, { property_ids: forgottenProperties.propertyIds }])
      return forgottenProperties.propertyIds as string[]
    }
    for (const person of [fixture.rep, admin, fixture.owner])
      expect((await seenBy(person)).slice(0, 2)).toEqual([second, first])
    expect(await seenBy(fixture.otherTenant.owner)).toEqual([])
    await fixture.nodeDb.query(
      `update forgotten_households set forgotten_at = now() - interval '32 days' where property_id = $1`,
      [first],
    )
    const ids = await seenBy(fixture.rep)
    expect([ids.includes(first), ids.includes(second)]).toEqual([false, true])
  })

  it('waits for an import, which may have read the household', async () => {
    const { tenantId } = fixture.testTenant
    const id = randomUUID()
    await fixture.nodeDb.query(
      `insert into jobs (tenant_id, id, kind, status, input, created_by, requester, lease_id, lease_until, created_at)
       values ($1, $2, 'import', 'running', '{}', $3, '{}', $2, now() + interval '1 hour', now())`,
      [tenantId, id, fixture.owner.id],
    )
    const refused = await api(fixture.owner, 'POST', `/properties/${door()}/forget`, { reason: 'Sample' })
    expect([refused.status, refused.body['detail']]).toEqual([
      409,
      'An import is running that may have read this household. Wait until it has ended, then try again.',
    ])
    await fixture.nodeDb.query('delete from jobs where tenant_id = $1 and id = $2', [tenantId, id])
    const done = await api(
      fixture.globalAdmin,
      'POST',
      `/properties/${door()}/forget`,
      { reason: 'Sample' },
      {
        'X-Tenant-Id': tenantId,
      },
    )
    expect([done.status, done.body['data']]).toEqual([200, { receipt_url: `/api/properties/${door()}/forget-receipt` }])
  })

  it('leaves the list of a city, which marks the house if it is saved again', async () => {
    const { tenantId } = fixture.testTenant
    const { id } = await fixture.saveProperty(fixture.rep)
    const registryId = randomUUID()
    await fixture.nodeDb.query(
      `insert into registries (tenant_id, id, city, city_key, file_name, imported_by, created_at, effective_from)
       values ($1, $2, 'Sampleton', 'sampleton', 'list.csv', $3, now(), now())`,
      [tenantId, registryId, fixture.owner.id],
    )
    await fixture.nodeDb.query(
      `insert into registry_entries (tenant_id, registry_id, place, row, address, match, property_id) values ($1, $2, 1, 2, '1 Sample St', 'matched', $3)`,
      [tenantId, registryId, id],
    )
    await forget(String(id))
    const { rows } = await fixture.nodeDb.query(
      'select match, property_id from registry_entries where registry_id = $1',
      [registryId],
    )
    expect(rows).toEqual([{ match: 'not_found', property_id: null }])
  })

  it('is recorded by an event without a name', async () => {
    const { rows } = await fixture.nodeDb.query(
      `select data from activity_events where tenant_id = $1 and type = 'HouseholdForgotten' order by position`,
      [fixture.testTenant.tenantId],
    )
    expect(rows.map(({ data }) => Object.keys(data as Json).toSorted())).toEqual(
      Array(7).fill(['neighborhood', 'propertyId']),
    )
  })
})

describe('the dictionary of the search', () => {
  const owned = async (owner: string) => {
    const saved = await fixture.saveProperty(fixture.owner, { owner_name: owner })
    return saved['id'] as string
  }
  const rename = (id: string, owner: string) => api(fixture.owner, 'PUT', `/properties/${id}`, { owner_name: owner })
  async function found(search: string): Promise<string[]> {
    const { body } = await api(fixture.owner, 'GET', `/properties?search=${search}`)
    return body['data'].map(({ id }: Json) => id as string)
  }
  async function words(like: string): Promise<string[]> {
    const sql = 'select distinct word from word_parts where tenant_id = $1 and word like $2 order by 1'
    const { rows } = await fixture.nodeDb.query<{ word: string }>(sql, [fixture.testTenant.tenantId, like])
    return rows.map(({ word }) => word)
  }

  it('has no names any more that somebody overwrote by hand, and all that others still have', async () => {
    const id = await owned('Wqxfirst Wqxfamily')
    const other = await owned('Wqxother Wqxfamily')
    await rename(id, 'Wqxsecond Wqxthird')
    await rename(id, 'Wqxlast')
    // More than one statement removes.
    await fixture.nodeDb.query(
      `insert into word_parts (tenant_id, part, word)
       select $1, w, w from (select 'wqx' || lpad(n::text, 5, '0') as w from generate_series(1, 5200) n) words`,
      [fixture.testTenant.tenantId],
    )
    expect(await words('wqx%')).toHaveLength(5_206)
    await forget(id)
    expect(await words('wqx%')).toEqual(['wqxfamily', 'wqxother'])
    expect([await found('qxfamil'), await found('wqxoth')]).toEqual([[other], [other]])
  })

  it('keeps a word that somebody saves at the same time', async () => {
    const id = await owned('Vqxforgotten')
    const other = await owned('Vqxbefore')
    await rename(other, 'Vqxnow')
    await fixture.nodeDb.query('begin')
    await fixture.nodeDb.query(`update properties set owner_name = 'Vqxbefore' where tenant_id = $1 and id = $2`, [
      ...[fixture.testTenant.tenantId, other],
    ])
    const forgotten = forget(id)
    await expect.poll(() => countBlocked(fixture.nodeDb), { interval: 5 }).toBe(1)
    await fixture.nodeDb.query('commit')
    await forgotten
    expect(await words('vqxbefore')).toEqual(['vqxbefore'])
    expect(await found('qxbefor')).toEqual([other])
  })
})

describe('data retention', () => {
  const read = async (person = fixture.owner) => (await api(person, 'GET', '/data-retention')).body['data'] as Json

  it('is set in parts by the owner, and read by everybody of the company', async () => {
    const set = (person: TestUser, fields: string) =>
      fixture.errorCode(person, `mutation { setDataRetention(${fields}) { positionDays } }`)
    expect(await read(fixture.rep)).toEqual({ photo_months: null, position_days: 30 })
    expect(await set(fixture.owner, 'photoMonths: 6')).toBeUndefined()
    expect(await set(fixture.owner, 'positionDays: 7')).toBeUndefined()
    expect(await read(admin)).toEqual({ photo_months: 6, position_days: 7 })
    const { body } = await api(fixture.owner, 'PUT', '/data-retention', { photo_months: null })
    expect(body['data']).toEqual({ photo_months: null, position_days: 7 })
    expect(await Promise.all([admin, fixture.rep].map((person) => set(person, 'positionDays: 1')))).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
    const refused = await api(fixture.owner, 'PUT', '/data-retention', { position_days: 0 })
    expect([refused.status, refused.body['errors']]).toEqual([
      422,
      { position_days: 'Use a whole number from 1 to 365.' },
    ])
    expect(await read(fixture.otherTenant.owner)).toEqual({ photo_months: null, position_days: 30 })
  })
})

describe('the log', () => {
  it('has no exact places, and shows none of older events', async () => {
    const { tenantId } = fixture.testTenant
    const exact = { lat: 38.123456, lng: -87.987654 }
    await fixture.nodeDb.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    await fixture.nodeDb.query(
      `select count(*) from append_activity($1, jsonb_build_array(jsonb_build_object('event_id', gen_random_uuid(), 'type', 'ParcelCallReported',
         'schema_version', 1, 'data', $2::jsonb, 'occurred_at', now(), 'actor_id', $3::text, 'request_id', gen_random_uuid())))`,
      [tenantId, JSON.stringify({ ...exact, parcelId: 'zyx-14-05' }), fixture.rep.id],
    )
    await api(fixture.rep, 'POST', '/activity/log-map-load', { ...exact, zoom: 19 })
    await api(fixture.rep, 'POST', '/activity/log-regrid-call', { ...exact, parcel_id: 'zyx-14-06' })
    const { rows } = await fixture.nodeDb.query(
      `select type, data from activity_events where tenant_id = $1 and type in ('MapLoaded', 'ParcelCallReported') order by position`,
      [tenantId],
    )
    const coarse = { lat: 38.12, lng: -87.99 }
    const recorded = [
      { type: 'MapLoaded', data: { ...coarse, zoom: 19 } },
      { type: 'ParcelCallReported', data: { ...coarse, parcelId: null } },
    ]
    expect(rows.slice(-2)).toMatchObject(recorded)
    const { body } = await api(fixture.owner, 'GET', '/activity/logs?type=MapLoaded,ParcelCallReported')
    expect(body['data']).toMatchObject([...recorded.toReversed(), recorded[1]])
    const query = '{ activityLog(filter: { types: ["ParcelCallReported"] }) { edges { node { data } } } }'
    expect(JSON.stringify(await fixture.execute(fixture.owner, query))).not.toMatch(/123456|987654|zyx/)
    const job = await api(fixture.owner, 'POST', '/exports', { list: 'activity' })
    await waitForJob(fixture.server.url, fixture.owner, job.body['data'].id)
    const file = await api(fixture.owner, 'GET', `/jobs/${job.body['data'].id}/file`)
    expect(file.body['text']).toContain('ParcelCallReported')
    expect(file.body['text']).not.toMatch(/123456|987654|zyx-/)
  })
})

function linesWith(text: string, part: string): string[] {
  return text.split('\n').filter((line) => line.includes(part.toLowerCase()))
}
