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
afterEach(() => fixture.db.query('delete from outcomes'))

const list = '{ outcomes { id name mark color meaning position retiredAt builtIn } }'
const saveMutation =
  'mutation ($input: OutcomeInput!) { saveOutcome(input: $input) { id name mark color meaning position retiredAt builtIn } }'
const retireMutation = 'mutation ($id: ID!) { retireOutcome(id: $id) { id retiredAt } }'
const logMutation = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId replayed status } }'

async function save(input: object, person: TestUser = fixture.owner): Promise<{ id: string; name: string }> {
  return (await fixture.execute(person, saveMutation, { input }))['saveOutcome'] as { id: string; name: string }
}
async function retire(id: string): Promise<void> {
  await fixture.execute(fixture.owner, retireMutation, { id })
}
async function ownOutcomes(person: TestUser = fixture.rep): Promise<Json[]> {
  const { outcomes } = await fixture.execute(person, list)
  return (outcomes as Json[]).filter(({ builtIn }) => !builtIn)
}
const ownNames = async (person?: TestUser) => (await ownOutcomes(person)).map(({ name }) => name)
async function refusal(person: TestUser, query: string, variables: object): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, query, variables)
  return [errors?.[0].extensions.code, errors?.[0].message]
}
const door = () => fixture.testTenant.properties[0]![0]!
async function log(input: object, person: TestUser = fixture.rep): Promise<Json> {
  return (await fixture.execute(person, logMutation, { input: { propertyId: door(), ...input } }))['logKnock'] as Json
}
const logRefusal = (input: object) => refusal(fixture.rep, logMutation, { input: { propertyId: door(), ...input } })
async function lastKnock(): Promise<Json> {
  const query = `{ property(id: "${door()}") { status lastOutcome knocks(first: 1) { outcome outcomeId outcomeName } history(first: 1) { edges { node { outcome outcomeName } } } } }`
  return (await fixture.execute(fixture.owner, query))['property'] as Json
}
async function events(type: string): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    'select data, event_id as id from activity_events where tenant_id = $1 and type = $2 order by position',
    [fixture.testTenant.tenantId, type],
  )
  return rows as Json[]
}

describe('the list of outcomes', () => {
  it('begins with the eight built-in ones, which nobody can change, for every role', async () => {
    const { outcomes } = await fixture.execute(fixture.rep, list)
    expect(
      (outcomes as Json[]).map(({ id, name, meaning, position, builtIn }) => [id, name, meaning, position, builtIn]),
    ).toEqual([
      ['nobody_home', 'Nobody home', 'NOBODY_HOME', 1, true],
      ['talked', 'Talked', 'TALKED', 2, true],
      ['interested', 'Interested', 'INTERESTED', 3, true],
      ['not_interested', 'Not interested', 'NOT_INTERESTED', 4, true],
      ['come_back', 'Come back', 'COME_BACK', 5, true],
      ['left_flyer', 'Left flyer', 'LEFT_FLYER', 6, true],
      ['not_the_owner', 'Not the owner', 'NOT_THE_OWNER', 7, true],
      ['no_soliciting', 'No soliciting', 'NO_SOLICITING', 8, true],
    ])
    const builtIn: [string, string] = ['BAD_USER_INPUT', 'A built-in outcome cannot be changed or retired.']
    expect(await refusal(fixture.owner, saveMutation, { input: { id: 'talked', name: 'Chatted' } })).toEqual(builtIn)
    expect(await refusal(fixture.owner, retireMutation, { id: 'talked' })).toEqual(builtIn)
  })

  it('has those of the tenant in its order, which owners and admins change and other tenants do not see', async () => {
    const gate = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    expect(gate).toMatchObject({ mark: 'DOOR', color: 'SLATE', position: 1, retiredAt: null, builtIn: false })
    const quote = await save({ name: 'Wants a quote', meaning: 'INTERESTED', mark: 'MONEY', color: 'PLUM' }, admin)
    const dog = await save({ name: 'Dog in the yard', meaning: 'NOBODY_HOME', mark: 'DOG', position: 1 })
    expect(await ownNames()).toEqual(['Dog in the yard', 'Gate locked', 'Wants a quote'])
    await save({ id: quote.id, position: 1, color: 'TEAL' }, admin)
    expect(await ownNames()).toEqual(['Wants a quote', 'Dog in the yard', 'Gate locked'])
    await save({ id: quote.id, position: 99 })
    for (const position of [0, -2])
      expect(await refusal(fixture.owner, saveMutation, { input: { id: quote.id, position } })).toEqual([
        'BAD_USER_INPUT',
        'The position of an outcome is 1 or more.',
      ])
    expect((await ownOutcomes()).map(({ name, position, color }) => [name, position, color])).toEqual([
      ['Dog in the yard', 1, 'SLATE'],
      ['Gate locked', 2, 'SLATE'],
      ['Wants a quote', 3, 'TEAL'],
    ])
    await retire(dog.id)
    expect((await ownOutcomes()).map(({ name, position, retiredAt }) => [name, position, Boolean(retiredAt)])).toEqual([
      ['Gate locked', 1, false],
      ['Wants a quote', 2, false],
      ['Dog in the yard', 1, true],
    ])
    expect(await ownNames(fixture.otherTenant.owner)).toEqual([])
    for (const [query, variables] of [
      [saveMutation, { input: { id: gate.id, name: 'Theirs' } }],
      [retireMutation, { id: gate.id }],
    ] as const) {
      expect((await refusal(fixture.otherTenant.owner, query, variables))[0]).toBe('NOT_FOUND')
      expect((await refusal(fixture.rep, query, variables))[0]).toBe('FORBIDDEN')
      expect((await refusal(fixture.globalAdmin, query, variables))[1]).toBe('Choose a tenant first')
    }
    expect((await refusal(fixture.rep, saveMutation, { input: { name: 'Mine', meaning: 'TALKED' } }))[0]).toBe(
      'FORBIDDEN',
    )
  })

  it('records each change once', async () => {
    const known = (await events('OutcomeChanged')).length
    const { id } = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    await save({ id, name: 'Gate locked', color: 'SLATE', position: 1 })
    await save({ id, name: 'Locked gate' })
    await retire(id)
    await retire(id)
    await save({ id })
    const changes = (await events('OutcomeChanged'))
      .slice(known)
      .map(({ data }) => [data.change, data.name, data.outcomeId])
    expect(changes).toEqual([
      ['created', 'Gate locked', id],
      ['edited', 'Locked gate', id],
      ['retired', 'Locked gate', id],
      ['restored', 'Locked gate', id],
    ])
  })

  it('takes names of any script, each once among those in use', async () => {
    for (const name of ['留守', 'דלת נעולה', 'دروازه قفل', 'Größe', '🐕 dog', 'ประตูล็อก'])
      expect((await save({ name: ` ${name} `, meaning: 'NOBODY_HOME' })).name).toBe(name)
    const again = { name: 'GRÖSSE', meaning: 'TALKED' }
    expect(await refusal(fixture.owner, saveMutation, { input: again })).toEqual([
      ...['CONFLICT', 'There is an outcome with the name "GRÖSSE".'],
    ])
    const [first, second] = await ownOutcomes()
    expect((await refusal(fixture.owner, saveMutation, { input: { id: second!.id, name: first!.name } }))[0]).toBe(
      'CONFLICT',
    )
    expect(await save({ id: first!.id, name: first!.name })).toMatchObject({ name: first!.name })
    // A retired name is free, and its outcome comes back only under another one.
    await retire(first!.id as string)
    await save({ name: first!.name, meaning: 'TALKED' })
    expect((await refusal(fixture.owner, saveMutation, { input: { id: first!.id } }))[0]).toBe('CONFLICT')
    expect(await save({ id: first!.id, name: 'Another' })).toMatchObject({ retiredAt: null, name: 'Another' })
    const put = (body: object) => rest(fixture.server.url, fixture.owner.token, 'POST', '/outcomes', body)
    const refused: [object, number][] = [
      [{ name: ' ', meaning: 'talked' }, 422],
      [{ name: 'a\u202eb', meaning: 'talked' }, 422],
      [{ name: 'x'.repeat(41), meaning: 'talked' }, 422],
      [{ name: 'Nobody Home', meaning: 'talked' }, 422],
      [{ name: 'No meaning' }, 422],
      [{ name: 'New', meaning: 'maybe' }, 400],
      [{ name: 'New', meaning: 'talked', color: 'pink' }, 400],
      [{ name: 'New', meaning: 'talked', mark: 'skull' }, 400],
      [{ name: 'New', meaning: 'talked', position: 0 }, 400],
    ]
    for (const [body, status] of refused) expect([body, (await put(body)).status]).toEqual([body, status])
  })

  it('has a place for each, also of the first ones that are added at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => save({ name: `First ${n}`, meaning: 'TALKED' })))
    const places = (await ownOutcomes()).map(({ position }) => position as number)
    expect(places).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
  })

  it('has at most 15 in use, also when several are added at once', async () => {
    for (let n = 1; n <= 13; n += 1) await save({ name: `Outcome ${n}`, meaning: 'TALKED' })
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        refusal(fixture.owner, saveMutation, { input: { name: `More ${n}`, meaning: 'TALKED' } }),
      ),
    )
    expect(added.filter(([code]) => code === undefined)).toHaveLength(2)
    expect(added.find(([code]) => code)).toEqual([
      ...['BAD_USER_INPUT', 'At most 15 outcomes of your own are in use. Retire one first.'],
    ])
    const inUse = await ownOutcomes()
    expect(inUse.map(({ position }) => position)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
    await retire(inUse[0]!.id as string)
    await save({ name: 'Fits again', meaning: 'TALKED' })
    expect((await refusal(fixture.owner, saveMutation, { input: { id: inUse[0]!.id } }))[0]).toBe('BAD_USER_INPUT')
  })
})

describe('a knock with an own outcome', () => {
  it('counts as the meaning, and keeps the name of that time', async () => {
    const { id } = await save({ name: 'Wants a quote', meaning: 'INTERESTED', mark: 'MONEY' })
    const before = await fixture.execute(fixture.owner, '{ leaderboard(period: DAY) { entries { doorsKnocked } } }')
    expect(await log({ outcomeId: id })).toMatchObject({ replayed: false, status: 'INTERESTED' })
    const after = await fixture.execute(fixture.owner, '{ leaderboard(period: DAY) { entries { doorsKnocked } } }')
    const doors = ({ leaderboard }: Json) =>
      leaderboard.entries.reduce((sum: number, entry: Json) => sum + entry.doorsKnocked, 0)
    expect(doors(after) - doors(before)).toBe(1)
    await save({ id, name: 'Price wanted' })
    await retire(id)
    expect(await lastKnock()).toEqual({
      status: 'INTERESTED',
      lastOutcome: 'INTERESTED',
      knocks: [{ outcome: 'INTERESTED', outcomeId: id, outcomeName: 'Wants a quote' }],
      history: { edges: [{ node: { outcome: 'INTERESTED', outcomeName: 'Wants a quote' } }] },
    })
    const knocks = await rest(fixture.server.url, fixture.rep.token, 'GET', `/properties/${door()}/knocks`)
    expect(knocks.body.data[0]).toMatchObject({ outcome: 'interested', outcome_id: id, outcome_name: 'Wants a quote' })
    expect((await events('DoorKnocked')).at(-1)!.data).toMatchObject({
      ...{ outcome: 'interested', outcomeId: id, outcomeName: 'Wants a quote' },
    })
    await log({ outcome: 'TALKED' })
    expect((await events('DoorKnocked')).at(-1)!.data).not.toHaveProperty('outcomeId')
    expect((await lastKnock()).knocks).toEqual([{ outcome: 'TALKED', outcomeId: null, outcomeName: 'Talked' }])
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })

  it('is counted below its meaning on the page of its rep, also after it was retired, without withdrawn knocks', async () => {
    const person = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Counter')
    const quote = await save({ name: 'Wants a quote', meaning: 'INTERESTED' })
    const spring = await save({ name: 'موعد في الربيع', meaning: 'INTERESTED' })
    for (const outcomeId of [quote.id, quote.id, spring.id]) await log({ outcomeId }, person)
    await log({ outcome: 'INTERESTED' }, person)
    const { eventId } = await log({ outcomeId: spring.id }, person)
    await rest(fixture.server.url, person.token, 'DELETE', `/crm/door-knocks/${eventId}`)
    await save({ id: quote.id, name: 'Price wanted' })
    await retire(quote.id)
    const query = `query ($userId: ID) { repSummary(userId: $userId, period: DAY) { outcomes { outcome count own { name count } } } }`
    const { repSummary } = await fixture.execute(fixture.owner, query, { userId: person.id })
    expect(repSummary.outcomes.filter(({ count }: Json) => count > 0)).toEqual([
      {
        ...{ outcome: 'INTERESTED', count: 4 },
        own: [
          { name: 'Price wanted', count: 2 },
          { name: 'موعد في الربيع', count: 1 },
        ],
      },
    ])
  })

  it('names a built-in outcome by its id, too, and may say when to come back', async () => {
    await log({ outcomeId: 'left_flyer' })
    expect((await lastKnock()).knocks).toEqual([{ outcome: 'LEFT_FLYER', outcomeId: null, outcomeName: 'Left flyer' }])
    const later = await save({ name: 'Call in spring', meaning: 'COME_BACK' })
    await log({ outcomeId: later.id, outcome: 'COME_BACK', comeBackAt: '2030-04-01T10:00:00Z' })
    expect((await lastKnock()).knocks[0]).toMatchObject({ outcome: 'COME_BACK', outcomeName: 'Call in spring' })
    const gate = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    expect((await logRefusal({ outcomeId: gate.id, comeBackAt: '2030-04-01T10:00:00Z' }))[0]).toBe('BAD_USER_INPUT')
  })

  it('is refused for an unknown, foreign, retired or contradicting outcome, and without any', async () => {
    const { id } = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    const foreign = await save({ name: 'Theirs', meaning: 'TALKED' }, fixture.otherTenant.owner)
    const unknown = 'Outcome not found. Read the list of outcomes again.'
    for (const outcomeId of [randomUUID(), foreign.id, 'x', '', `${id}'`])
      expect(await logRefusal({ outcomeId })).toEqual(['NOT_FOUND', unknown])
    expect(await logRefusal({ outcomeId: id, outcome: 'TALKED' })).toEqual([
      'BAD_USER_INPUT',
      'This outcome counts as nobody_home, not as talked. Leave the outcome out, or give the one that it counts as.',
    ])
    expect((await logRefusal({ outcomeId: 'talked', outcome: 'INTERESTED' }))[0]).toBe('BAD_USER_INPUT')
    expect(await logRefusal({})).toEqual(['BAD_USER_INPUT', 'A knock needs an outcome or an outcome_id.'])
    await retire(id)
    expect(await logRefusal({ outcomeId: id })).toEqual([
      'BAD_USER_INPUT',
      'This outcome was retired. Choose another one.',
    ])
    const body = { property_id: door(), outcome_id: id }
    const refused = await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/door-knocks', body)
    expect([refused.status, refused.body.detail]).toEqual([422, 'This outcome was retired. Choose another one.'])
  })

  it('cannot be given another meaning, so that what was counted stays true', async () => {
    const { id } = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    const [code, message] = await refusal(fixture.owner, saveMutation, { input: { id, meaning: 'TALKED' } })
    expect(code).toBe('BAD_USER_INPUT')
    expect(message).toMatch(/^The meaning of an outcome cannot change/)
  })

  it('is the same knock when it is sent again, also after the outcome was renamed or retired, and a conflict with another', async () => {
    const { id } = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    const other = await save({ name: 'Dog in the yard', meaning: 'NOBODY_HOME' })
    const eventId = uuidv7()
    expect(await log({ eventId, outcomeId: id })).toMatchObject({ replayed: false })
    await save({ id, name: 'Locked gate' })
    await retire(id)
    expect(await log({ eventId, outcomeId: id, outcome: 'NOBODY_HOME' })).toMatchObject({ replayed: true })
    for (const different of [{ outcomeId: other.id }, { outcome: 'NOBODY_HOME' }])
      expect((await logRefusal({ eventId, ...different }))[0]).toBe('CONFLICT')
  })
})

describe('a phone without a connection', () => {
  const SYNC = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { id outcome code message status } }'
  const knockAction = (outcomeId: string, occurredAt: Date, more: object = {}) => ({
    ...{ id: uuidv7(), kind: 'KNOCK', occurredAt: occurredAt.toISOString() },
    knock: { propertyId: door(), outcomeId, ...more },
  })

  it('keeps a knock from before its outcome was retired, and is told about a later one', async () => {
    const { id } = await save({ name: 'Gate locked', meaning: 'NOBODY_HOME' })
    const quote = await save({ name: 'Wants a quote', meaning: 'INTERESTED' })
    const earlier = new Date(Date.now() - 60_000)
    await retire(id)
    const actions = [
      knockAction(id, earlier),
      knockAction(quote.id, earlier, { outcome: 'INTERESTED' }),
      knockAction(id, new Date(Date.now() + 1_000)),
      knockAction(randomUUID(), earlier),
    ]
    const results = (await fixture.execute(fixture.rep, SYNC, { actions }))['sync'] as Json[]
    expect(results.map(({ outcome, code, message }) => [outcome, code, message])).toEqual([
      ['APPLIED', null, null],
      ['APPLIED', null, null],
      ['REFUSED', 'BAD_USER_INPUT', 'This outcome was retired. Choose another one.'],
      ['REFUSED', 'NOT_FOUND', 'Outcome not found. Read the list of outcomes again.'],
    ])
    const { rows } = await fixture.db.query(
      'select outcome, outcome_name from knocks where event_id = any($1) order by outcome',
      [actions.map(({ id: eventId }) => eventId)],
    )
    expect(rows).toEqual([
      { outcome: 'interested', outcome_name: 'Wants a quote' },
      { outcome: 'nobody_home', outcome_name: 'Gate locked' },
    ])
    const again = (await fixture.execute(fixture.rep, SYNC, { actions: actions.slice(0, 2) }))['sync'] as Json[]
    expect(again.map(({ outcome }) => outcome)).toEqual(['REPLAYED', 'REPLAYED'])
  })
})
