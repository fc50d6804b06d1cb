import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rest, type Json } from '../support/client.ts'
import { csv, runImport, runUndo, sendImport, waitForJob, type ImportForm } from '../support/imports.ts'
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
afterAll(async () => {
  expect(await verifyLog(fixture.db, fixture.testTenant.tenantId)).toMatchObject({ faults: [] })
  await fixture.teardown()
})

/** A street of its own for each test, with the cells of a house: number, street, latitude and longitude. */
function newStreet() {
  street += 1
  const name = `Past ${String.fromCodePoint(65 + (street % 26))}${String.fromCodePoint(65 + Math.floor(street / 26))} St`
  const house = (number: number): [number, string, string, string] => [
    number,
    name,
    (42 + street / 100).toFixed(5),
    (-81 - number / 1_000).toFixed(5),
  ]
  return { name, house }
}

const emailOf = (user: TestUser) => `${user.id}@example.invalid`

const mapping = {
  street_number: 'House Number',
  street_name: 'Street',
  lat: 'Lat',
  lng: 'Lng',
  status: 'Stage',
  assigned_to: 'Owner Email',
  visit_outcome: 'Last Visit Result',
  visited_at: 'Last Visit Date',
}
const headings = Object.values(mapping)

type Form = Partial<ImportForm> & { rows: (string | number)[][] }

const importAs = ({ rows, ...form }: Form, person = admin) =>
  runImport(url, person, { file: csv(headings, ...rows), mapping, on_error: 'skip', ...form })

const propertiesOf = async (name: string): Promise<Json[]> =>
  (await rest(url, admin.token, 'GET', `/properties?search=${encodeURIComponent(name)}`)).body['data'] as Json[]

/** The visits at the house with this number. */
async function knocksOf(name: string, number: number, person = admin): Promise<Json[]> {
  const house = (await propertiesOf(name)).find(({ address }) => (address as string).startsWith(`${number} `))!
  return (await rest(url, person.token, 'GET', `/properties/${house.id}/knocks`)).body['data'] as Json[]
}

async function markerOf(name: string, number: number, person: TestUser): Promise<Json> {
  const { id, lat, lng } = (await propertiesOf(name)).find(({ address }) =>
    (address as string).startsWith(`${number} `),
  )!
  const b = { south: lat - 0.0001, north: lat + 0.0001, west: lng - 0.0001, east: lng + 0.0001 }
  const query = `query ($b: BoundsInput!) { propertyMap(bounds: $b, zoom: 19) { markers { id status lastOutcome mine } } }`
  const { markers } = (await fixture.execute(person, query, { b })).propertyMap
  const { id: _, ...marker } = (markers as Json[]).find((one) => one.id === id)!
  return marker as Json
}

async function historyOf(name: string, number: number): Promise<Json[]> {
  const { id } = (await propertiesOf(name)).find(({ address }) => (address as string).startsWith(`${number} `))!
  const query = `query ($id: ID!) { property(id: $id) { history(first: 10) { edges { node { kind imported outcome at actor { id } } } } } }`
  const { property } = await fixture.execute(admin, query, { id })
  return (property.history.edges as Json[]).map(({ node }) => node as Json)
}

/** The doors of a user in the leaderboard of these days, and the number of its late events. */
async function doorsOf(user: TestUser, days: string): Promise<{ doors: number; late: number }> {
  const { body } = await rest(url, admin.token, 'GET', `/crm/leaderboard?${days}`)
  const entry = (body['data'] as Json[]).find((one) => one.user.id === user.id)
  return {
    doors: (entry?.doors_knocked as number | undefined) ?? 0,
    late: (body['late_events'] as number | undefined) ?? 0,
  }
}

/** Invites somebody by their address, who accepts. Returns the id of the account. */
async function join(email: string, inviter = admin): Promise<string> {
  const invited = await rest(url, inviter.token, 'POST', '/invitations', { role: 'sales_rep', email })
  const token = (invited.body['data'].url as string).split('/').at(-1)
  const input = { token, full_name: 'Sample Joined', password: 'a sample password' }
  const { body } = await rest(url, null, 'POST', '/auth/accept-invitation', input)
  return (body['user'] as Json)['id'] as string
}

describe('visits of a file', () => {
  it('become knocks at their dates, in the history and on the map, and give the status that their outcome sets', async () => {
    const { name, house } = newStreet()
    const job = await importAs({
      rows: [
        [...house(1), '', emailOf(fixture.rep), 'Not Home', '2025-03-04'],
        [...house(1), '', emailOf(fixture.rep), 'Interested', '2025-03-09T15:30:00Z'],
        [...house(2), '', emailOf(fixture.rep), 'Callback', '3/4/2025 2:40 PM'],
        [...house(3), '', '', '', ''],
      ],
    })
    expect(job).toMatchObject({
      counts: { created: 3, updated: 1, failed: 0 },
      import: { visits: 3, count_visits: false },
    })
    const houses = await propertiesOf(name)
    expect(houses.map(({ address, status }) => `${address}: ${status}`).toSorted()).toEqual([
      `1 ${name}: interested`,
      `2 ${name}: new`,
      `3 ${name}: new`,
    ])
    expect(
      (await knocksOf(name, 1)).map(({ outcome, occurred_at, rep_id, imported }) => [
        outcome,
        occurred_at,
        rep_id,
        imported,
      ]),
    ).toEqual([
      ['interested', '2025-03-09T15:30:00.000Z', fixture.rep.id, true],
      ['nobody_home', expect.stringMatching(/^2025-03-04T/) as string, fixture.rep.id, true],
    ])
    expect(await markerOf(name, 1, fixture.rep)).toEqual({
      lastOutcome: 'INTERESTED',
      status: 'INTERESTED',
      mine: true,
    })
    expect(await markerOf(name, 3, fixture.colleague)).toEqual({ lastOutcome: null, status: 'NEW', mine: false })
    expect(await historyOf(name, 2)).toEqual([
      { kind: 'KNOCKED', imported: true, outcome: 'COME_BACK', at: expect.any(String), actor: { id: fixture.rep.id } },
      { kind: 'SAVED', imported: false, outcome: null, at: expect.any(String), actor: { id: admin.id } },
    ])
  })

  it('of a rep who reads the history are theirs, not those of the importer', async () => {
    const { name, house } = newStreet()
    await importAs({ rows: [[...house(1), '', emailOf(fixture.rep), 'Not Home', '2025-03-04']] })
    const [knock] = await knocksOf(name, 1, fixture.rep)
    expect(knock).toMatchObject({ rep_id: fixture.rep.id, imported: true })
    const other = await rest(
      url,
      fixture.otherTenant.owner.token,
      'GET',
      `/properties/${(await propertiesOf(name))[0]!.id}/knocks`,
    )
    expect(other.status).toBe(404)
  })

  it('count in no leaderboard and no metric of work, unless that is chosen', async () => {
    const { house } = newStreet()
    const days = 'from=2025-04-01&to=2025-04-30'
    const row = (number: number) => [...house(number), '', emailOf(fixture.rep), 'Interested', `2025-04-0${number}`]
    const plain = await importAs({ rows: [row(1), row(2)] })
    expect(await doorsOf(fixture.rep, days)).toEqual({ doors: 0, late: 0 })
    const today = new Date(Date.now() - 1_000).toISOString()
    await importAs({ rows: [[...house(9), '', emailOf(fixture.colleague), 'Interested', today]] })
    const { body } = await rest(url, fixture.colleague.token, 'GET', '/crm/rep-summary?period=day')
    const { outcomes, recent_knocks: recent } = body['data'] as Json
    expect((outcomes as Json[]).filter(({ count }) => count !== 0)).toEqual([])
    expect(recent).toEqual([])
    const counted = await importAs({ rows: [row(3), row(4), row(5)], count_visits: 'true' })
    expect(counted.import).toMatchObject({ visits: 3, count_visits: true })
    expect(await doorsOf(fixture.rep, days)).toEqual({ doors: 3, late: 0 })
    await runUndo(url, admin, counted.id as string)
    expect(await doorsOf(fixture.rep, days)).toEqual({ doors: 0, late: 0 })
    await runUndo(url, admin, plain.id as string)
    expect(await doorsOf(fixture.rep, days)).toEqual({ doors: 0, late: 0 })
  })

  it('that a manager withdraws take nothing from a metric that did not count them', async () => {
    const { name, house } = newStreet()
    const days = 'from=2025-05-01&to=2025-05-31'
    await importAs({ rows: [[...house(1), '', emailOf(fixture.rep), 'Interested', '2025-05-02']] })
    const [knock] = await knocksOf(name, 1)
    const { status } = await rest(url, admin.token, 'DELETE', `/crm/door-knocks/${knock!.event_id}`)
    expect(status).toBe(200)
    expect(await doorsOf(fixture.rep, days)).toEqual({ doors: 0, late: 0 })
    expect((await propertiesOf(name))[0]).toMatchObject({ status: 'new' })
  })

  it('are saved once, however often the file is imported', async () => {
    const { name, house } = newStreet()
    const rows = [
      [...house(1), '', emailOf(fixture.rep), 'Not Home', '2025-03-04'],
      [...house(1), '', emailOf(fixture.rep), 'Not Home', '2025-03-04'],
    ]
    expect(await importAs({ rows })).toMatchObject({ import: { visits: 1 } })
    expect(await importAs({ rows, on_duplicate: 'update' })).toMatchObject({ import: { visits: 0 } })
    expect(await importAs({ rows })).toMatchObject({ counts: { created: 0, skipped: 2 } })
    expect(await knocksOf(name, 1)).toHaveLength(1)
  })

  it('of a saved property are added with "update", and undone while the property stays as it was', async () => {
    const { name, house } = newStreet()
    await importAs({ rows: [[...house(1), 'interested', emailOf(fixture.rep), '', '']] })
    const [before] = await propertiesOf(name)
    const job = await importAs({
      rows: [
        [...house(1), '', '', 'Not Interested', '2025-03-04'],
        [...house(1), '', '', 'Not Home', '2025-03-05'],
      ],
      on_duplicate: 'update',
    })
    expect(job).toMatchObject({ counts: { created: 0, updated: 2 }, import: { visits: 2 } })
    expect(await knocksOf(name, 1)).toHaveLength(2)
    const undo = await runUndo(url, admin, job.id as string)
    expect(undo).toMatchObject({ undo: { removed: 0, restored: 1, kept: 0 } })
    expect(await knocksOf(name, 1)).toEqual([])
    const [after] = await propertiesOf(name)
    expect([after!.status, after!.assigned_to, after!.owner_name]).toEqual([
      before!.status,
      before!.assigned_to,
      before!.owner_name,
    ])
  })

  it('are withdrawn by an undo also where somebody has worked on the property since, and their knocks stay', async () => {
    const { name, house } = newStreet()
    const job = await importAs({
      rows: [
        [...house(1), '', emailOf(fixture.rep), 'Interested', '2025-03-04'],
        [...house(2), '', '', 'Talked', '2025-03-04'],
      ],
    })
    const [first] = (await propertiesOf(name)).filter(({ address }) => (address as string).startsWith('1 '))
    const knocked = await rest(url, fixture.rep.token, 'POST', '/crm/door-knocks', {
      property_id: first!.id,
      outcome: 'left_flyer',
    })
    expect(knocked.status).toBe(201)
    expect(await runUndo(url, admin, job.id as string)).toMatchObject({ undo: { removed: 1, restored: 0, kept: 1 } })
    expect(await knocksOf(name, 1)).toEqual([expect.objectContaining({ outcome: 'left_flyer', imported: false })])
    expect(await propertiesOf(name)).toEqual([expect.objectContaining({ address: `1 ${name}`, status: 'new' })])
  })

  it('give the same properties again after an undo', async () => {
    const { name, house } = newStreet()
    const rows = [[...house(1), 'Interested', emailOf(fixture.rep), 'Not Home', '2025-03-04']]
    const first = await importAs({ rows })
    await runUndo(url, admin, first.id as string)
    expect(await propertiesOf(name)).toEqual([])
    expect(await importAs({ rows })).toMatchObject({ counts: { created: 1 }, import: { visits: 1 } })
    expect(await knocksOf(name, 1)).toHaveLength(1)
  })

  it('without a date only give a status, and say so', async () => {
    const { name, house } = newStreet()
    const job = await importAs({
      rows: [
        [...house(1), '', '', 'Interested', ''],
        [...house(2), '', '', '', '2025-03-04'],
      ],
    })
    expect(job).toMatchObject({ counts: { created: 2 }, import: { visits: 0, warnings: 1 } })
    expect((await propertiesOf(name)).map(({ status }) => status as string).toSorted()).toEqual(['interested', 'new'])
    expect(await knocksOf(name, 1)).toEqual([])
  })

  it.each([
    ['a date in the future', ['Not Home', '2036-01-01'], /in the future/],
    ['a day that does not exist', ['Not Home', '2025-02-30'], /not a date/],
    ['a formula for a date', ['Not Home', '=TODAY()'], /not a date/],
    [
      'a word without a meaning',
      ['Xyzzy', '2025-03-04'],
      /No outcome "Xyzzy"\. Use Nobody home, Talked, .*, No soliciting\.$/,
    ],
    ['a formula for a word', ['=1+1', '2025-03-04'], /No outcome "=1\+1"/],
  ])('have an error for %s, and the other rows are imported', async (_, cells, message) => {
    const { house } = newStreet()
    const job = await importAs({
      rows: [
        [...house(1), '', '', ...cells],
        [...house(2), '', '', 'Not Home', '2025-03-04'],
      ],
    })
    expect(job).toMatchObject({ counts: { created: 1, failed: 1 }, import: { visits: 1 } })
    expect(job.errors).toEqual([{ row: 2, column: expect.any(String), message: expect.stringMatching(message) }])
  })

  it('of one property are at most 500 in a file', async () => {
    const { name, house } = newStreet()
    const at = (n: number) => new Date(Date.UTC(2025, 0, 1, n)).toISOString()
    const rows = Array.from({ length: 502 }, (_, n) => [...house(1), '', '', 'Not Home', at(n)])
    const job = await importAs({ rows })
    expect(job).toMatchObject({ counts: { created: 1, updated: 499, failed: 2 }, import: { visits: 500 } })
    expect((job.errors as Json[])[0]!.message).toContain('at most 500 visits')
    const { rows: saved } = await fixture.db.query(
      'select count(*)::int as count from knocks k join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id where p.address = $1',
      [`1 ${name}`],
    )
    expect(saved).toEqual([{ count: 500 }])
  })
})

describe('words of another product', () => {
  it('are told with their rows, get a meaning, and are known in the next import of the company only', async () => {
    const { house } = newStreet()
    const rows = [
      [...house(1), 'Zonk Hot', '', 'Zonk Away', '2025-03-04'],
      [...house(2), 'ZONK_HOT', '', 'Zonk Away', '2025-03-04'],
      [...house(3), 'Zonk Dead', '', 'Not Home', '2025-03-04'],
    ]
    const check = await importAs({ rows, dry_run: 'true' })
    expect(check.counts).toMatchObject({ failed: 3 })
    const word = (field: string, text: string, count: number, meaning: string | null) => ({
      field,
      word: text,
      rows: count,
      meaning,
    })
    expect(check.import.words).toEqual([
      word('status', 'Zonk Hot', 2, null),
      word('status', 'Zonk Dead', 1, null),
      word('visit_outcome', 'Zonk Away', 2, null),
      word('visit_outcome', 'Not Home', 1, 'outcome:nobody_home'),
    ])
    const words = [
      { field: 'status', word: 'zonk hot', meaning: 'status:interested' },
      { field: 'status', word: 'Zonk Dead', meaning: 'nothing' },
      { field: 'visit_outcome', word: 'Zonk Away', meaning: 'outcome:nobody_home' },
    ]
    const again = await rest(url, admin.token, 'POST', `/imports/${check.id}/run`, { words, dry_run: true })
    const checked = await waitForJob(url, admin, again.body['data'].id as string)
    expect(checked).toMatchObject({ counts: { created: 3, failed: 0 }, import: { visits: 3 } })
    // A check remembers nothing.
    expect((await importAs({ rows, dry_run: 'true' })).counts).toMatchObject({ failed: 3 })
    const run = await rest(url, admin.token, 'POST', `/imports/${checked.id}/run`, { dry_run: false })
    expect(await waitForJob(url, admin, run.body['data'].id as string)).toMatchObject({ counts: { created: 3 } })
    const more = [[...newStreet().house(1), 'Zonk Hot', '', 'zonk  away', '2025-03-04']]
    expect((await importAs({ rows: more })).counts).toMatchObject({ created: 1, failed: 0 })
    const elsewhere = await importAs({ rows: more }, fixture.otherTenant.owner)
    expect(elsewhere.counts).toMatchObject({ created: 0, failed: 1 })
  })

  it('of a status can be the outcome of the last visit', async () => {
    const { name, house } = newStreet()
    await importAs({
      rows: [
        [...house(1), 'Zonk Nobody', '', '', '2025-03-04'],
        [...house(2), 'Zonk Nobody', '', '', ''],
      ],
      words: [{ field: 'status', word: 'Zonk Nobody', meaning: 'outcome:nobody_home' }],
    })
    expect(await knocksOf(name, 1)).toEqual([expect.objectContaining({ outcome: 'nobody_home' })])
    expect(await knocksOf(name, 2)).toEqual([])
  })

  it('are told up to 200 of a column', async () => {
    const { house } = newStreet()
    const rows = Array.from({ length: 201 }, (_, n) => [...house(n + 1), `Stage ${n}`, '', '', ''])
    const job = await importAs({ rows, dry_run: 'true' })
    expect(job.import).toMatchObject({ fields_of_many_words: ['status'], words: { length: 200 } })
  })

  it.each([
    ['an unknown field', [{ field: 'owner_name', word: 'a', meaning: 'nothing' }], 400],
    ['an unknown meaning', [{ field: 'status', word: 'a', meaning: 'status:sold' }], 400],
    ['a status for an outcome', [{ field: 'visit_outcome', word: 'a', meaning: 'status:new' }], 422],
    ['an empty word', [{ field: 'status', word: ' ', meaning: 'nothing' }], 422],
    ['a word of 101 characters', [{ field: 'status', word: 'a'.repeat(101), meaning: 'nothing' }], 422],
    [
      'a word with two meanings',
      [
        { field: 'status', word: 'a b', meaning: 'nothing' },
        { field: 'status', word: 'A_B', meaning: 'status:new' },
      ],
      422,
    ],
    ['401 words', Array.from({ length: 401 }, (_, n) => ({ field: 'status', word: `a${n}`, meaning: 'nothing' })), 400],
    ['no JSON', '[', 400],
  ])('are refused with %s', async (_, words, status) => {
    const { house } = newStreet()
    const file = csv(headings, [...house(1), '', '', '', ''])
    expect((await sendImport(url, admin.token, { file, mapping, words })).status).toBe(status)
  })

  it('named like properties of an object are words like others', async () => {
    const { house } = newStreet()
    const rows = ['__proto__', 'constructor', 'toString'].map((word, n) => [...house(n + 1), word, '', '', ''])
    const job = await importAs({ rows, words: [{ field: 'status', word: '__proto__', meaning: 'status:contacted' }] })
    expect(job).toMatchObject({ counts: { created: 1, failed: 2 } })
  })
})

describe('people of another product', () => {
  it('are found by email; others are an error, or leave the property to nobody and are counted', async () => {
    const { name, house } = newStreet()
    const rows = [
      [...house(1), '', emailOf(fixture.rep).toUpperCase(), 'Not Home', '2025-03-04'],
      [...house(2), '', 'gone@sample.example', 'Not Home', '2025-03-04'],
      [...house(3), '', 'Gone@sample.example', '', ''],
      [...house(4), '', emailOf(fixture.otherTenant.owner), '', ''],
    ]
    expect(await importAs({ rows, dry_run: 'true' })).toMatchObject({ counts: { created: 1, failed: 3 } })
    const job = await importAs({ rows, on_missing_user: 'nobody', count_visits: 'true' })
    expect(job).toMatchObject({ counts: { created: 4, failed: 0 } })
    expect(job.import.missing_users).toEqual([
      { name: 'gone@sample.example', rows: 2 },
      { name: emailOf(fixture.otherTenant.owner), rows: 1 },
    ])
    const houses = (await propertiesOf(name)).sort((a, b) => (a.address < b.address ? -1 : 1))
    expect(houses.map(({ assigned_to }) => assigned_to)).toEqual([fixture.rep.id, null, null, null])
    expect(await historyOf(name, 2)).toMatchObject([{ kind: 'KNOCKED', actor: null }, { kind: 'SAVED' }])
    // A visit by somebody without an account is nobody's work.
    const { rows: counted } = await fixture.db.query(
      `select k.counted from knocks k join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
       where p.address = any($1) order by p.address`,
      [[`1 ${name}`, `2 ${name}`]],
    )
    expect(counted).toEqual([{ counted: true }, { counted: false }])
  })

  it('get the properties that the file assigns to them when they join, unless somebody has them by then', async () => {
    const { name, house } = newStreet()
    const email = `joins-${street}@sample.example`
    const rows = [
      [...house(1), '', email, 'Not Home', '2025-03-04'],
      [...house(2), '', email.toUpperCase(), '', ''],
      [...house(3), '', email, '', ''],
      [...house(4), '', 'Sample Nameless', '', ''],
    ]
    await importAs({ rows, on_missing_user: 'nobody' })
    const third = (await propertiesOf(name)).find(({ address }) => (address as string).startsWith('3 '))!
    const assignment = { property_ids: [third.id], assigned_to: fixture.rep.id }
    expect((await rest(url, admin.token, 'POST', '/properties/assign', assignment)).status).toBe(200)
    const id = await join(email)
    const houses = (await propertiesOf(name)).sort((a, b) => (a.address < b.address ? -1 : 1))
    expect(houses.map(({ assigned_to }) => assigned_to)).toEqual([id, id, fixture.rep.id, null])
    // The visits stay those of nobody, because the log tells who made them.
    expect(await historyOf(name, 1)).toMatchObject([
      { kind: 'ASSIGNED' },
      { kind: 'KNOCKED', actor: null },
      { kind: 'SAVED' },
    ])
    const { rows: events } = await fixture.db.query(
      `select data->>'from' as "from", data->>'to' as "to" from activity_events
       where tenant_id = $1 and type = 'PropertyAssigned' and data->>'to' = $2`,
      [fixture.testTenant.tenantId, id],
    )
    expect(events).toEqual([
      { from: null, to: id },
      { from: null, to: id },
    ])
  })

  it('get the leads that a file assigns to them when they join, and who counts a lead needs an account', async () => {
    const { name, house } = newStreet()
    const email = `leads-${street}@sample.example`
    const columns = ['address', 'lat', 'lng', 'tag', 'assigned_to', 'rep_id']
    const rowOf = (number: number, assignee: string, rep = '') => {
      const [, , lat, lng] = house(number)
      return [`${number} ${name}`, lat, lng, 'storm', assignee, rep]
    }
    const rows = [rowOf(1, email), rowOf(2, email.toUpperCase()), rowOf(3, email), rowOf(4, '', email)]
    const form = { list: 'leads', file: csv(columns, ...rows), on_error: 'skip', on_missing_user: 'nobody' } as const
    const job = await runImport(url, admin, { ...form, mapping: Object.fromEntries(columns.map((one) => [one, one])) })
    expect(job).toMatchObject({ counts: { created: 3, failed: 1 } })
    expect(job.import.missing_users).toEqual([{ name: email, rows: 3 }])
    const leadsOf = async () => {
      const { body } = await rest(url, admin.token, 'GET', `/leads?search=${encodeURIComponent(name)}`)
      return (body['data'] as Json[]).sort((a, b) => (a.address < b.address ? -1 : 1))
    }
    const [, , third] = await leadsOf()
    const assignment = { lead_ids: [third!.id], assigned_to: fixture.rep.id }
    expect((await rest(url, admin.token, 'POST', '/leads/assign', assignment)).status).toBe(200)
    const id = await join(email)
    expect((await leadsOf()).map(({ assigned_to }) => assigned_to as unknown)).toEqual([id, id, fixture.rep.id])
    const { rows: events } = await fixture.db.query(
      `select count(*)::int as n from activity_events where tenant_id = $1 and type = 'LeadAssigned' and data->>'to' = $2`,
      [fixture.testTenant.tenantId, id],
    )
    expect(events).toEqual([{ n: 2 }])
    expect((await fixture.db.query('select from import_lead_assignees')).rowCount).toBe(0)
  })

  it('get nothing of an import that was undone, and nothing from another company', async () => {
    const { name, house } = newStreet()
    const email = `undone-${street}@sample.example`
    await importAs({ rows: [[...house(1), '', '', '', '']] })
    const job = await importAs({
      rows: [[...house(1), '', email, 'Not Home', '2025-03-04']],
      ...{ on_missing_user: 'nobody', on_duplicate: 'update' },
    })
    expect(await runUndo(url, admin, job.id as string)).toMatchObject({ undo: { restored: 1 } })
    await join(email)
    expect((await propertiesOf(name)).map(({ assigned_to }) => assigned_to as unknown)).toEqual([null])
    await importAs({ rows: [[...house(2), '', `other-${email}`, '', '']], on_missing_user: 'nobody' })
    await join(`other-${email}`, fixture.otherTenant.owner)
    expect((await propertiesOf(name)).map(({ assigned_to }) => assigned_to as unknown)).toEqual([null, null])
  })
})

describe('roles', () => {
  it('a rep imports no visits, and nobody reads or undoes the import of another company', async () => {
    const { house } = newStreet()
    const file = csv(headings, [...house(1), '', '', 'Not Home', '2025-03-04'])
    expect((await sendImport(url, fixture.rep.token, { file, mapping })).status).toBe(403)
    const job = await runImport(url, admin, { file, mapping })
    for (const path of [`/imports/${job.id}/undo`, `/imports/${job.id}/run`])
      expect((await rest(url, fixture.otherTenant.owner.token, 'POST', path, {})).status).toBe(404)
  })
})
