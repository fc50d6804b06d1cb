import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser
let point: { lat: number; lng: number }

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 3 })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
  const { rows } = await fixture.db.query('select lat, lng from properties where id = $1', [door()])
  point = rows[0] as { lat: number; lng: number }
}, 60_000)
afterAll(() => fixture.teardown())
afterEach(() => fixture.db.query('delete from permits'))

const door = (index = 0) => fixture.testTenant.properties[0]![index]!
const day = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
/** The corners of a square around a point. */
function areaAround({ lat, lng }: { lat: number; lng: number }, half = 0.5): object {
  const corners = [
    [lng - half, lat - half],
    [lng + half, lat - half],
    [lng + half, lat + half],
    [lng - half, lat + half],
  ]
  return { type: 'Polygon', coordinates: [[...corners, corners[0]]] }
}
const bodyOf = (more: object = {}) => ({
  ...{ city: 'Sample City', number: 'P-12', area: areaAround(point), valid_from: dayOf(Date.now() - 30 * day) },
  ...more,
})
async function save(more: object = {}, person: TestUser = admin): Promise<{ status: number; body: Json }> {
  return rest(fixture.server.url, person.token, 'POST', '/permits', bodyOf(more))
}
async function knock(index: number): Promise<unknown> {
  const query = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome code } }'
  const id = uuidv7()
  const action = {
    id,
    kind: 'KNOCK',
    occurredAt: new Date(),
    knock: { propertyId: door(index), outcome: 'TALKED', eventId: id },
  }
  const [result] = (await fixture.execute(fixture.rep, query, { actions: [action] }))['sync'] as Json[]
  expect(result).toEqual({ outcome: 'APPLIED', code: null })
  const { rows } = await fixture.db.query('select flags from knocks where event_id = $1', [id])
  return (rows[0] as Json)['flags']
}
/** Another day of the week than today and its neighbors, in every time zone. */
const anotherWeekday = ((new Date().getUTCDay() + 2) % 7) + 1

describe('a knock', () => {
  it('has no flag where no permit is about the door', async () => {
    await save({ area: areaAround({ lat: point.lat + 5, lng: point.lng }) })
    expect(await knock(0)).toEqual([])
  })

  it('has no flag with a valid permit, and is flagged outside its hours and without one', async () => {
    const { body } = await save()
    expect(await knock(0)).toEqual([])
    const change = (more: object) =>
      rest(fixture.server.url, admin.token, 'PUT', `/permits/${body.data.id}`, bodyOf(more))
    await change({ weekdays: [anotherWeekday] })
    expect(await knock(0)).toEqual(['outside_hours'])
    await change({ badges: [{ user_id: admin.id, number: 'B-1' }] })
    expect(await knock(0)).toEqual(['no_permit'])
    await change({ badges: [{ user_id: fixture.rep.id, number: 'B-2' }] })
    expect(await knock(0)).toEqual([])
    await change({ valid_to: dayOf(Date.now() - 10 * day), weekdays: [anotherWeekday] })
    expect(await knock(0)).toEqual(['outside_hours', 'no_permit'])
    const { rows } = await fixture.db.query(
      `select data->'flags' as flags from activity_events where tenant_id = $1 and type = 'DoorKnocked' order by position desc limit 1`,
      [fixture.testTenant.tenantId],
    )
    expect(rows).toEqual([{ flags: ['outside_hours', 'no_permit'] }])
    const query = `{ property(id: "${door()}") { knocks { flags } } }`
    const { knocks } = (await fixture.execute(fixture.owner, query))['property'] as { knocks: Json[] }
    expect(knocks[0]).toEqual({ flags: ['OUTSIDE_HOURS', 'NO_PERMIT'] })
    expect((await rest(fixture.server.url, admin.token, 'DELETE', `/permits/${body.data.id}`)).status).toBe(200)
    expect(await knock(0)).toEqual([])
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })

  it('with flags is found by managers in the log, and says so in the history of the door', async () => {
    await save({ weekdays: [anotherWeekday], badges: [{ user_id: admin.id }] })
    await knock(2)
    await save({ area: areaAround(point) })
    expect(await knock(2)).toEqual([])
    const flagsSeenBy = async (person: TestUser, more = '') => {
      const { body } = await rest(fixture.server.url, person.token, 'GET', `/activity/logs?flagged=true${more}`)
      const found = body.data as { type: string; data: { propertyId: string; flags: string[] } }[]
      expect(new Set(found.map(({ type }) => type))).toEqual(new Set(found.length > 0 ? ['DoorKnocked'] : []))
      return found.flatMap(({ data }) => (data.propertyId === door(2) ? [data.flags] : []))
    }
    for (const person of [admin, fixture.owner, fixture.rep])
      expect(await flagsSeenBy(person)).toEqual([['outside_hours', 'no_permit']])
    expect(await flagsSeenBy(admin, '&type=PropertySaved')).toEqual([])
    const otherRep = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Other Rep')
    expect(await flagsSeenBy(otherRep)).toEqual([])
    expect(await flagsSeenBy(fixture.otherTenant.owner)).toEqual([])
    const query = `{ property(id: "${door(2)}") { history(first: 2) { edges { node { kind flags } } } } }`
    const { history } = (await fixture.execute(fixture.owner, query))['property'] as { history: { edges: Json[] } }
    expect(history.edges.map(({ node }) => node as Json)).toEqual([
      { kind: 'KNOCKED', flags: [] },
      { kind: 'KNOCKED', flags: ['OUTSIDE_HOURS', 'NO_PERMIT'] },
    ])
    const log = '{ activityLog(filter: { flagged: true }, first: 1) { edges { node { type } } } }'
    const { activityLog } = (await fixture.execute(fixture.owner, log)) as { activityLog: object }
    expect(activityLog).toEqual({ edges: [{ node: { type: 'DoorKnocked' } }] })
  })

  it('is not flagged by the permits of another company', async () => {
    const { status } = await save({ weekdays: [anotherWeekday] }, fixture.otherTenant.owner)
    expect(status).toBe(201)
    expect(await knock(1)).toEqual([])
  })
})

describe('a permit', () => {
  it('is read by reps, with the number of the own badge alone', async () => {
    const badges = [
      { user_id: fixture.rep.id, number: 'B-1' },
      { user_id: admin.id, number: 'B-2' },
    ]
    const { status, body } = await save({
      badges,
      until_sunset_minutes: 30,
      from: '09:00',
      to: '20:00',
      weekdays: [5, 1],
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...{ city: 'Sample City', number: 'P-12', weekdays: [1, 5], from: '09:00', to: '20:00', valid_to: null },
      ...{ until_sunset_minutes: 30, badges, area: areaAround(point) },
    })
    const query = '{ permits { id badges { userId number } } }'
    const read = async (person: TestUser) => ((await fixture.execute(person, query))['permits'] as Json[])[0]!['badges']
    expect(await read(admin)).toEqual([
      { userId: fixture.rep.id, number: 'B-1' },
      { userId: admin.id, number: 'B-2' },
    ])
    expect(await read(fixture.rep)).toEqual([
      { userId: fixture.rep.id, number: 'B-1' },
      { userId: admin.id, number: null },
    ])
  })

  it('is told of 30 days before its end, unless another one of the city begins on the day after', async () => {
    const ending = await save({ valid_to: dayOf(Date.now() + 20 * day) })
    await save({ city: 'Other City', valid_to: dayOf(Date.now() + 200 * day) })
    expect(ending.body.data).toMatchObject({ expiry_notice: 30 })
    const expiring = async (person: TestUser) => {
      const { body } = await rest(fixture.server.url, person.token, 'GET', '/permits?expiring=true')
      return (body.data as Json[]).map((permit) => [permit['city'], permit['expiry_notice']])
    }
    expect(await expiring(admin)).toEqual([['Sample City', 30]])
    expect(await expiring(fixture.otherTenant.owner)).toEqual([])
    const query = '{ permits(expiring: true) { city expiryNotice } }'
    expect((await fixture.execute(fixture.owner, query))['permits']).toEqual([
      { city: 'Sample City', expiryNotice: 30 },
    ])
    await save({ city: 'SAMPLE CITY', valid_from: dayOf(Date.now() + 21 * day) })
    expect(await expiring(admin)).toEqual([])
  })

  it('has an event for each change, and none if nothing changes', async () => {
    const { body } = await save()
    const path = `/permits/${body.data.id}`
    await rest(fixture.server.url, admin.token, 'PUT', path, bodyOf())
    await rest(fixture.server.url, admin.token, 'PUT', path, bodyOf({ number: null }))
    await rest(fixture.server.url, admin.token, 'DELETE', path)
    const { rows } = await fixture.db.query(
      `select data->>'change' as change from activity_events where tenant_id = $1 and type = 'PermitChanged' and data->>'permitId' = $2 order by position`,
      [fixture.testTenant.tenantId, body.data.id],
    )
    expect(rows.map(({ change }) => change as string)).toEqual(['created', 'edited', 'deleted'])
  })

  it.each([
    [{ city: ' ' }, { city: 'Name the city of the permit.' }],
    [{ valid_from: '2026-02-30' }, { valid_from: 'Give the day as YYYY-MM-DD.' }],
    [{ valid_to: '2020-01-01' }, { valid_to: 'The last day is before the first.' }],
    [{ weekdays: [0] }, { weekdays: 'Give the days of the week from 1 (Monday) to 7 (Sunday).' }],
    [{ weekdays: [] }, { weekdays: 'Give the days of the week from 1 (Monday) to 7 (Sunday).' }],
    [{ from: '9:00' }, { from: 'Give the time as HH:MM.' }],
    [{ from: '20:00', to: '09:00' }, { to: 'The hours must end after they begin.' }],
    [{ until_sunset_minutes: 721 }, { until_sunset_minutes: 'Give the minutes before sunset, at most 720.' }],
    [{ area: { type: 'Point' } }, { 'area.type': 'Must be Polygon or MultiPolygon.' }],
  ])('cannot have %o', async (more, errors) => {
    const { status, body } = await save(more)
    expect([status, body['errors']]).toEqual([422, errors])
  })

  it('cannot have badges of people who are not in the company, and is unknown to others', async () => {
    expect((await save({ badges: [{ user_id: fixture.otherTenant.owner.id }] })).status).toBe(422)
    const { body } = await save()
    const other = fixture.otherTenant.owner.token
    const path = `/permits/${body.data.id}`
    expect((await rest(fixture.server.url, other, 'PUT', path, bodyOf())).status).toBe(404)
    expect((await rest(fixture.server.url, other, 'DELETE', path)).status).toBe(404)
    expect((await rest(fixture.server.url, other, 'GET', '/permits')).body.data).toEqual([])
    expect((await rest(fixture.server.url, admin.token, 'PUT', `/permits/${randomUUID()}`, bodyOf())).status).toBe(404)
    expect((await save({}, fixture.rep)).status).toBe(403)
  })
})
