import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 4 })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())
afterEach(() => fixture.db.query('delete from do_not_knock'))

const setMutation =
  'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id propertyId kind reason until source setBy { id } liftedAt } }'
const liftMutation =
  'mutation ($id: ID!, $reason: String!) { liftDoNotKnock(id: $id, reason: $reason) { id liftedAt liftReason liftedBy { id } } }'
const logMutation = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId replayed } }'
const syncMutation = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome code message } }'

const door = (index = 0, rep = 0) => fixture.testTenant.properties[rep]![index]!
async function mark(input: object = {}, person: TestUser = fixture.rep): Promise<Json> {
  const given = { input: { propertyId: door(), kind: 'ASKED', ...input } }
  return (await fixture.execute(person, setMutation, given))['setDoNotKnock'] as Json
}
const lift = async (id: unknown, reason = 'They moved away', person: TestUser = admin) =>
  (await fixture.execute(person, liftMutation, { id, reason }))['liftDoNotKnock'] as Json
async function refusal(person: TestUser, query: string, variables: object): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, query, variables)
  return [errors?.[0].extensions.code, errors?.[0].message]
}
async function shown(person: TestUser = fixture.rep, id = door()): Promise<Json> {
  const query = `{ property(id: "${id}") { doNotKnock { id kind reason until source } } }`
  return ((await fixture.execute(person, query))['property'] as Json)['doNotKnock'] as Json
}
async function markedOnMap(person: TestUser = fixture.rep): Promise<unknown[]> {
  const bounds = '{ south: 39, west: -87, north: 41, east: -85 }'
  const query = `{ propertyMap(bounds: ${bounds}, zoom: 19) { markers { id doNotKnock } } }`
  const { markers } = (await fixture.execute(person, query))['propertyMap'] as { markers: Json[] }
  expect(markers.length).toBeGreaterThan(4)
  return markers.filter(({ doNotKnock }) => doNotKnock).map(({ id }) => id)
}
async function flagsOfKnocks(id = door()): Promise<unknown[]> {
  const query = `{ property(id: "${id}") { knocks { flags } } }`
  return ((await fixture.execute(fixture.owner, query))['property'] as { knocks: Json[] }).knocks.map(
    ({ flags }) => flags,
  )
}
async function events(type: string): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    'select data from activity_events where tenant_id = $1 and type = $2 order by position',
    [fixture.testTenant.tenantId, type],
  )
  return rows.map(({ data }) => data as Json)
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const knockAction = (occurredAt: string, propertyId = door()) => {
  const id = uuidv7()
  return { id, kind: 'KNOCK', occurredAt, knock: { propertyId, outcome: 'LEFT_FLYER', eventId: id } }
}
async function sync(...actions: object[]): Promise<Json[]> {
  return (await fixture.execute(fixture.rep, syncMutation, { actions }))['sync'] as Json[]
}

async function ask(minutes: number, more: object = {}): Promise<Json> {
  const doNotKnock = { propertyId: door(), kind: 'ASKED', ...more }
  const [result] = await sync({ id: uuidv7(), kind: 'DO_NOT_KNOCK', occurredAt: minutesAgo(minutes), doNotKnock })
  return result!
}

describe('a marked door', () => {
  it('says why to everybody who sees it, on the map and by itself, until the mark is lifted', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const made = await mark({ reason: '  A baby sleeps.  ', until })
    expect(made).toMatchObject({ propertyId: door(), kind: 'ASKED', reason: 'A baby sleeps.', until, source: null })
    expect(made['setBy']).toEqual({ id: fixture.rep.id })
    const expected = { id: made['id'], kind: 'ASKED', reason: 'A baby sleeps.', until, source: null }
    expect(await shown()).toEqual(expected)
    expect(await shown(fixture.owner)).toEqual(expected)
    expect(await markedOnMap()).toEqual([door()])
    expect(await markedOnMap(fixture.owner)).toEqual([door()])
    const { body } = await rest(fixture.server.url, fixture.rep.token, 'GET', `/properties/${door()}/do-not-knock`)
    expect(body.data).toMatchObject({ id: made['id'], kind: 'asked', reason: 'A baby sleeps.' })

    expect(await lift(made['id'])).toMatchObject({ liftReason: 'They moved away', liftedBy: { id: admin.id } })
    expect(await shown()).toBeNull()
    expect(await markedOnMap()).toEqual([])
    const lifted = (await events('DoNotKnockLifted')).length
    await lift(made['id'], 'Once more')
    expect((await events('DoNotKnockLifted')).length).toBe(lifted)
  })

  it('is in the history with why it was set and lifted', async () => {
    const { id } = await mark({ reason: 'A baby sleeps.' })
    await lift(id, 'They moved away')
    const query = `{ property(id: "${door()}") { history(first: 2) { edges { node { kind note } } } } }`
    expect(((await fixture.execute(fixture.rep, query))['property'] as Json)['history'].edges).toEqual([
      { node: { kind: 'DO_NOT_KNOCK_LIFTED', note: 'They moved away' } },
      { node: { kind: 'DO_NOT_KNOCK_SET', note: 'A baby sleeps.' } },
    ])
  })

  it('of a colleague says why without what was said', async () => {
    const { id } = await mark({ propertyId: door(0, 1), reason: 'A baby sleeps.' })
    expect(await shown(fixture.rep, door(0, 1))).toEqual({ id, kind: 'ASKED', reason: null, until: null, source: null })
    expect(await shown(fixture.owner, door(0, 1))).toMatchObject({ reason: 'A baby sleeps.' })
  })

  it('has no mark any more when its time has come', async () => {
    const { id } = await mark({ until: new Date(Date.now() + 60_000).toISOString() })
    await fixture.db.query(`update do_not_knock set ends_at = now() where id = $1`, [id])
    expect(await shown()).toBeNull()
    expect((await sync(knockAction(new Date().toISOString())))[0]).toMatchObject({ outcome: 'APPLIED' })
  })

  it('is one with one mark of each kind, whose reason and period can be changed', async () => {
    const first = await mark({ reason: 'First' })
    const known = (await events('DoNotKnockSet')).length
    expect((await mark({ reason: 'First' }))['id']).toBe(first['id'])
    expect((await events('DoNotKnockSet')).length).toBe(known)
    expect((await mark({ reason: 'Second' }))['id']).toBe(first['id'])
    expect((await events('DoNotKnockSet')).slice(known)).toEqual([
      expect.objectContaining({ propertyId: door(), markId: first['id'], kind: 'asked', until: null }),
    ])
    const firm = await mark({ kind: 'FIRM' }, fixture.owner)
    expect(firm['id']).not.toBe(first['id'])
    expect(await shown()).toMatchObject({ kind: 'ASKED', reason: 'Second' })
    await lift(first['id'])
    expect(await shown()).toMatchObject({ kind: 'FIRM' })
  })

  it('cannot be knocked: online, by sync and by REST', async () => {
    await mark({ until: '2040-01-01T05:00:00.000Z' })
    const knock = { propertyId: door(), outcome: 'TALKED' }
    const message = 'Do not knock at this door. They asked us not to knock until Dec 31, 2039.'
    expect(await refusal(fixture.rep, logMutation, { input: knock })).toEqual(['DO_NOT_KNOCK', message])
    expect(await refusal(fixture.owner, logMutation, { input: knock })).toEqual(['DO_NOT_KNOCK', message])
    const { status, body } = await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/door-knocks', {
      property_id: door(),
      outcome: 'talked',
    })
    expect([status, body.code, body.detail]).toEqual([409, 'DO_NOT_KNOCK', message])
    const [refused, other] = await sync(
      knockAction(new Date().toISOString()),
      knockAction(new Date().toISOString(), door(1)),
    )
    expect(refused).toEqual({ outcome: 'REFUSED', code: 'DO_NOT_KNOCK', message })
    expect(other).toMatchObject({ outcome: 'APPLIED' })
    expect(await flagsOfKnocks(door(1))).toEqual([[]])
  })

  it('accepts a knock from before the mark and flags it, and repeats a knock that it has', async () => {
    const early = knockAction(minutesAgo(30), door(2))
    expect(await sync(early)).toEqual([{ outcome: 'APPLIED', code: null, message: null }])
    await mark({ propertyId: door(2) })
    expect(await sync(knockAction(minutesAgo(10), door(2)), early)).toEqual([
      { outcome: 'APPLIED', code: null, message: null },
      { outcome: 'REPLAYED', code: null, message: null },
    ])
    expect(await flagsOfKnocks(door(2))).toEqual([['DO_NOT_KNOCK'], []])
    expect((await events('DoorKnocked')).filter(({ flags }) => flags).map(({ flags }) => flags)).toEqual([
      ['do_not_knock'],
    ])
    const { body } = await rest(fixture.server.url, fixture.rep.token, 'GET', `/properties/${door(2)}/knocks`)
    expect(body.data.map(({ flags }: Json) => flags)).toEqual([['do_not_knock'], []])
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })

  it('marked without a connection is marked since then, once', async () => {
    const id = uuidv7()
    const action = {
      id,
      kind: 'DO_NOT_KNOCK',
      occurredAt: minutesAgo(20),
      doNotKnock: { propertyId: door(3), kind: 'ASKED', reason: 'Works at night' },
    }
    expect(
      (await sync(action, knockAction(minutesAgo(10), door(3)))).map(({ outcome, code }) => [outcome, code]),
    ).toEqual([
      ['APPLIED', null],
      ['REFUSED', 'DO_NOT_KNOCK'],
    ])
    expect((await sync(action, knockAction(minutesAgo(25), door(3)))).map(({ outcome }) => outcome)).toEqual([
      'REPLAYED',
      'APPLIED',
    ])
    expect(await sync({ ...action, id: uuidv7(), doNotKnock: { propertyId: door(3), kind: 'FIRM' } })).toMatchObject([
      { outcome: 'REFUSED', code: 'FORBIDDEN' },
    ])
  })

  it('that a phone sends late joins the newer mark of its kind, which is lifted as one', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const newer = await mark({ reason: 'A baby sleeps.', until })
    const known = (await events('DoNotKnockSet')).length
    expect(await ask(20, { reason: 'Works at night' })).toMatchObject({ outcome: 'APPLIED' })
    // One from a time that was over before does not join it.
    await ask(40, { until: minutesAgo(30) })
    const { rows } = await fixture.db.query(
      'select id, reason from do_not_knock where property_id = $1 and (ends_at is null or ends_at > now())',
      [door()],
    )
    expect(rows).toEqual([{ id: newer['id'], reason: 'A baby sleeps.' }])
    expect(await shown()).toMatchObject({ id: newer['id'], reason: 'A baby sleeps.', until })
    expect((await events('DoNotKnockSet'))[known]).toMatchObject({ markId: newer['id'], kind: 'asked', until })
    expect((await sync(knockAction(minutesAgo(10))))[0]).toMatchObject({ outcome: 'REFUSED', code: 'DO_NOT_KNOCK' })

    await lift(newer['id'])
    expect(await shown()).toBeNull()
    expect((await sync(knockAction(new Date().toISOString())))[0]).toMatchObject({ outcome: 'APPLIED' })
  })

  it('that a phone marks late stays free if its mark was lifted since, and not for any other', async () => {
    const lifted = await mark()
    await lift(lifted['id'])
    const known = (await events('DoNotKnockSet')).length
    expect(await ask(20)).toMatchObject({ outcome: 'APPLIED' })
    expect([await shown(), (await events('DoNotKnockSet')).length]).toEqual([null, known])
    expect((await sync(knockAction(new Date().toISOString())))[0]).toMatchObject({ outcome: 'APPLIED' })

    // Set again since, it is not joined either: nobody may have knocked between the two.
    const since = await mark()
    await ask(15)
    expect((await events('DoNotKnockSet')).length).toBe(known + 1)
    await lift(since['id'])

    // A mark of another door or kind, and one from after the lift, say nothing about it.
    await ask(20, { propertyId: door(1) })
    expect(await shown(fixture.rep, door(1))).toMatchObject({ kind: 'ASKED' })
    const again = await mark()
    expect(await shown()).toMatchObject({ id: again['id'] })
    await lift(again['id'])
    const firm = { id: uuidv7(), kind: 'DO_NOT_KNOCK', occurredAt: minutesAgo(20) }
    const given = { actions: [{ ...firm, doNotKnock: { propertyId: door(), kind: 'FIRM' } }] }
    await fixture.execute(admin, syncMutation, given)
    expect(await shown()).toMatchObject({ kind: 'FIRM' })
  })

  it('that a phone marks late is marked if what was lifted since had ended before', async () => {
    const { id } = await mark()
    const past = `update do_not_knock set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours' where id = $1`
    await fixture.db.query(past, [id])
    await lift(id)
    await ask(20)
    expect(await shown()).toMatchObject({ kind: 'ASKED' })
  })

  it('with two marks of one kind from an earlier release is free when one of them is lifted', async () => {
    const { id } = await mark()
    const firm = await mark({ kind: 'FIRM' }, fixture.owner)
    await fixture.db.query(
      `insert into do_not_knock (tenant_id, id, property_id, kind, starts_at, set_at, set_by)
       select tenant_id, $2, property_id, kind, starts_at, set_at, set_by from do_not_knock where id = $1`,
      [id, uuidv7()],
    )
    await lift(id)
    expect(await shown()).toMatchObject({ id: firm['id'], kind: 'FIRM' })
    await lift(firm['id'])
    expect(await shown()).toBeNull()
    // Lifting a mark again leaves those that were set since.
    const since = await mark()
    await lift(id)
    expect(await shown()).toMatchObject({ id: since['id'] })
  })

  it('is found by a filter of the properties', async () => {
    await mark({ propertyId: door(1) })
    const idsOf = async (flag: boolean) => {
      const query = `{ properties(filter: { doNotKnock: ${flag} }) { totalCount edges { node { id } } } }`
      const { edges } = (await fixture.execute(fixture.owner, query))['properties'] as { edges: Json[] }
      return edges.map(({ node }) => node.id as string)
    }
    expect(await idsOf(true)).toEqual([door(1)])
    expect(await idsOf(false)).not.toContain(door(1))
    expect(await idsOf(false)).toContain(door(0))
  })
})

describe('the marks', () => {
  it('are listed for managers, newest first, by kind, door and whether they are in force', async () => {
    const one = await mark({ propertyId: door(0) })
    const two = await mark({ propertyId: door(1), kind: 'FIRM' }, fixture.owner)
    await lift(one['id'])
    const list = async (filter: object) => {
      const query =
        'query ($filter: DoNotKnockFilter) { doNotKnockList(filter: $filter) { totalCount edges { node { id address liftReason } } } }'
      const found = (await fixture.execute(admin, query, { filter }))['doNotKnockList'] as { edges: Json[] }
      return found.edges.map(({ node }) => node.id as string)
    }
    expect(await list({})).toEqual([two['id'], one['id']])
    expect(await list({ inForce: true })).toEqual([two['id']])
    expect(await list({ kind: 'ASKED' })).toEqual([one['id']])
    expect(await list({ propertyId: door(1) })).toEqual([two['id']])
    const { body } = await rest(fixture.server.url, admin.token, 'GET', '/do-not-knock?limit=1')
    expect([body.total, body.data.length, body.data[0].id]).toEqual([2, 1, two['id']])
    const next = await rest(fixture.server.url, admin.token, 'GET', `/do-not-knock?after=${body.next_cursor}`)
    expect(next.body.data.map(({ id }: Json) => id)).toEqual([one['id']])
  })

  it('are refused in the past, for unknown doors and without the permission, and are not lifted without a reason', async () => {
    const { id } = await mark()
    expect(await refusal(admin, liftMutation, { id, reason: ' ' })).toEqual([
      'BAD_USER_INPUT',
      'Say why the mark is lifted.',
    ])
    expect((await refusal(fixture.rep, liftMutation, { id, reason: 'x' }))[0]).toBe('FORBIDDEN')
    expect((await refusal(fixture.otherTenant.owner, liftMutation, { id, reason: 'x' }))[0]).toBe('NOT_FOUND')
    const input = (more: object) => ({ input: { propertyId: door(), kind: 'ASKED', ...more } })
    expect(await refusal(fixture.rep, setMutation, input({ until: minutesAgo(1) }))).toEqual([
      'BAD_USER_INPUT',
      'The last day must be in the future.',
    ])
    expect((await refusal(fixture.rep, setMutation, input({ kind: 'FIRM' })))[0]).toBe('FORBIDDEN')
    expect((await refusal(fixture.rep, setMutation, input({ propertyId: randomUUID() })))[0]).toBe('NOT_FOUND')
    expect((await refusal(fixture.otherTenant.owner, setMutation, input({})))[0]).toBe('NOT_FOUND')
    expect((await refusal(fixture.rep, setMutation, input({ reason: 'x'.repeat(501) })))[0]).toBe('BAD_USER_INPUT')
    await fixture.db.query('update tenants set team_doors_visible = false where id = $1', [fixture.testTenant.tenantId])
    expect((await refusal(fixture.rep, setMutation, input({ propertyId: door(0, 1) })))[0]).toBe('NOT_FOUND')
    await fixture.db.query('update tenants set team_doors_visible = true where id = $1', [fixture.testTenant.tenantId])
    expect((await refusal(fixture.rep, '{ doNotKnockList { totalCount } }', {}))[0]).toBe('FORBIDDEN')
  })
})
