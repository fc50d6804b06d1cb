import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { parse } from 'csv-parse/sync'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest, graphql } from '../support/client.ts'
import { photoForm, uploadPhoto } from '../support/photos.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'
import { templateForm } from './contract/contractFixture.ts'

let fixture: ServerFixture
let admin: TestUser

const awkward = [
  { address: '1 Sample "Quote" St, rear', owner_name: '=HYPERLINK("http://example.invalid")', notes: 'Line 1\nLine 2' },
  { address: '2 Größe Straße', owner_name: '+1 555', notes: '-5 off; 日本語 🏠' },
  { address: '3 Comma, Ave', owner_name: '@handle', notes: '\n＝1+1', tags: ['storm', 'concrete'] },
]

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 2 })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
  const { url } = fixture.server
  for (const [index, property] of awkward.entries()) {
    const saved = await fixture.saveProperty(fixture.owner, { ...property, lng: -87.5 - index })
    const lead = { property_id: saved['id'], tag: index === 0 ? 'storm' : 'concrete', template_data: { gate: '12"' } }
    expect((await rest(url, fixture.owner.token, 'POST', '/leads', lead)).status).toBe(201)
  }
}, 120_000)
afterAll(() => fixture.teardown())

async function startExport(person: TestUser, body: object, headers = {}): Promise<string> {
  const { status, body: answer } = await rest(fixture.server.url, person.token, 'POST', '/exports', body, headers)
  expect([status, answer]).toEqual([202, expect.anything()])
  return answer['data'].id as string
}

async function finish(person: TestUser, id: string, headers = {}): Promise<Record<string, Json>> {
  let job: Record<string, Json> = {}
  await expect
    .poll(
      async () => {
        job = (await rest(fixture.server.url, person.token, 'GET', `/jobs/${id}`, undefined, headers)).body['data']
        return job['status'] as string
      },
      { timeout: 25_000 },
    )
    .toMatch(/done|failed/)
  return job
}

async function download(person: TestUser, id: string, headers = {}): Promise<Buffer> {
  const response = await fetch(`${fixture.server.url}/api/jobs/${id}/file`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function exportFile(person: TestUser, body: object, headers = {}) {
  const id = await startExport(person, body, headers)
  const job = await finish(person, id, headers)
  expect(job).toMatchObject({ status: 'done', error: null })
  return { job, id, text: (await download(person, id, headers)).toString() }
}

const records = (text: string) => parse(text, { columns: true }) as Record<string, string>[]
const list = async (person: TestUser, path: string) =>
  (await rest(fixture.server.url, person.token, 'GET', path)).body['data'] as Record<string, Json>[]
const withoutApostrophe = (cell: string) => (/^'\s*[=+\-@＝]/.test(cell) ? cell.slice(1) : cell)

describe('an exported list', () => {
  it('has the rows and the fields of the list, in its order', async () => {
    const { text, job } = await exportFile(fixture.owner, { list: 'properties' })
    const listed = await list(fixture.owner, '/properties')
    const rows = records(text)
    expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id as string))
    expect(Object.keys(rows[0]!)).toEqual([...Object.keys(listed[0]!), 'do_not_knock.kind', 'do_not_knock.until'])
    for (const [index, property] of listed.entries())
      for (const [name, value] of Object.entries(property)) {
        const cell = withoutApostrophe(rows[index]![name]!)
        expect([name, cell]).toEqual([name, Array.isArray(value) ? value.join(', ') : `${(value ?? '') as string}`])
      }
    expect(job).toMatchObject({ done: listed.length, total: listed.length, kind: 'export' })
    expect(job['file_name']).toMatch(/^properties-\d{4}-\d\d-\d\d\.csv$/)
  })

  it('never has a cell that a program would run as a formula', async () => {
    const { text } = await exportFile(fixture.owner, { list: 'properties', filter: { search: 'Sample Quote' } })
    expect(records(text).map((row) => row['owner_name'])).toEqual([`'=HYPERLINK("http://example.invalid")`])
    const all = records((await exportFile(fixture.owner, { list: 'properties' })).text)
    for (const cell of all.flatMap(({ lng: _, ...row }) => Object.values(row)))
      expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
  })

  it('has only the rows that match the filter, in the order that is asked for', async () => {
    const { text } = await exportFile(fixture.owner, {
      list: 'leads',
      filter: { tag: 'concrete', order_by: 'address', direction: 'desc' },
    })
    const rows = records(text)
    const listed = await list(fixture.owner, '/leads?tag=concrete&order_by=address&direction=desc')
    expect(rows).toHaveLength(2)
    expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id as string))
    expect(JSON.parse(rows[0]!['template_data']!)).toEqual({ gate: '12"', priority: 'normal' })
  })

  it('says at which doors nobody may knock now, and until when', async () => {
    const [asked, firm, lifted] = await list(fixture.owner, '/leads')
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const markOf = (item: Record<string, Json> | undefined, more: object) =>
      rest(fixture.server.url, fixture.owner.token, 'POST', '/do-not-knock', {
        property_id: item!['property_id'],
        ...more,
      })
    await markOf(asked, { kind: 'asked', until })
    await markOf(firm, { kind: 'firm' })
    const { id } = (await markOf(lifted, { kind: 'asked' })).body['data'] as { id: string }
    const path = `/do-not-knock/${id}?reason=Moved`
    expect((await rest(fixture.server.url, fixture.owner.token, 'DELETE', path)).status).toBeLessThan(300)
    try {
      const marksIn = async (name: string, key: string) =>
        records((await exportFile(fixture.owner, { list: name })).text).flatMap((row) =>
          row['do_not_knock.kind'] ? [`${row[key]} ${row['do_not_knock.kind']} ${row['do_not_knock.until']}`] : [],
        )
      const idOf = (item: Record<string, Json> | undefined) => item!['property_id'] as string
      const expected = new Set([`${idOf(asked)} asked ${until}`, `${idOf(firm)} firm `])
      for (const [name, key] of [
        ['leads', 'property_id'],
        ['properties', 'id'],
      ] as const)
        expect(new Set(await marksIn(name, key))).toEqual(expected)
      const { text } = await exportFile(fixture.owner, { list: 'leads', filter: { do_not_knock: false } })
      expect(records(text).map((row) => row['property_id'])).toEqual([idOf(lifted)])
      expect(await list(fixture.owner, '/leads?do_not_knock=true')).toHaveLength(2)
    } finally {
      await fixture.db.query('delete from do_not_knock')
    }
  })

  it('begins with a byte order mark where one is asked for', async () => {
    expect((await exportFile(fixture.owner, { list: 'users', bom: true })).text.startsWith('\ufeffid,')).toBe(true)
    expect((await exportFile(fixture.owner, { list: 'users' })).text.startsWith('id,')).toBe(true)
  })

  it('of users has no passwords', async () => {
    const { text } = await exportFile(admin, { list: 'users' })
    expect(records(text).length).toBe((await list(admin, '/users')).length)
    expect(text.split('\r\n')[0]).not.toMatch(/hash/)
  })

  it('of the activity log is filtered like the log', async () => {
    const { text } = await exportFile(fixture.owner, { list: 'activity', filter: { type: 'LeadCreated' } })
    expect(records(text).map(({ type }) => type)).toEqual(['LeadCreated', 'LeadCreated', 'LeadCreated'])
  })

  it('is recorded in the activity log', async () => {
    const { id } = await exportFile(admin, { list: 'leads' })
    const events = await list(fixture.owner, '/activity/logs?type=DataExported&limit=1000')
    const event = events.find(({ data }) => (data as { jobId: string }).jobId === id)
    expect(event).toMatchObject({ data: { jobId: id, list: 'leads', rows: 3 }, user_id: admin.id })
  })

  it('can be started by GraphQL with the filter of the list', async () => {
    const { exportList } = (await fixture.execute(
      fixture.owner,
      'mutation { exportList(list: LEADS, leads: { tag: STORM }) { id kind status } }',
    )) as { exportList: { id: string } }
    expect(exportList).toMatchObject({ kind: 'EXPORT' })
    await finish(fixture.owner, exportList.id)
    expect(records((await download(fixture.owner, exportList.id)).toString())).toHaveLength(1)
    const mismatch = 'mutation { exportList(list: USERS, leads: { tag: STORM }) { id } }'
    expect(await fixture.errorCode(fixture.owner, mismatch)).toBe('BAD_USER_INPUT')
  })
})

describe('an export is refused', () => {
  const post = (person: TestUser, body: object, headers = {}) =>
    rest(fixture.server.url, person.token, 'POST', '/exports', body, headers)

  it('for a rep, and for a global admin who views as one', async () => {
    expect((await post(fixture.rep, { list: 'leads' })).status).toBe(403)
    const viewing = { 'x-impersonate-role': 'sales_rep', 'x-tenant-id': fixture.testTenant.tenantId }
    expect((await post(fixture.globalAdmin, { list: 'leads' }, viewing)).status).toBe(403)
  })

  it('for a read-only API key', async () => {
    const key = await rest(fixture.server.url, fixture.owner.token, 'POST', '/api-keys', {
      name: 'Reports',
      scope: 'read',
      expires_in_days: 1,
    })
    const token = key.body['data'].token as string
    expect((await post({ id: '', token }, { list: 'leads' })).status).toBe(403)
  })

  it('for a filter that the list does not have, and values that it refuses', async () => {
    const unknown = await post(fixture.owner, { list: 'leads', filter: { stats: 'new' } })
    expect([unknown.status, unknown.body['detail']]).toEqual([400, expect.stringContaining('Unknown fields: stats')])
    expect((await post(fixture.owner, { list: 'leads', filter: { status: 'lost' } })).status).toBe(400)
    expect((await post(fixture.owner, { list: 'leads', filter: { tag: 'lawn' } })).status).toBe(422)
    expect((await post(fixture.owner, { list: 'sessions' })).status).toBe(400)
    expect((await post(fixture.owner, {})).status).toBe(422)
    expect((await post(fixture.owner, { list: 'leads', everything: true })).status).toBe(422)
    expect((await post(fixture.owner, { list: 'leads', format: 'xlsx' })).status).toBe(400)
  })

  it('for everything of a tenant that is not chosen', async () => {
    const { status, body } = await post(fixture.globalAdmin, { everything: true })
    expect([status, body['detail']]).toEqual([422, 'Choose a tenant first'])
  })
})

describe('the file of an export', () => {
  const read = (person: TestUser, path: string, headers = {}) =>
    rest(fixture.server.url, person.token, 'GET', path, undefined, headers)

  it('is only for the user who created it', async () => {
    const { id } = await exportFile(fixture.owner, { list: 'leads' })
    for (const person of [admin, fixture.rep, fixture.otherTenant.owner, fixture.globalAdmin])
      for (const path of [`/jobs/${id}`, `/jobs/${id}/file`]) expect((await read(person, path)).status).toBe(404)
    const jobs = await list(admin, '/jobs?everybody=true')
    expect(jobs.find((job) => job['id'] === id)).toMatchObject({ created_by: fixture.owner.id })
    expect((await list(fixture.owner, '/jobs')).some((job) => job['id'] === id)).toBe(true)
    expect((await list(admin, '/jobs')).some((job) => job['id'] === id)).toBe(false)
    const others = await list(fixture.otherTenant.owner, '/jobs?everybody=true')
    expect(others.some((job) => job['id'] === id)).toBe(false)
    expect((await read(fixture.rep, '/jobs')).body).toEqual({ data: [], total: 0 })
    expect((await read(fixture.rep, '/jobs?everybody=true')).status).toBe(403)
  })

  it('is kept for a day', async () => {
    const { id, job } = await exportFile(fixture.owner, { list: 'leads' })
    const hours = (Date.parse(job['file_expires_at'] as string) - Date.parse(job['created_at'] as string)) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    await fixture.db.query(`update jobs set file_expires_at = now() - interval '1 second' where id = $1`, [id])
    const { status, body } = await read(fixture.owner, `/jobs/${id}/file`)
    expect([status, body['detail']]).toEqual([404, 'This file is no longer kept. Create it again.'])
  })

  it('can be downloaded again after a download that was cancelled', async () => {
    const { id } = await exportFile(fixture.owner, { list: 'properties' })
    const megabyte = Buffer.alloc(1_000_000, 'x')
    for (let part = 1; part <= 20; part += 1)
      await fixture.db.query('insert into job_files (tenant_id, job_id, part, bytes) values ($1, $2, $3, $4)', [
        ...[fixture.testTenant.tenantId, id, part],
        megabyte,
      ])
    await fixture.db.query('update jobs set file_size = file_size + 20000000 where id = $1', [id])
    const request = get(`${fixture.server.url}/api/jobs/${id}/file`, {
      headers: { authorization: `Bearer ${fixture.owner.token}` },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'data')
    request.destroy()
    expect((await download(fixture.owner, id)).length).toBeGreaterThan(20_000_000)
    expect(fixture.server.output()).not.toContain('"level":"error"')
  })

  it('of a global admin without a tenant has the rows of every tenant', async () => {
    const { id, text } = await exportFile(fixture.globalAdmin, { list: 'properties' })
    expect(records(text).length).toBe((await list(fixture.globalAdmin, '/properties')).length)
    expect((await read(fixture.owner, `/jobs/${id}`)).status).toBe(404)
  })
})

describe('everything of a tenant', () => {
  it('is a zip file with every row of the database, and a README that names every column', async () => {
    const { url } = fixture.server
    const upload = await fetch(`${url}/api/templates/upload`, {
      method: 'POST',
      body: templateForm('Letter für alle.docx', 'storm'),
      headers: { authorization: `Bearer ${fixture.owner.token}` },
    })
    expect(upload.status).toBe(201)
    const uploadId = async () => {
      const photo = await uploadPhoto(url, fixture.rep.token, await photoForm())
      return photo.body['data'].id as string
    }
    const photoIds = [await uploadId(), await uploadId()].toReversed()
    // A photo without a knock is nobody's and is deleted after 30 days.
    expect((await uploadPhoto(url, fixture.rep.token, await photoForm())).status).toBe(201)
    const propertyId = fixture.testTenant.properties[0]![0]
    const knock = { property_id: propertyId, outcome: 'interested', note: '=cmd', photo_ids: photoIds }
    expect((await rest(url, fixture.rep.token, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
    expect((await rest(url, fixture.rep.token, 'POST', '/crm/door-knock-session/start', {})).status).toBe(201)
    const target = { user_id: fixture.rep.id, period: 'week', metric: 'doors_knocked', value: 10 }
    await rest(url, fixture.owner.token, 'POST', '/crm/targets', target)
    const leads = await list(fixture.owner, '/leads?tag=concrete')
    const [keep, duplicate] = leads.map((lead) => lead['id'] as string)
    const merge = { keep_id: keep, merge_ids: [duplicate] }
    expect((await rest(url, fixture.owner.token, 'POST', '/leads/merge', merge)).status).toBe(200)
    for (const [person, name, shared] of [
      [fixture.owner, 'Of who exports', false],
      [fixture.rep, 'Shared by a rep', true],
      [fixture.rep, 'Private of a rep', false],
    ] as const) {
      const view = { list: 'leads', name, query: 'status=new&sort=-updated_at', shared }
      expect((await rest(url, person.token, 'POST', '/saved-views', view)).status).toBe(201)
    }

    const id = await startExport(fixture.owner, { everything: true, bom: true })
    const job = await finish(fixture.owner, id)
    expect(job).toMatchObject({
      status: 'done',
      error: null,
      file_name: expect.stringMatching(/^everything-.*\.zip$/) as string,
    })
    const zip = await JSZip.loadAsync(await download(fixture.owner, id), { checkCRC32: true })
    const readMe = await zip.file('README.txt')!.async('string')

    const { tenantId } = fixture.testTenant
    const tables: Record<string, string> = {
      'properties.csv': 'properties where tenant_id = $1',
      'leads.csv': 'leads where tenant_id = $1',
      'users.csv': 'users where tenant_id = $1 and deleted_at is null',
      'knocks.csv': 'knocks where tenant_id = $1',
      'sessions.csv': 'knock_sessions where tenant_id = $1',
      'targets.csv': 'targets where tenant_id = $1',
      'replaced_owners.csv': 'replaced_owners where tenant_id = $1',
      'lead_notes.csv': 'lead_notes where tenant_id = $1',
      'lead_stages.csv': 'lead_stages where tenant_id = $1',
      'outcomes.csv': 'outcomes where tenant_id = $1',
      'do_not_knock.csv': 'do_not_knock where tenant_id = $1',
      'permits.csv': 'permits where tenant_id = $1',
      'registries.csv': 'registries where tenant_id = $1',
      'registry_entries.csv': 'registry_entries where tenant_id = $1',
      'forgotten_households.csv': 'forgotten_households where tenant_id = $1',
      'lead_merges.csv': 'lead_merges where tenant_id = $1',
      'dismissed_duplicates.csv': 'dismissed_duplicates where tenant_id = $1',
      'saved_views.csv': `saved_views where tenant_id = $1 and (shared or owner_id = '${fixture.owner.id}')`,
      'territories.csv': 'territories where tenant_id = $1',
      'territory_assignments.csv': 'territory_assignments where tenant_id = $1',
      'taken_doors.csv': 'taken_doors where tenant_id = $1',
      'passes.csv': 'passes where tenant_id = $1',
      'pass_territories.csv': 'pass_territories where tenant_id = $1',
      'invitations.csv': 'invitations where tenant_id = $1',
      'invitation_uses.csv': 'invitation_uses where tenant_id = $1',
      'lead_letters.csv': 'lead_letters where tenant_id = $1',
      'templates.csv': 'templates where tenant_id = $1',
      // The job adds its own event when the file is complete.
      'activity.csv': `activity_events where tenant_id = $1 and data->>'jobId' is distinct from '${id}'`,
    }
    expect(Object.keys(zip.files).sort()).toEqual(
      [
        ...Object.keys(tables),
        'README.txt',
        'templates/Letter für alle.docx',
        ...photoIds.map((photoId) => `photos/${photoId}.jpg`),
      ].sort(),
    )
    let total = 0
    for (const [name, from] of Object.entries(tables)) {
      const text = await zip.file(name)!.async('string')
      expect(text.startsWith('\ufeff')).toBe(true)
      const [headings, ...rows] = parse(text, { bom: true })
      const { rows: counted } = await fixture.db.query(`select count(*)::int as n from ${from}`, [tenantId])
      expect([name, rows.length]).toEqual([name, counted[0].n])
      total += rows.length
      expect(readMe).toContain(`\r\n${name}\r\n`)
      for (const heading of headings!) expect(readMe).toMatch(new RegExp(`\\r\\n  ${heading.replace('.', '\\.')} +\\w`))
    }
    expect(job).toMatchObject({ done: total, total })
    expect((await zip.file('templates/Letter für alle.docx')!.async('nodebuffer')).subarray(0, 2).toString()).toBe('PK')
    for (const photoId of photoIds) {
      const stored = await fetch(`${url}/api/photos/${photoId}`, {
        headers: { authorization: `Bearer ${fixture.owner.token}` },
      })
      expect(await zip.file(`photos/${photoId}.jpg`)!.async('nodebuffer')).toEqual(
        Buffer.from(await stored.arrayBuffer()),
      )
    }
    expect(await zip.file('knocks.csv')!.async('string')).toContain(`,'=cmd,`)
    const rowsOf = async (name: string) => records((await zip.file(name)!.async('string')).slice(1))
    const withPhotos = (await rowsOf('knocks.csv')).filter((row) => row['photo_id'] !== '')
    expect(withPhotos.map((row) => [row['photo_id'], row['photo_ids']])).toEqual([[photoIds[0], photoIds.join(' ')]])
    expect(await rowsOf('lead_merges.csv')).toEqual([
      { merged_lead_id: duplicate, lead_id: keep, property_id: expect.any(String) as string },
    ])
    expect((await rowsOf('leads.csv')).map((lead) => lead['id'])).not.toContain(duplicate)
    const views = await rowsOf('saved_views.csv')
    expect(views.map(({ name, shared, query }) => [name, shared, query])).toEqual([
      ['Of who exports', 'false', 'status=new&sort=-updated_at'],
      ['Shared by a rep', 'true', 'status=new&sort=-updated_at'],
    ])
    expect(readMe.replaceAll(/\s+/g, ' ')).toContain('the private views of other users')
  })

  it('has nothing of another tenant', async () => {
    const id = await startExport(fixture.otherTenant.owner, { everything: true })
    await finish(fixture.otherTenant.owner, id)
    const zip = await JSZip.loadAsync(await download(fixture.otherTenant.owner, id))
    const properties = parse(await zip.file('properties.csv')!.async('string'), { columns: true })
    expect(properties).toHaveLength(1)
    expect(Object.keys(zip.files).filter((name) => name.startsWith('templates/'))).toEqual([])
    for (const name of ['lead_merges.csv', 'saved_views.csv'])
      expect([name, parse(await zip.file(name)!.async('string'))]).toEqual([name, [expect.anything()]])
  })

  it('can be exported by a global admin in the tenant', async () => {
    const inTenant = { 'x-tenant-id': fixture.testTenant.tenantId }
    const { exportEverything } = (
      await graphql(fixture.server.url, fixture.globalAdmin.token, 'mutation { exportEverything { id } }', {}, inTenant)
    )['data'] as { exportEverything: { id: string } }
    expect(await finish(fixture.globalAdmin, exportEverything.id, inTenant)).toMatchObject({ status: 'done' })
  })
})

it('a file of a job is downloaded without a warning of too many listeners in the log', async () => {
  const { job } = await exportFile(fixture.owner, { list: 'leads' })
  expect(job).toMatchObject({ status: 'done' })
  expect(fixture.server.output()).not.toContain('MaxListenersExceededWarning')
})
