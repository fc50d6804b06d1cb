import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest, type Json } from '../support/client.ts'
import { csv, runImport, runUndo, sendImport, waitForJob } from '../support/imports.ts'
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

/** A street of its own for each test, so that tests do not see each other's houses. */
function newStreet() {
  street += 1
  const name = `${String.fromCodePoint(64 + Math.ceil(street / 26))}${String.fromCodePoint(65 + (street % 26))} Import St`
  const place = (number: number) => [(41 + street / 100).toFixed(5), (-80 - number / 10_000).toFixed(5)]
  return { name, house: (number: number): (string | number)[] => [`${number} ${name}`, ...place(number)] }
}

const importAs = (person: TestUser, form: Parameters<typeof runImport>[2]) => runImport(url, person, form)

async function propertiesOf(streetName: string): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    `select p.id, p.address, p.owner_name, p.owner_address, p.priority, p.status, p.assigned_to, p.version, p.created_at, p.notes,
       array(select t.tag from property_tags t where t.tenant_id = p.tenant_id and t.property_id = p.id order by t.position) as tags
     from properties p where p.tenant_id = $1 and p.address like $2 order by length(p.address), p.address`,
    [fixture.testTenant.tenantId, `%${streetName}`],
  )
  return rows as Json[]
}

async function eventsSince(position: number): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    'select type, data, occurred_at, actor_id from activity_events where tenant_id = $1 and position > $2 order by position',
    [fixture.testTenant.tenantId, position],
  )
  return rows as Json[]
}

async function logPosition(): Promise<number> {
  const { rows } = await fixture.db.query('select position::int from activity_heads where tenant_id = $1', [
    fixture.testTenant.tenantId,
  ])
  return (rows[0]?.position as number | undefined) ?? 0
}

describe('an import of properties', () => {
  it('creates them with their tags, each with an event, and one event for all', async () => {
    const { name, house } = newStreet()
    const before = await logPosition()
    const job = await importAs(admin, {
      file: csv(
        ['SITE', 'Y', 'X', 'Owner', 'Types', 'Rep', 'Urgent', 'Unused'],
        [...house(1), "'=Sample Owner 1", 'storm;Metal Roof', fixture.rep.id, 'Y', 'a'],
        [...house(2), '', '', '', 'N', 'b'],
      ),
      mapping: {
        address: 'SITE',
        lat: 'Y',
        lng: 'X',
        owner_name: 'Owner',
        tags: 'Types',
        assigned_to: 'Rep',
        priority: 'Urgent',
      },
    })
    expect(job).toMatchObject({
      status: 'done',
      error: null,
      done: 2,
      total: 2,
      counts: { created: 2, updated: 0, skipped: 0, failed: 0 },
      errors: [],
      import: {
        list: 'properties',
        filename: 'west-side.csv',
        separator: 'comma',
        ignored_columns: ['Unused'],
        dry_run: false,
      },
    })
    expect(await propertiesOf(name)).toMatchObject([
      { owner_name: '=Sample Owner 1', tags: ['storm', 'metal_roof'], assigned_to: fixture.rep.id, priority: 'high' },
      { owner_name: null, tags: [], assigned_to: null, priority: 'normal' },
    ])
    const events = await eventsSince(before)
    expect(events.map(({ type }) => type as string)).toEqual(['PropertySaved', 'PropertySaved', 'DataImported'])
    expect(events[0]!['data']).toMatchObject({ repId: fixture.rep.id, tags: ['storm', 'metal_roof'], priority: 'high' })
    expect(events[2]!['data']).toEqual({
      importId: job['id'],
      list: 'properties',
      created: 2,
      updated: 0,
      skipped: 0,
      unsure: 0,
      failed: 0,
    })
    expect(events[2]!['actor_id']).toBe(admin.id)
  })

  it('saves nothing in a dry run, whose file is then imported without another upload', async () => {
    const { name, house } = newStreet()
    const file = csv(['address', 'lat', 'lng'], house(1), house(2), ['3 Nowhere', '', ''])
    const before = await logPosition()
    const checked = await importAs(admin, { file, dry_run: 'true', on_error: 'skip' })
    expect(checked).toMatchObject({
      counts: { created: 2, updated: 0, skipped: 0, failed: 1 },
      import: { dry_run: true },
    })
    expect([await propertiesOf(name), await logPosition()]).toEqual([[], before])
    const { status, body } = await rest(url, admin.token, 'POST', `/imports/${checked['id']}/run`, {})
    expect(status).toBe(202)
    expect(await waitForJob(url, admin, body['data'].id as string)).toMatchObject({ counts: checked['counts'] as Json })
    expect(await propertiesOf(name)).toHaveLength(2)
    const again = await fixture.execute(
      { ...fixture.owner, token: admin.token },
      'mutation ($id: ID!) { runImport(id: $id, input: { dryRun: true, onDuplicate: UPDATE }) { id kind import { dryRun onDuplicate mapping { field column } } } }',
      { id: body['data'].id },
    )
    expect(again.runImport).toMatchObject({ kind: 'IMPORT', import: { dryRun: true, onDuplicate: 'UPDATE' } })
    expect(await waitForJob(url, admin, again.runImport.id as string)).toMatchObject({
      counts: { created: 0, updated: 2, skipped: 0, failed: 1 },
    })
  })

  it('stops at errors, or leaves out the rows with errors, which are in a file with their reasons', async () => {
    const { name, house } = newStreet()
    const file = csv(
      ['address', 'lat', 'lng', 'tags'],
      [...house(1), 'siding'],
      [...house(2), 'storm'],
      ['', 1, 2, 'x'],
    )
    const stopped = await importAs(admin, { file })
    expect(stopped).toMatchObject({
      status: 'done',
      counts: { created: 0, updated: 0, skipped: 1, failed: 2 },
      import: { stopped: true, undoable_until: null },
      errors: [
        {
          row: 2,
          column: 'tags',
          message:
            'No tag for "siding". Use Gutter Cleaning, Metal Roof, Shingle Repair, Storm Damage, Tornado Damage, Concrete, Commercial, Generic, All Repairs.',
        },
        {
          row: 4,
          column: 'tags',
          message:
            'No tag for "x". Use Gutter Cleaning, Metal Roof, Shingle Repair, Storm Damage, Tornado Damage, Concrete, Commercial, Generic, All Repairs.',
        },
      ],
    })
    expect(await propertiesOf(name)).toEqual([])
    const skipped = await importAs(admin, { file, on_error: 'skip' })
    expect(skipped).toMatchObject({ counts: { created: 1, updated: 0, skipped: 0, failed: 2 } })
    expect(await propertiesOf(name)).toMatchObject([{ address: `2 ${name}` }])
    const response = await fetch(`${url}/api/jobs/${skipped['id']}/file`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-disposition')).toContain('west-side-errors.csv')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toBe('address,lat,lng,tags,Reason')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^1 .* Import St,.*,siding,"tags: No tag for ""siding""\. Use Gutter Cleaning, .*"$/)
  })

  it('has a file of rows with errors that can be imported when it is corrected, also with headings and cells like formulas', async () => {
    const { name, house } = newStreet()
    const heading = '=HYPERLINK(1)'
    const mapping = { address: 'address', lat: 'lat', lng: 'lng', tags: 'tags', notes: heading }
    const file = csv(
      ['address', 'lat', 'lng', 'tags', heading],
      [...house(1), 'siding', '"\'\n＋1 note"'],
      [...house(2), 'siding', "'=2 note"],
    )
    const failed = await importAs(admin, { file, mapping })
    expect(failed).toMatchObject({ counts: { failed: 2 }, import: { mapping } })
    const response = await fetch(`${url}/api/jobs/${failed['id']}/file`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const text = await response.text()
    for (const cell of parse(text).flat()) expect(cell).not.toMatch(/^\s*[=+@＋]/)
    const corrected = await importAs(admin, {
      file: text.replaceAll(',siding,', ',storm,'),
      mapping: { ...mapping, notes: `'${heading}` },
    })
    expect(corrected).toMatchObject({ counts: { created: 2, failed: 0 }, import: { mapping } })
    const notes = (await propertiesOf(name)).map((saved) => saved['notes'] as string)
    expect(notes).toEqual(['\n＋1 note', '=2 note'])
  })

  it('skips or updates what is saved already: the same parcel id, else the same address', async () => {
    const { name, house } = newStreet()
    const [lat, lng] = house(1).slice(1)
    const file = csv(
      ['address', 'lat', 'lng', 'parcel_id', 'owner_name', 'notes'],
      [...house(1), 'P-1', 'Sample Owner 1', 'First'],
      [...house(2), '', 'Sample Owner 2', ''],
      [`2 ${name.replace('St', 'Street')}`, lat!, lng!, '', 'Sample Owner 3', 'Twice'],
    )
    expect(await importAs(admin, { file })).toMatchObject({ counts: { created: 2, updated: 0, skipped: 1, failed: 0 } })
    expect(await importAs(admin, { file })).toMatchObject({ counts: { created: 0, updated: 0, skipped: 3, failed: 0 } })
    const before = await propertiesOf(name)
    expect(before).toMatchObject([{ owner_name: 'Sample Owner 1' }, { owner_name: 'Sample Owner 2' }])
    const update = csv(
      ['address', 'lat', 'lng', 'parcel_id', 'owner_name', 'notes'],
      [`1 ${name.toUpperCase()}`, lat!, lng!, 'P-1', 'Sample Owner 9', ''],
      [`2 ${name.toUpperCase()}.`, lat!, lng!, '', '', 'Changed'],
    )
    const position = await logPosition()
    expect(await importAs(admin, { file: update, on_duplicate: 'update' })).toMatchObject({
      counts: { created: 0, updated: 2, skipped: 0, failed: 0 },
    })
    expect(await propertiesOf(name)).toMatchObject([
      { address: `1 ${name}`, owner_name: 'Sample Owner 9', notes: 'First', version: 2 },
      { owner_name: 'Sample Owner 2', notes: 'Changed', version: 2 },
    ])
    expect((await eventsSince(position)).map(({ type, data }) => [type, data.fields] as unknown)).toEqual([
      ['PropertyEdited', ['ownerName']],
      ['PropertyEdited', ['notes']],
      ['DataImported', undefined],
    ])
  })

  it('is removed by an undo, which restores what was updated and tells what stays', async () => {
    const { name, house } = newStreet()
    await importAs(admin, { file: csv(['address', 'lat', 'lng', 'tags'], [...house(1), 'storm']) })
    const job = await importAs(admin, {
      file: csv(
        ['address', 'lat', 'lng', 'tags'],
        [...house(1), 'gutter'],
        [...house(2), ''],
        [...house(3), ''],
        [...house(4), ''],
      ),
      on_duplicate: 'update',
    })
    expect(job).toMatchObject({ counts: { created: 3, updated: 1, skipped: 0, failed: 0 } })
    const [, , third, fourth] = (await propertiesOf(name)).map(({ id }) => id as string)
    await rest(url, admin.token, 'PUT', `/properties/${third}`, { notes: 'Worked on' })
    await rest(url, fixture.rep.token, 'POST', '/crm/door-knocks', { property_id: fourth, outcome: 'nobody_home' })
    const position = await logPosition()
    const undone = await runUndo(url, admin, job['id'] as string)
    expect(undone).toMatchObject({
      kind: 'import_undo',
      status: 'done',
      undo: { removed: 1, restored: 1, kept: 2 },
      errors: [
        { row: 4, column: null, message: `3 ${name} stays as it is: it was changed since.` },
        { row: 5, column: null, message: `4 ${name} stays as it is: it was knocked at.` },
      ],
    })
    expect((await propertiesOf(name)).map(({ address, tags }) => [address, tags] as unknown)).toEqual([
      [`1 ${name}`, ['storm']],
      [`3 ${name}`, []],
      [`4 ${name}`, []],
    ])
    expect((await eventsSince(position)).map(({ type }) => type as string)).toEqual([
      'PropertyDeleted',
      'PropertyEdited',
      'ImportUndone',
    ])
    const again = await rest(url, admin.token, 'POST', `/imports/${job['id']}/undo`)
    expect([again.status, again.body['detail']]).toEqual([409, 'This import was undone.'])
    const read = await rest(url, admin.token, 'GET', `/jobs/${job['id']}`)
    expect(read.body['data'].import.undone_at).not.toBeNull()
  })

  it('can be undone for 24 hours', async () => {
    const { house } = newStreet()
    const { id } = await importAs(admin, { file: csv(['address', 'lat', 'lng'], house(1)) })
    await fixture.db.query(`update jobs set finished_at = now() - interval '25 hours' where id = $1`, [id])
    expect((await rest(url, admin.token, 'POST', `/imports/${id}/undo`)).body['detail']).toBe(
      'An import can be undone for 24 hours.',
    )
  })
})

describe('an import of leads', () => {
  it('saves them with their houses, and counts them when they were created and completed', async () => {
    const { name, house } = newStreet()
    const job = await importAs(admin, {
      list: 'leads',
      file: csv(
        ['address', 'lat', 'lng', 'tag', 'priority', 'status', 'rep_id', 'created_at', 'completed_at'],
        [...house(1), 'storm', 'high', 'completed', fixture.rep.id, '2026-03-02', '2026-03-05T12:00:00Z'],
        [...house(1), 'gutter', '', '', '', '', ''],
        [...house(1), 'Gutters', '', '', '', '', ''],
      ),
    })
    expect(job).toMatchObject({ counts: { created: 2, updated: 0, skipped: 1, failed: 0 }, errors: [] })
    const [saved] = await propertiesOf(name)
    expect(saved).toMatchObject({ tags: ['storm', 'gutter'], version: 1 })
    const { rows } = await fixture.db.query(
      'select tag, priority, status, rep_id, created_at, completed_at from leads where property_id = $1 order by created_at',
      [saved!['id']],
    )
    expect(rows).toMatchObject([
      {
        tag: 'storm',
        priority: 'high',
        status: 'completed',
        rep_id: fixture.rep.id,
        completed_at: new Date('2026-03-05T12:00:00Z'),
      },
      { tag: 'gutter', priority: 'normal', status: 'new', rep_id: admin.id, completed_at: null },
    ])
    expect((rows[0].created_at as Date).toISOString()).toMatch(/^2026-03-02T0[4-6]:00/)
    const hours = await fixture.db.query(
      `select sum(leads)::int as leads, sum(conversions)::int as conversions from rep_hours
       where tenant_id = $1 and rep_id = $2 and hour >= '2026-03-01' and hour < '2026-03-06'`,
      [fixture.testTenant.tenantId, fixture.rep.id],
    )
    expect(hours.rows).toEqual([{ leads: 1, conversions: 1 }])
    const update = await importAs(admin, {
      list: 'leads',
      file: csv(
        ['property_id', 'tag', 'status'],
        [saved!['id'] as string, 'gutter', 'contacted'],
        [saved!['id'] as string, 'shingle', ''],
      ),
      on_duplicate: 'update',
    })
    expect(update).toMatchObject({ counts: { created: 1, updated: 1, skipped: 0, failed: 0 } })
    expect((await propertiesOf(name))[0]).toMatchObject({ tags: ['storm', 'gutter', 'shingle'] })
    expect(await runUndo(url, admin, update['id'] as string)).toMatchObject({
      undo: { removed: 1, restored: 2, kept: 0 },
      errors: [],
    })
    expect((await propertiesOf(name))[0]).toMatchObject({ tags: ['storm', 'gutter'] })
    expect(await runUndo(url, admin, job['id'] as string)).toMatchObject({ undo: { removed: 1, kept: 2 } })
  })
})

describe('an import of users', () => {
  const users = (...emails: string[]) =>
    csv(
      ['email', 'full_name', 'role', 'phone'],
      ...emails.map((email) => [email, `Sample ${email.split('@')[0]}`, 'sales_rep', '555-0100']),
    )

  it('creates accounts that must get a password first, and only for those who add users', async () => {
    const { owner, db, testTenant } = fixture
    const file = users('one@import.example', 'two@import.example', 'ONE@import.example')
    const job = await importAs(owner, { list: 'users', file })
    expect(job).toMatchObject({ counts: { created: 2, updated: 0, skipped: 1, failed: 0 } })
    const { rows } = await db.query(
      `select role, tenant_id, status, must_change_password, phone from users where email like '%@import.example' order by email`,
    )
    expect(rows).toEqual(
      Array(2).fill({
        role: 'sales_rep',
        tenant_id: testTenant.tenantId,
        status: 'active',
        must_change_password: true,
        phone: '555-0100',
      }),
    )
    expect((await sendImport(url, admin.token, { list: 'users', file })).status).toBe(403)
    expect((await sendImport(url, owner.token, { list: 'users', file, on_duplicate: 'update' })).status).toBe(403)
    await db.query(`update users set must_change_password = false where email = 'two@import.example'`)
    expect(await runUndo(url, owner, job['id'] as string)).toMatchObject({
      undo: { removed: 1, restored: 0, kept: 1 },
      errors: [{ row: 3, message: 'The account two@import.example stays: it is in use.' }],
    })
  })

  it('refuses roles that the importer may not give, and accounts of other tenants', async () => {
    const { owner, otherTenant } = fixture
    const { rows } = await fixture.db.query('select email from users where id = $1', [otherTenant.owner.id])
    const job = await importAs(owner, {
      list: 'users',
      file: csv(
        ['email', 'full_name', 'role'],
        ['three@import.example', 'Sample Three', 'owner'],
        [rows[0].email as string, 'Sample Four', 'admin'],
      ),
    })
    expect(job['errors']).toEqual([
      { row: 2, column: 'role', message: 'You cannot add users with this role.' },
      { row: 3, column: 'email', message: 'An account with this email already exists.' },
    ])
  })
})

describe('an import', () => {
  it('has its first thousand errors, and the first ten in a list of jobs', async () => {
    const file = csv(
      ['address', 'lat', 'lng'],
      ...Array.from({ length: 1_500 }, (_, n) => [`${n} Sample St`, 'north', 1]),
    )
    const job = await importAs(admin, { file })
    expect(job).toMatchObject({ counts: { failed: 1_500 }, errors: { length: 1_000 } })
    const { body } = await rest(url, admin.token, 'GET', '/jobs?limit=1')
    const [listed] = body['data'] as Json[]
    expect(listed).toMatchObject({ id: job['id'] as string, counts: job['counts'] as Json, errors: { length: 10 } })
    expect(listed!['import']).toEqual(job['import'])
  })

  it('is for owners, admins and global admins with a tenant, and belongs to its creator', async () => {
    const { house } = newStreet()
    const file = csv(['address', 'lat', 'lng'], house(1))
    expect((await sendImport(url, fixture.rep.token, { file })).status).toBe(403)
    expect((await sendImport(url, null, { file })).status).toBe(401)
    expect((await sendImport(url, fixture.globalAdmin.token, { file })).status).toBe(422)
    const tenant = { 'x-tenant-id': fixture.testTenant.tenantId }
    const job = await runImport(url, fixture.globalAdmin, { file }, tenant)
    expect(job).toMatchObject({ counts: { created: 1 } })
    for (const person of [admin, fixture.owner, fixture.otherTenant.owner])
      for (const action of ['undo', 'run'])
        expect((await rest(url, person.token, 'POST', `/imports/${job['id']}/${action}`, {})).status).toBe(404)
  })

  it('does not see the houses of another tenant', async () => {
    const { name, house } = newStreet()
    const file = csv(['address', 'lat', 'lng', 'parcel_id'], [...house(1), 'P-7'])
    expect(await importAs(fixture.otherTenant.owner, { file })).toMatchObject({ counts: { created: 1 } })
    expect(await importAs(admin, { file })).toMatchObject({ counts: { created: 1 } })
    expect(await propertiesOf(name)).toHaveLength(1)
  })
})
