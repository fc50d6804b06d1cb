import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rectangle } from '../support/areas.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 10, demoTown: true })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 120_000)
afterAll(() => fixture.teardown())
afterEach(() => fixture.db.query('delete from territories'))

/** The properties of the first rep have the latitude 39.7 and are 0.0001 degrees apart from -86.2 on. */
const area = (first: number, last: number, lat = 39.7): Json =>
  rectangle(-86.2 + (first - 0.5) / 10_000, lat - 0.0001, -86.2 + (last + 0.5) / 10_000, lat + 0.0001)

/** A round area with this number of points. */
function circle(points: number): Json {
  const ring = Array.from({ length: points - 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / (points - 1)
    return [-86.2 + 0.01 * Math.cos(angle), 39.7 + 0.01 * Math.sin(angle)].map((degrees) => Number(degrees.toFixed(7)))
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

const fields = `id name color area note version doors saved worked left talks leads lastWorkedAt archivedAt
  assignments { user { id fullName } from to }`
const createMutation = `mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { ${fields} } }`
const updateMutation = `mutation ($id: ID!, $input: UpdateTerritoryInput!) { updateTerritory(id: $id, input: $input) { ${fields} } }`
const assignMutation = `mutation ($id: ID!, $userIds: [ID!]!, $from: String, $to: String) {
  assignTerritory(id: $id, userIds: $userIds, from: $from, to: $to) { ${fields} } }`
const archiveMutation = `mutation ($id: ID!) { archiveTerritory(id: $id) { ${fields} } }`
const previewQuery = `query ($area: JSON!) {
  territoryPreview(area: $area) { doors saved knocked doNotKnock overlaps { territoryId doors } } }`

async function create(input: Json, person: TestUser = fixture.owner): Promise<Json> {
  return ((await fixture.execute(person, createMutation, { input: [input] }))['createTerritories'] as Json[])[0]!
}
const update = async (id: string, input: Json) =>
  (await fixture.execute(fixture.owner, updateMutation, { id, input }))['updateTerritory'] as Json
const assign = async (id: string, userIds: string[], from?: string, to?: string) =>
  (await fixture.execute(fixture.owner, assignMutation, { id, userIds, from, to }))['assignTerritory'] as Json
const preview = async (shape: Json) =>
  (await fixture.execute(fixture.owner, previewQuery, { area: shape }))['territoryPreview'] as Json
async function list(person: TestUser, filter: Json = {}): Promise<Json[]> {
  const query = `query ($filter: TerritoryFilter) { territories(filter: $filter) { totalCount edges { node { ${fields} } } } }`
  const { territories } = await fixture.execute(person, query, { filter })
  expect(territories.totalCount).toBe(territories.edges.length)
  return territories.edges.map(({ node }: Json) => node as Json)
}
const namesOf = async (person: TestUser, filter?: Json) => (await list(person, filter)).map(({ name }) => name)
async function refusal(person: TestUser, query: string, variables: object): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, query, variables)
  return [errors?.[0].extensions.code, errors?.[0].message]
}
async function events(id: string): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    'select type, data from activity_events where tenant_id = $1 and subject_id = $2 order by position',
    [fixture.testTenant.tenantId, id],
  )
  return rows as Json[]
}
/** The day in the time zone of the test's companies, some days from today. */
const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Indiana/Indianapolis' })

describe('a territory', () => {
  it('has the figures of the doors inside it', async () => {
    const doors = fixture.testTenant.properties[0]!
    const log = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
    const before = await create({ name: 'Elm Park', area: area(2, 5) })
    expect(before).toMatchObject({ doors: 4, saved: 4, worked: 0, left: 4, talks: 0, leads: 0, lastWorkedAt: null })
    await fixture.execute(fixture.rep, log, { input: { propertyId: doors[3], outcome: 'TALKED' } })
    await fixture.execute(fixture.rep, log, { input: { propertyId: doors[4], outcome: 'NOBODY_HOME' } })
    // Outside.
    await fixture.execute(fixture.rep, log, { input: { propertyId: doors[6], outcome: 'TALKED' } })
    const { logKnock } = await fixture.execute(fixture.rep, log, { input: { propertyId: doors[5], outcome: 'TALKED' } })
    await fixture.execute(fixture.rep, 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', {
      id: logKnock.eventId,
    })
    const lead = 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }'
    await fixture.execute(fixture.rep, lead, { input: { propertyId: doors[3], tag: 'GUTTER' } })
    const [after] = await list(fixture.owner)
    expect(after).toMatchObject({ doors: 4, saved: 4, worked: 2, left: 2, talks: 1, leads: 1 })
    expect(Date.parse(after!.lastWorkedAt as string)).toBeGreaterThan(Date.now() - 600_000)
    const mark = 'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id } }'
    for (const door of [doors[2], doors[7]])
      await fixture.execute(fixture.owner, mark, { input: { propertyId: door, kind: 'ASKED' } })
    expect(await preview(area(2, 5))).toMatchObject({ doors: 4, saved: 4, knocked: 2, doNotKnock: 1 })
    expect((await list(fixture.owner))[0]).toMatchObject({ doors: 4, worked: 2, left: 1 })
    await fixture.execute(fixture.owner, mark, { input: { propertyId: doors[3], kind: 'ASKED' } })
    expect((await list(fixture.owner))[0]).toMatchObject({ doors: 4, worked: 2, left: 1 })
  })

  it('counts the houses that the county records, saved or not, and not those in its hole', async () => {
    const bounds = [-86.165, 39.768, -86.155, 39.774] as const
    const hole = [-86.162, 39.77, -86.158, 39.772] as const
    const ringOf = ([west, south, east, north]: readonly [number, number, number, number]) => [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    const { rows } = await fixture.db.query(
      `select count(distinct (street_name, address))::int as n from parcels
       where lng between $1 and $3 and lat between $2 and $4 and not (lng between $5 and $7 and lat between $6 and $8)
         and street_number is not null and coalesce(facts->>'use', '') not ilike 'vacant%'`,
      [...bounds, ...hole],
    )
    const { n } = rows[0] as { n: number }
    expect(n).toBeGreaterThan(200)
    const shape = { type: 'Polygon', coordinates: [ringOf(bounds), ringOf(hole)] }
    expect(await preview(shape)).toEqual({ doors: n, saved: 0, knocked: 0, doNotKnock: 0, overlaps: [] })
    expect(await create({ name: 'Downtown', area: shape })).toMatchObject({ doors: n, left: n })
  })

  it('is refused with the place of the fault, by GraphQL and REST', async () => {
    const shape = area(1, 2)
    shape['coordinates'][0][2] = [-186, 39]
    const message = 'area.coordinates.0.2: The longitude must be between -180 and 180, the latitude between -90 and 90.'
    const input = [{ name: 'Wrong', area: shape }]
    expect(await refusal(fixture.owner, createMutation, { input })).toEqual(['BAD_USER_INPUT', message])
    expect(await refusal(fixture.owner, previewQuery, { area: shape })).toEqual(['BAD_USER_INPUT', message])
    for (const [path, body] of [
      ['/territories', input[0]!],
      ['/territories/preview', { area: shape }],
    ] as const) {
      const { status, body: problem } = await rest(fixture.server.url, fixture.owner.token, 'POST', path, body)
      expect([status, problem['detail']]).toEqual([422, message])
      expect(Object.keys(problem['errors'] as Json)).toEqual(['area.coordinates.0.2'])
    }
    expect((await refusal(fixture.owner, createMutation, { input: [] }))[0]).toBe('BAD_USER_INPUT')
    expect(await list(fixture.owner)).toEqual([])
  })

  it('is created once for each id of a client', async () => {
    const id = randomUUID()
    const input = { id, name: ' Elm Park ', area: area(1, 3), note: 'Ring twice' }
    const first = await create(input)
    expect(first).toMatchObject({ id, name: 'Elm Park', note: 'Ring twice', version: 1 })
    expect(await create(input)).toEqual(first)
    const other = { ...input, name: 'Other' }
    expect((await refusal(fixture.owner, createMutation, { input: [other] }))[0]).toBe('CONFLICT')
    expect((await refusal(admin, createMutation, { input: [input] }))[0]).toBe('CONFLICT')
    const body = { ...input, id: (await create({ name: 'Made by the server', area: area(5, 6) })).id as string }
    expect((await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories', body)).status).toBe(409)
    expect(await namesOf(fixture.owner)).toEqual(['Elm Park', 'Made by the server'])
    // All or none.
    const invalid = [
      { name: 'Fits', area: area(1, 2) },
      { name: '', area: area(1, 2) },
    ]
    expect((await refusal(fixture.owner, createMutation, { input: invalid }))[0]).toBe('BAD_USER_INPUT')
    expect(await list(fixture.owner)).toHaveLength(2)
  })

  it('is changed by version, with clockwise rings turned, and records each change', async () => {
    const { id, color } = await create({ name: 'Elm Park', area: area(1, 3) })
    const turned = area(1, 4)
    turned['coordinates'][0].reverse()
    const changed = await update(id as string, { area: turned, note: 'Dog at 7', ifVersion: 1 })
    expect(changed).toMatchObject({ version: 2, saved: 4, note: 'Dog at 7', area: area(1, 4), color })
    expect(await update(id as string, { area: area(1, 4) })).toEqual(changed)
    for (const [version, note] of [
      [3, null],
      [4, 'Dog at 8'],
      [5, ''],
    ] as const)
      expect(await update(id as string, { note })).toMatchObject({ version, note: note || null })
    expect(await update(id as string, { name: null, color: null, area: null })).toMatchObject({ version: 5, color })
    const stale = await graphql(fixture.server.url, admin.token, updateMutation, {
      id,
      input: { name: 'Elm', ifVersion: 4 },
    })
    expect(stale.errors[0].extensions).toMatchObject({ code: 'CONFLICT', current: { name: 'Elm Park', version: 5 } })
    const put = (body: object) =>
      rest(fixture.server.url, fixture.owner.token, 'PUT', `/territories/${id as string}`, body)
    expect(await put({ name: 'Elm', if_version: 4 })).toMatchObject({ status: 409, body: { current: { version: 5 } } })
    expect(await put({ name: 'Elm', if_version: 5 })).toMatchObject({ status: 200, body: { data: { version: 6 } } })
    await put({ note: 'Dog at 9' })
    expect(await put({ note: null })).toMatchObject({ status: 200, body: { data: { version: 8, note: null } } })
    expect(
      (await events(id as string)).map(({ type, data }) => [type, data.change, data.fields, data.version]),
    ).toEqual([
      ['TerritoryDrawn', 'created', ['name', 'color', 'area'], 1],
      ['TerritoryDrawn', 'edited', ['area', 'note'], 2],
      ...[3, 4, 5].map((version) => ['TerritoryDrawn', 'edited', ['note'], version]),
      ['TerritoryDrawn', 'edited', ['name'], 6],
      ...[7, 8].map((version) => ['TerritoryDrawn', 'edited', ['note'], version]),
    ])
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })

  it('has with those of the same request at most 25,000 points', async () => {
    const input = Array.from({ length: 6 }, (_, n) => ({ name: `Part ${n}`, area: circle(n < 5 ? 5_000 : 4) }))
    const message = 'The areas of one request have at most 25,000 points. Send the others in another one.'
    expect(await refusal(fixture.owner, createMutation, { input })).toEqual(['BAD_USER_INPUT', `input.5: ${message}`])
    expect(await list(fixture.owner)).toEqual([])
  })

  it('has one of the colors that the fewest others have', async () => {
    const colors = []
    for (let n = 0; n < 8; n += 1) colors.push((await create({ name: `Part ${n}`, area: area(n, n) })).color)
    expect(new Set(colors).size).toBe(8)
  })
})

describe('the holders of a territory', () => {
  it('are replaced from a day on, and a rep reads what they hold today', async () => {
    const { id } = await create({ name: 'Elm Park', area: area(1, 3) })
    const other = await create({ name: 'Oak Hill', area: area(4, 6) })
    const [rep, colleague] = [fixture.rep.id, fixture.colleague.id]
    expect(await namesOf(fixture.rep)).toEqual([])
    await assign(id as string, [rep], dayAfter(-10))
    await assign(other.id as string, [rep], dayAfter(1))
    expect(await namesOf(fixture.rep)).toEqual(['Elm Park'])
    expect(await namesOf(fixture.owner, { assignedTo: rep })).toEqual(['Elm Park'])
    expect(await namesOf(fixture.owner, { assignedTo: colleague })).toEqual([])
    const assigned = await assign(id as string, [rep, colleague], dayAfter(-2), dayAfter(5))
    const days = (assignments: Json[]) => assignments.map(({ user, from, to }) => `${user.id} ${from} ${to}`).sort()
    const expected = [
      `${rep} ${dayAfter(-10)} ${dayAfter(-3)}`,
      `${rep} ${dayAfter(-2)} ${dayAfter(5)}`,
      `${colleague} ${dayAfter(-2)} ${dayAfter(5)}`,
    ]
    expect(days(assigned.assignments as Json[])).toEqual(expected.sort())
    // A rep sees those of today.
    const [own] = await list(fixture.colleague)
    expect(days(own!.assignments as Json[])).toEqual(expected.filter((holder) => holder.endsWith(dayAfter(5))).sort())
    await assign(id as string, [])
    expect(await namesOf(fixture.rep)).toEqual([])
    const query = 'query ($id: ID!) { territory(id: $id) { id } }'
    expect((await refusal(fixture.rep, query, { id }))[0]).toBe('NOT_FOUND')
    expect((await rest(fixture.server.url, fixture.rep.token, 'GET', `/territories/${id as string}`)).status).toBe(404)
    expect(
      (await events(id as string)).slice(1).map(({ type, data }) => [type, data.userIds.length, data.from]),
    ).toEqual([
      ['TerritoryAssigned', 1, dayAfter(-10)],
      ['TerritoryAssigned', 2, dayAfter(-2)],
      ['TerritoryAssigned', 0, dayAfter(0)],
    ])
  })

  it('are active members of the company, on days that exist', async () => {
    const { id } = await create({ name: 'Elm Park', area: area(1, 3) })
    const refused: [object, string][] = [
      [{ userIds: [fixture.otherTenant.owner.id] }, 'BAD_USER_INPUT'],
      [{ userIds: [randomUUID()] }, 'BAD_USER_INPUT'],
      [{ userIds: ['x'] }, 'NOT_FOUND'],
      [{ userIds: [], from: '2026-02-30' }, 'BAD_USER_INPUT'],
      [{ userIds: [], from: '2026-03-02', to: '2026-03-01' }, 'BAD_USER_INPUT'],
      [{ userIds: Array.from({ length: 21 }, () => randomUUID()) }, 'BAD_USER_INPUT'],
    ]
    for (const [variables, code] of refused)
      expect((await refusal(fixture.owner, assignMutation, { id, ...variables }))[0]).toBe(code)
    expect((await list(fixture.owner))[0]!.assignments).toEqual([])
  })
})

describe('a holder', () => {
  const call = (method: string, path: string, body?: Json) =>
    rest(fixture.server.url, fixture.globalAdmin.token, method, path, body)
  const leave: [string, (id: string) => Promise<{ status: number }>][] = [
    ['is deleted', (id) => call('DELETE', `/users/${id}`)],
    ['is blocked', (id) => call('PUT', `/users/${id}/block`, { blocked: true })],
    ['moves to another company', (id) => call('PUT', `/users/${id}`, { tenant_id: fixture.otherTenant.tenantId })],
  ]

  it.each(leave)('who %s holds nothing from that day on, and days before are kept', async (_how, end) => {
    const { tenantId } = fixture.testTenant
    const rep = await addUser(fixture.db, tenantId, 'sales_rep', 'Sample Rep 77')
    const { id } = await create({ name: 'Elm Park', area: area(1, 3) })
    const alone = await create({ name: 'Oak Hill', area: area(4, 6) })
    const planned = await create({ name: 'Pine Row', area: area(7, 9) })
    await assign(id as string, [rep.id, fixture.colleague.id], dayAfter(-2), dayAfter(5))
    await assign(alone.id as string, [rep.id])
    await assign(planned.id as string, [rep.id], dayAfter(3))
    expect((await end(rep.id)).status).toBe(200)

    expect(await namesOf(fixture.owner, { assignedTo: rep.id })).toEqual([])
    const held = (await list(fixture.owner)).map(({ assignments }) =>
      (assignments as Json[]).map(({ user, from, to }) => [user.id, from, to] as unknown),
    )
    expect(held).toEqual([
      expect.arrayContaining([
        [rep.id, dayAfter(-2), dayAfter(-1)],
        [fixture.colleague.id, dayAfter(-2), dayAfter(5)],
      ]),
      [],
      [],
    ])
    const last = async (territoryId: unknown) => (await events(territoryId as string)).at(-1)
    const [{ userIds }, ...others] = await Promise.all(
      [id, alone.id, planned.id].map(async (each) => (await last(each))!.data as Json),
    )
    expect(userIds).toEqual([fixture.colleague.id])
    expect(others.map((data) => [data['userIds'], data['from'], data['to']])).toEqual([
      [[], dayAfter(0), null],
      [[], dayAfter(3), null],
    ])
    expect((await verifyLog(fixture.db, tenantId)).faults).toEqual([])
  })
})

describe('an archived territory', () => {
  it('is kept with its history, and nobody holds it', async () => {
    const { id } = await create({ name: 'Elm Park', area: area(1, 3) })
    await assign(id as string, [fixture.rep.id], dayAfter(-1))
    const archived = (await fixture.execute(fixture.owner, archiveMutation, { id }))['archiveTerritory'] as Json
    expect(archived).toMatchObject({ assignments: [{ from: dayAfter(-1), to: dayAfter(0) }] })
    expect(Date.parse(archived.archivedAt as string)).toBeGreaterThan(Date.now() - 600_000)
    expect([await namesOf(fixture.rep), await namesOf(fixture.owner)]).toEqual([[], []])
    expect(await namesOf(fixture.owner, { archived: true })).toEqual(['Elm Park'])
    await fixture.execute(fixture.owner, archiveMutation, { id })
    expect((await events(id as string)).filter(({ type }) => type === 'TerritoryArchived')).toHaveLength(1)
    for (const [query, variables] of [
      [updateMutation, { id, input: { name: 'New' } }],
      [assignMutation, { id, userIds: [] }],
    ] as const)
      expect((await refusal(fixture.owner, query, variables))[0]).toBe('CONFLICT')
    expect((await preview(area(1, 3))).overlaps).toEqual([])
  })
})

describe('a preview', () => {
  it('tells the doors that territories in use have in common with the area', async () => {
    const first = await create({ name: 'First', area: area(0, 4) })
    const second = await create({ name: 'Second', area: area(5, 9) })
    await create({ name: 'Elsewhere', area: area(0, 9, 39.8) })
    const { overlaps, saved } = await preview(area(3, 7))
    expect(saved).toBe(5)
    expect(overlaps.toSorted((one: Json, other: Json) => one.doors - other.doors)).toEqual([
      { territoryId: first.id, doors: 2 },
      { territoryId: second.id, doors: 3 },
    ])
  })
})

describe('a preview of another area of a territory', () => {
  const query = `query ($area: JSON!, $territoryId: ID) { territoryPreview(area: $area, territoryId: $territoryId) {
    saved overlaps { territoryId doors } changes { user { id } gained gainedOpen lost lostOpen } } }`
  const previewOf = async (territoryId: string, shape: Json, person = fixture.owner) =>
    (await fixture.execute(person, query, { area: shape, territoryId }))['territoryPreview'] as Json
  const byUser = (changes: Json[]) => Object.fromEntries(changes.map(({ user, ...change }) => [user.id, change]))

  it('says how many doors its holders gain and lose, and how many of them are open', async () => {
    const doors = fixture.testTenant.properties[0]!
    const log = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
    const { id } = await create({ name: 'Elm Park', area: area(0, 5) })
    // One of the doors that are lost, one of those that are gained, and one that stays.
    const knocked: string[] = []
    for (const propertyId of [doors[0], doors[8], doors[4]]) {
      const { logKnock } = await fixture.execute(fixture.rep, log, { input: { propertyId, outcome: 'NOBODY_HOME' } })
      knocked.push(logKnock.eventId as string)
    }
    // Nobody may knock at one of the gained doors without a knock, so it is not open.
    const mark = 'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id } }'
    await fixture.execute(fixture.owner, mark, { input: { propertyId: doors[9], kind: 'ASKED' } })
    const openIn = async (shape: Json) => {
      const { saved, knocked, doNotKnock } = await preview(shape)
      return (saved as number) - (knocked as number) - (doNotKnock as number)
    }
    const [lostOpen, gainedOpen] = [await openIn(area(0, 1)), await openIn(area(6, 9))]
    expect([lostOpen, gainedOpen].every((open) => open >= 0)).toBe(true)
    expect(await previewOf(id as string, area(2, 9))).toMatchObject({ saved: 8, overlaps: [], changes: [] })
    await assign(id as string, [fixture.rep.id, fixture.colleague.id])
    const change = { gained: 4, gainedOpen, lost: 2, lostOpen }
    const { changes } = await previewOf(id as string, area(2, 9))
    expect(byUser(changes as Json[])).toEqual({ [fixture.rep.id]: change, [fixture.colleague.id]: change })
    expect((await previewOf(id as string, area(0, 5))).changes).toEqual([])
    // Elsewhere, and by REST.
    const body = { area: area(0, 9, 39.8), territory_id: id }
    const answer = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/preview', body)
    expect((answer.body['data'] as Json)['changes'].map(({ lost, gained }: Json) => [lost, gained])).toEqual([
      [6, 0],
      [6, 0],
    ])
    const undo = 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }'
    await fixture.execute(fixture.rep, undo, { id: knocked[0] })
    expect((await previewOf(id as string, area(2, 9))).changes[0]).toMatchObject({ lost: 2, lostOpen: lostOpen + 1 })
  })

  it('leaves out the doors of other territories that the holder has, and what others had', async () => {
    const { id } = await create({ name: 'Elm Park', area: area(0, 5) })
    const second = await create({ name: 'Oak Hill', area: area(0, 2) })
    const past = await create({ name: 'Past', area: area(3, 5) })
    await assign(id as string, [fixture.rep.id, fixture.colleague.id])
    await assign(second.id as string, [fixture.rep.id])
    await assign(past.id as string, [fixture.colleague.id], dayAfter(-9), dayAfter(-1))
    const { changes, overlaps } = await previewOf(id as string, area(4, 6))
    expect(byUser(changes as Json[])).toMatchObject({
      [fixture.rep.id]: { lost: 1, gained: 1 },
      [fixture.colleague.id]: { lost: 4, gained: 1 },
    })
    expect(overlaps).toEqual([{ territoryId: past.id, doors: 2 }])
    // Those beside the area before are known also where the new one is far away.
    const far = await previewOf(id as string, area(0, 9, 39.8))
    expect(byUser(far.changes as Json[])).toMatchObject({ [fixture.rep.id]: { lost: 3, gained: 0 } })
  })

  it('is refused for a territory of another company and an archived one', async () => {
    const { id } = await create({ name: 'Elm Park', area: area(0, 5) })
    const refusedTo = (person: TestUser) => refusal(person, query, { area: area(0, 1), territoryId: id })
    expect((await refusedTo(fixture.otherTenant.owner))[0]).toBe('NOT_FOUND')
    expect((await refusedTo(fixture.rep))[0]).toBe('FORBIDDEN')
    await fixture.execute(fixture.owner, archiveMutation, { id })
    expect(await refusedTo(fixture.owner)).toEqual(['CONFLICT', 'This territory is archived.'])
  })
})

describe('a divided area', () => {
  const splitQuery = `query ($area: JSON!, $parts: Int, $doorsPerPart: Int, $moves: [TerritoryMoveInput!]) {
    territorySplit(area: $area, parts: $parts, doorsPerPart: $doorsPerPart, moves: $moves) { area doors } }`
  const downtown = {
    type: 'Polygon',
    coordinates: [[[-86.165, 39.768], [-86.155, 39.768], [-86.155, 39.774], [-86.165, 39.774], [-86.165, 39.768]]], // prettier-ignore
  }
  const split = async (user: TestUser, variables: Json): Promise<{ area: Json; doors: number }[]> =>
    (await fixture.execute(user, splitQuery, variables))['territorySplit']

  it('has about the same number of doors in each part, all of which can be saved together', async () => {
    const { doors } = await preview(downtown)
    const parts = await split(fixture.owner, { area: downtown, parts: 4 })
    expect(parts.reduce((sum, part) => sum + part.doors, 0)).toBe(doors)
    for (const part of parts) expect(Math.abs(part.doors / (doors / 4) - 1)).toBeLessThanOrEqual(0.1)
    const input = parts.map(({ area: shape }, n) => ({ name: `Downtown ${n + 1}`, area: shape }))
    const { createTerritories } = await fixture.execute(fixture.owner, createMutation, { input })
    expect(createTerritories.map((territory: Json) => territory.doors)).toEqual(parts.map((part) => part.doors))
    expect(await split(fixture.owner, { area: downtown, parts: 4 })).toEqual(parts)
  })

  it('has parts with the doors that were asked for, by REST', async () => {
    const { doors } = await preview(downtown)
    const doorsPerPart = Math.ceil(doors / 3)
    const body = { area: downtown, doors_per_part: doorsPerPart }
    const answer = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/split', body)
    expect(answer.status).toBe(200)
    expect(answer.body['data']).toEqual(await split(fixture.owner, { area: downtown, parts: 3 }))
  })

  it('has the doors that are moved to another part, also by REST', async () => {
    const variables = { area: downtown, parts: 2 }
    const before = await split(fixture.owner, variables)
    // Houses of the first part next to the second.
    const moves = [{ point: { lat: 39.7713, lng: -86.162 }, part: 2 }]
    const after = await split(fixture.owner, { ...variables, moves })
    const gained = after[1]!.doors - before[1]!.doors
    expect(gained).toBeGreaterThan(0)
    expect(after[0]!.doors).toBe(before[0]!.doors - gained)
    expect(await split(fixture.owner, { ...variables, moves: [...moves, { ...moves[0]!, part: 1 }] })).toEqual(before)
    const answer = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/split', {
      ...variables,
      moves,
    })
    expect(answer.body['data']).toEqual(after)
  })

  it('consists of saved properties where no records are, which another tenant does not have', async () => {
    const shape = area(1, 9)
    expect(await split(fixture.owner, { area: shape, doorsPerPart: 40 })).toMatchObject([{ doors: 9 }])
    expect(await split(fixture.otherTenant.owner, { area: shape, doorsPerPart: 40 })).toMatchObject([{ doors: 0 }])
  })

  it('is refused to reps, for a wrong area and for a wrong number of parts', async () => {
    const refused = (variables: Json, user = fixture.owner) => refusal(user, splitQuery, variables)
    expect((await refused({ area: downtown, parts: 2 }, fixture.rep))[0]).toBe('FORBIDDEN')
    expect((await refused({ area: {}, parts: 2 }))[1]).toBe('area.type: Must be Polygon or MultiPolygon.')
    const oneOf = 'Give either the number of parts or the doors of each part.'
    expect((await refused({ area: downtown }))[1]).toBe(oneOf)
    expect((await refused({ area: downtown, parts: 2, doorsPerPart: 9 }))[1]).toBe(oneOf)
    for (const parts of [-1, 1, 101])
      expect((await refused({ area: downtown, parts }))[1]).toBe('An area is divided into 2 to 100 parts.')
    expect((await refused({ area: downtown, doorsPerPart: 0 }))[1]).toBe('A part has at least one door.')
    expect((await refused({ area: downtown, doorsPerPart: 1 }))[1]).toContain('An area is divided into 2 to 100 parts.')
    expect((await refused({ area: area(40, 50), parts: 2 }))[1]).toContain('cannot be divided into 2 parts')
    const moving = (point: Json, part: number, count = 1) =>
      refused({ area: downtown, parts: 2, moves: Array(count).fill({ point, part }) })
    expect((await moving({ lat: 39.77, lng: -86.1 }, 1))[1]).toBe('Doors outside the area cannot be moved.')
    expect((await moving({ lat: 39.77, lng: -86.16 }, 3))[1]).toBe('The parts have the numbers 1 to 2.')
    expect((await moving({ lat: 39.77, lng: -86.16 }, 1, 501))[1]).toBe('At most 500 moves.')
  })
})

describe('other tenants', () => {
  it('know nothing of a territory', async () => {
    const { id } = await create({ name: 'Elm Park', area: area(1, 3) })
    const stranger = fixture.otherTenant.owner
    expect(await list(stranger)).toEqual([])
    const strangersPreview = await fixture.execute(stranger, previewQuery, { area: area(1, 3) })
    expect(strangersPreview['territoryPreview']).toMatchObject({ saved: 0, overlaps: [] })
    for (const [query, variables] of [
      ['query ($id: ID!) { territory(id: $id) { id } }', { id }],
      [updateMutation, { id, input: { name: 'Theirs' } }],
      [assignMutation, { id, userIds: [] }],
      [archiveMutation, { id }],
    ] as const)
      expect((await refusal(stranger, query, variables))[0]).toBe('NOT_FOUND')
    expect(await namesOf(fixture.owner)).toEqual(['Elm Park'])
  })
})

describe('files of territories', () => {
  async function upload(content: string): Promise<{ status: number; body: Json }> {
    const form = new FormData()
    form.append('file', new Blob([content]), 'territories.geojson')
    const response = await fetch(`${fixture.server.url}/api/territories/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fixture.owner.token}` },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const feature = (properties: Json, geometry: unknown = area(1, 3), id?: string) => ({
    ...{ type: 'Feature', geometry, properties },
    ...(id && { id }),
  })
  const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })

  it('can be exported, changed and imported again', async () => {
    const { id } = await create({ name: 'Elm Park', color: 'TEAL', area: area(1, 3), note: 'Ring twice' })
    const { body } = await rest(fixture.server.url, fixture.owner.token, 'GET', '/territories.geojson')
    expect(body).toEqual({
      type: 'FeatureCollection',
      features: [feature({ name: 'Elm Park', color: 'teal', note: 'Ring twice' }, area(1, 3), id as string)],
    })
    expect((await upload(JSON.stringify(body))).status).toBe(201)
    expect(await events(id as string)).toHaveLength(1)
    const changed = feature({ name: 'Elm Park North' }, area(1, 4), id as string)
    const imported = await upload(collection(changed, feature({ name: 'New', color: 'pink' }, area(5, 6))))
    expect(imported).toMatchObject({
      status: 201,
      body: {
        data: [
          { id, name: 'Elm Park North', color: 'teal', note: 'Ring twice', saved: 4, version: 2 },
          { name: 'New', saved: 2 },
        ],
      },
    })
    expect(await namesOf(fixture.owner)).toEqual(['Elm Park North', 'New'])
  })

  it('can be KML, with holes and several parts', async () => {
    const hole = area(3, 4)
      ['coordinates'][0].map(([lng, lat]: number[]) => [lng, 39.7 + (lat! - 39.7) / 2])
      .reverse()
    const withHole = { type: 'Polygon', coordinates: [area(1, 6)['coordinates'][0], hole] }
    const parts = { type: 'MultiPolygon', coordinates: [area(0, 1)['coordinates'], area(8, 9)['coordinates']] }
    const holed = await create({ name: 'Elm <Park> & Co', color: 'TEAL', area: withHole, note: 'Ring twice' })
    const parted = await create({ name: 'Oak Hill', area: parts })
    const response = await fetch(`${fixture.server.url}/api/territories.kml`, {
      headers: { Authorization: `Bearer ${fixture.owner.token}` },
    })
    expect(response.headers.get('content-type')).toBe('application/vnd.google-earth.kml+xml; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('territories.kml')
    const kml = await response.text()
    expect((await upload(kml)).status).toBe(201)
    for (const { id } of [holed, parted]) expect(await events(id as string)).toHaveLength(1)
    const changed = await upload(kml.replace('Oak Hill', 'Oak Hill North'))
    expect(changed.body['data']).toMatchObject([
      { id: holed.id, area: withHole, note: 'Ring twice', version: 1 },
      { id: parted.id, name: 'Oak Hill North', area: parts, version: 2 },
    ])
    const unclosed = `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>-86,39 -85,39 -85,40 -86,39.5
      </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
    const refused: [string, RegExp][] = [
      ['<kml></kml>', /no Placemark/],
      ['<kml><Placemark><Point/></Placemark></kml>', /^placemarks\.0: The Placemark has no Polygon/],
      [`<kml>${unclosed}</kml>`, /^placemarks\.0: area\.coordinates\.0\.3: The last position/],
      ['<!DOCTYPE kml><kml/>', /declares entities/],
      ['PK', /KML instead of KMZ/],
    ]
    for (const [content, message] of refused) {
      const { status, body } = await upload(content)
      expect([status, String(body['detail'])]).toEqual([422, expect.stringMatching(message)])
    }
    expect(await namesOf(fixture.owner)).toEqual(['Elm <Park> & Co', 'Oak Hill North'])
  })

  it('are refused as a whole with the place of the first fault', async () => {
    const sameId = randomUUID()
    const open = area(1, 3)
    open['coordinates'][0].pop()
    const refused: [string, RegExp][] = [
      ['{', /^The file is not JSON/],
      ['[]', /FeatureCollection/],
      [collection(), /FeatureCollection/],
      [collection(feature({ name: 'Fits' }), feature({}, open)), /^features\.1: area\.coordinates\.0\.3: The last/],
      [collection(feature({ name: 'Fits' }), null), /^features\.1: area: /],
      [collection(feature({ name: ' ' })), /^features\.0: Name is required/],
      [collection(...['a', 'b'].map((name) => feature({ name }, area(1, 3), sameId))), /the same id/],
      [collection(...Array.from({ length: 501 }, () => feature({}))), /at most 500/],
      [
        collection(...[5_000, 5_000, 5_000, 5_000, 4_998, 4].map((points) => feature({}, circle(points)))),
        /^features\.5: The areas of one request have at most 25,000 points/,
      ],
    ]
    for (const [content, message] of refused) {
      const { status, body } = await upload(content)
      expect([status, String(body['detail'])]).toEqual([422, expect.stringMatching(message)])
    }
    expect(await list(fixture.owner)).toEqual([])
  })
})
