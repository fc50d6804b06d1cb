import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importFields, type ImportList } from '../../api/domain/imports/importFields.ts'
import { rest } from '../support/client.ts'
import { runImport, waitForJob } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { createTestTenant, type TestTenant, type TestUser } from '../support/testTenant.ts'

/** A row by its headings. */
type CsvRow = Record<string, string>

let fixture: ServerFixture
let target: TestTenant

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  target = await createTestTenant(fixture.ownerUrl, { reps: 0, propertiesPerRep: 0 })
  await fillSource()
}, 120_000)
afterAll(() => fixture.teardown())

/** Properties and leads of every kind, as users save them. */
async function fillSource(): Promise<void> {
  const { rep, colleague, owner } = fixture
  const texts = [
    { owner_name: '=1+1', notes: 'Line 1\nLine 2', parcel_id: '49-00-0001' },
    {
      owner_name: 'Größe, "Ann" 日本',
      notes: '\r\n\t＝SUM(A1)\n@x',
      owner_phone: '317-555-0100',
      owner_email: 'ann@example.invalid',
    },
    {
      owner_name: "'=quoted",
      notes: ' －1',
      tags: ['storm', 'concrete'],
      priority: 'high',
      city: 'Demo Town',
      state: 'IN',
      zip_code: '00042',
    },
  ]
  for (const [index, text] of texts.entries()) {
    const address = `${101 + index} Round Trip St`
    const saved = await fixture.saveProperty(index === 0 ? rep : colleague, { address, ...text })
    const lead = {
      property_id: saved['id'],
      tag: index === 1 ? 'gutter' : 'storm',
      priority: index === 2 ? 'high' : 'normal',
      assigned_to: index === 1 ? rep.id : null,
      follow_up_at: index === 1 ? '2027-03-04T15:30:00.000Z' : null,
      value: index === 2 ? 1250.5 : null,
      source: index === 0 ? 'Referral, "by" a neighbor' : null,
      contact_name: index === 1 ? '+Ann Example' : null,
      contact_phone: index === 1 ? '317-555-0101' : null,
      contact_email: index === 1 ? 'lead@example.invalid' : null,
    }
    const { status, body } = await rest(fixture.server.url, owner.token, 'POST', '/leads', lead)
    expect([status, body]).toEqual([201, expect.anything()])
    if (index > 0)
      await rest(fixture.server.url, owner.token, 'PUT', `/leads/${body['data'].id}`, {
        status: index === 1 ? 'contacted' : 'completed',
      })
    if (index === 0) await mergeDuplicate(body['data'].id as string, lead)
  }
  for (const view of [
    { list: 'leads', name: 'New, "hot"', query: 'search=%2B1+555&status=new&sort=-updated_at', shared: true },
    { list: 'properties', name: '=Storm', query: 'tag=storm', shared: false },
  ])
    expect((await rest(fixture.server.url, owner.token, 'POST', '/saved-views', view)).status).toBe(201)
}

/** Creates a second lead like `lead` and merges it into `keepId`, which gets the contact that only the second one has. */
async function mergeDuplicate(keepId: string, lead: object): Promise<void> {
  const { url } = fixture.server
  const { token } = fixture.owner
  const duplicate = await rest(url, token, 'POST', '/leads', { ...lead, contact_name: 'Bo Example' })
  const merge = { keep_id: keepId, merge_ids: [duplicate.body['data'].id] }
  expect((await rest(url, token, 'POST', '/leads/merge', merge)).status).toBe(200)
}

type ExportedRows = Record<Exclude<ImportList, 'parcels'> | 'merges' | 'views', CsvRow[]>

/** Exports everything of the user's tenant and returns the rows of its lists, merged leads and saved views. */
async function exportEverything(person: TestUser): Promise<ExportedRows> {
  const { url } = fixture.server
  const { body } = await rest(url, person.token, 'POST', '/exports', { everything: true })
  const job = await waitForJob(url, person, body['data'].id as string)
  expect(job).toMatchObject({ status: 'done' })
  const response = await fetch(`${url}/api/jobs/${job['id'] as string}/file`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const zip = await JSZip.loadAsync(await response.arrayBuffer())
  const read = async (list: string) =>
    parse(await zip.file(`${list}.csv`)!.async('string'), { columns: true }) as CsvRow[]
  return {
    properties: await read('properties'),
    leads: await read('leads'),
    users: await read('users'),
    merges: await read('lead_merges'),
    views: await read('saved_views'),
  }
}

/** Imports the rows, with each column mapped to the field of the same name, and expects all of them to be created. */
async function importRows(list: ImportList, rows: CsvRow[], without: readonly string[] = []): Promise<void> {
  const headings = Object.keys(rows[0]!)
  // The columns of a lead's property are named like `property.address`.
  const mapping = Object.fromEntries(
    importFields[list]
      .filter((field) => !without.includes(field))
      .flatMap((field) => {
        const heading = [field, `property.${field}`].find((name) => headings.includes(name))
        return heading ? [[field, heading]] : []
      }),
  )
  const job = await runImport(fixture.server.url, target.owner, {
    list,
    file: stringify(rows, { header: true }),
    mapping,
    on_error: 'stop',
  })
  expect(job).toMatchObject({ status: 'done', errors: [], counts: { created: rows.length, failed: 0 } })
}

it('everything that is exported can be imported into another tenant, whose lists are then equal', async () => {
  const source = await exportEverything(fixture.owner)
  expect([source.leads.length, source.merges.length]).toEqual([3, 1])
  // An email address can be used in only one tenant.
  const emailOf = (email: string) => email.replace('@example.invalid', '@moved.example.invalid')
  const people = source.users.filter(({ role }) => role === 'sales_rep')
  await importRows(
    'users',
    people.map((user) => ({ ...user, email: emailOf(user['email']!) })),
  )
  await fixture.db.query(`update users set status = 'active' where tenant_id = $1`, [target.tenantId])
  const emails = new Map(source.users.map((user) => [user['id']!, emailOf(user['email']!)]))
  const withEmails = (row: CsvRow): CsvRow => ({
    ...row,
    assigned_to: emails.get(row['assigned_to']!) ?? '',
    ...(row['rep_id']
      ? { rep_id: people.some(({ id }) => id === row['rep_id']) ? emails.get(row['rep_id'])! : '' }
      : {}),
  })
  await importRows('properties', source.properties.map(withEmails))
  // Properties have other ids in the target tenant, so leads find them by address.
  await importRows('leads', source.leads.map(withEmails), ['property_id'])

  const moved = await exportEverything(target.owner)
  const comparable = (lists: ExportedRows, list: 'properties' | 'leads') => {
    const nameOf = new Map(lists.users.map((user) => [user['id']!, user['full_name']!]))
    return lists[list]
      .map((row) =>
        Object.fromEntries(
          importFields[list]
            .filter((field) => field in row && field !== 'property_id')
            .map((field) => [field, nameOf.get(row[field]!) ?? row[field]]),
        ),
      )
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  expect(comparable(moved, 'properties')).toEqual(comparable(source, 'properties'))
  expect(comparable(moved, 'leads')).toEqual(comparable(source, 'leads'))
  const names = ({ users }: ExportedRows) => new Set(users.map((user) => user['full_name']))
  expect(names(moved)).toEqual(names(source))
  // The kept lead has what it got from its duplicate, which is not created again.
  expect(moved.leads.map((lead) => lead['contact_name'])).toContain('Bo Example')
}, 60_000)

it('saved views can be saved again from their file', async () => {
  const unescape = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')
  const { views } = await exportEverything(fixture.owner)
  for (const { list, name, query, shared } of views) {
    const view = { list, name: unescape(name!), query, shared: shared === 'true' }
    expect((await rest(fixture.server.url, target.owner.token, 'POST', '/saved-views', view)).status).toBe(201)
  }
  const moved = await exportEverything(target.owner)
  const comparable = (rows: CsvRow[]) => rows.map(({ list, name, query, shared }) => ({ list, name, query, shared }))
  expect(comparable(views)).toHaveLength(2)
  expect(comparable(moved.views)).toEqual(comparable(views))
}, 60_000)
