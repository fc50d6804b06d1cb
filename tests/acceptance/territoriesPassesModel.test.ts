import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areaAround } from '../support/areas.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

const runs = 8
/** Each run has doors of its own, of which the last two are outside the territory. */
const doorsPerRun = 8
const doorsInside = 6
const hourMs = 3_600_000

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: runs * doorsPerRun })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 120_000)
afterAll(() => fixture.teardown())

const door = fc.nat(doorsPerRun - 1)
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('knock' as const),
      door,
      by: fc.constantFrom('rep' as const, 'colleague' as const),
      outcome: fc.constantFrom('TALKED', 'INTERESTED', 'NOBODY_HOME', 'COME_BACK'),
      // The pass begins with the day before yesterday, so that some are from before it.
      hoursAgo: fc.integer({ min: 0, max: 96 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lead' as const), door }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteLead' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark' as const), door }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lift' as const), door }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('assign' as const), isHeld: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remember' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

interface Knock {
  id: string
  door: number
  by: 'rep' | 'colleague'
  isTalk: boolean
  at: number
}

const figureFields = `doors worked left knocks talks leads talksPer100Doors leadsPer100Doors lastWorkedAt lastWorkedBy { id }`
const reportQuery = `query ($id: ID!, $asOf: DateTimeISO) { pass(id: $id, asOf: $asOf) { figures { ${figureFields} } } }`
const explainQuery = `query ($input: FigureInput!) {
  explain(input: $input) { total receipt { reversed sections { by otherAmount lines { amount } } } } }`

/** What happened at the doors of a run, as the figures should say. */
class Model {
  knocks: Knock[] = []
  leads: { id: string; door: number }[] = []
  /** The ids of marks in force, by door. */
  marks = new Map<number, string>()

  figures(from: number) {
    const counted = this.knocks.filter((knock) => knock.door < doorsInside && knock.at >= from)
    const worked = new Set(counted.map((knock) => knock.door))
    const closed = [...this.marks.keys()].filter((marked) => marked < doorsInside && !worked.has(marked))
    const talks = counted.filter(({ isTalk }) => isTalk).length
    const leads = this.leads.filter((lead) => lead.door < doorsInside).length
    const last = counted.toSorted((one, other) => other.at - one.at)[0]
    const per100 = (count: number) => (counted.length > 0 ? (100 * count) / counted.length : null)
    return {
      ...{ doors: doorsInside, worked: worked.size, left: doorsInside - worked.size - closed.length },
      ...{ knocks: counted.length, talks, leads, talksPer100Doors: per100(talks), leadsPer100Doors: per100(leads) },
      lastWorkedAt: last ? new Date(last.at).toISOString() : null,
      lastWorkedBy: last ? { id: fixture[last.by].id } : null,
    }
  }
}

let usedDoors = 0

async function play(actions: readonly Action[]): Promise<void> {
  const first = usedDoors
  usedDoors += doorsPerRun
  const properties = fixture.testTenant.properties[0]!.slice(first, first + doorsPerRun)
  const create = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  const input = [{ name: `Part ${first}`, area: areaAround(first, first + doorsInside - 1) }]
  const territory = (await fixture.execute(fixture.owner, create, { input }))['createTerritories'][0].id as string
  const startsOn = new Date(Date.now() - 48 * hourMs).toLocaleDateString('sv-SE', {
    timeZone: 'America/Indiana/Indianapolis',
  })
  const start = 'mutation ($input: StartPassInput!) { startPass(input: $input) { id } }'
  const pass = (
    await fixture.execute(fixture.owner, start, { input: { name: 'Hail', territoryIds: [territory], startsOn } })
  )['startPass'].id as string
  const { rows } = await fixture.db.query(
    `select extract(epoch from $1::date::timestamp at time zone 'America/Indiana/Indianapolis') * 1000 as ms`,
    [startsOn],
  )
  const from = Number((rows as [{ ms: string }])[0].ms)
  const model = new Model()
  const remembered: { at: Date; figures: ReturnType<Model['figures']> }[] = []
  for (const one of actions) {
    if (one.kind === 'remember') remembered.push({ at: await nextMoment(), figures: model.figures(from) })
    else await perform(one, model, properties, territory)
  }
  const expected = model.figures(from)
  expect((await readFigures(pass, null))[0]).toEqual(expected)
  for (const { at, figures } of [...remembered, { at: await nextMoment(), figures: expected }]) {
    expect((await readFigures(pass, at))[0]).toEqual(figures)
    await expectReceipts({ passId: pass, territoryId: territory, asOf: at.toISOString() }, figures)
  }
  await expectReceipts({ passId: pass, territoryId: territory }, expected)
  const { territory: listed } = await fixture.execute(
    fixture.owner,
    `query ($id: ID!) { territory(id: $id) { pass { passId ${figureFields} } } }`,
    { id: territory },
  )
  expect(listed.pass).toEqual({ passId: pass, ...expected })
}

const readFigures = async (id: string, asOf: Date | null) =>
  (await fixture.execute(fixture.owner, reportQuery, { id, asOf }))['pass'].figures as Json[]

async function expectReceipts(input: object, figures: ReturnType<Model['figures']>): Promise<void> {
  for (const [figure, total] of [
    ['DOORS_KNOCKED', figures.knocks],
    ['TALKS', figures.talks],
    ['LEADS_CREATED', figures.leads],
  ] as const) {
    const { explain } = await fixture.execute(fixture.owner, explainQuery, { input: { figure, ...input } })
    expect([figure, explain.total]).toEqual([figure, total])
    for (const { otherAmount, lines } of explain.receipt.sections)
      expect(lines.reduce((sum: number, { amount }: Json) => sum + Number(amount), otherAmount)).toBe(total)
  }
}

/** A time after all that was recorded, and before all that will be: an event of the same millisecond could be on either side. */
async function nextMoment(): Promise<Date> {
  const at = new Date(Date.now() + 1)
  while (Date.now() <= at.getTime() + 1) await new Promise(setImmediate)
  return at
}

async function perform(one: Exclude<Action, { kind: 'remember' }>, model: Model, doors: string[], territory: string) {
  const { execute, errorCode, owner, rep } = fixture
  switch (one.kind) {
    case 'knock': {
      const mutation = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
      const occurredAt = new Date(Date.now() - one.hoursAgo * hourMs).toISOString()
      const input = { propertyId: doors[one.door], outcome: one.outcome, occurredAt }
      // A mark forbids later knocks, and those from before it are accepted.
      if (model.marks.has(one.door) && one.hoursAgo === 0) {
        expect(await errorCode(fixture[one.by], mutation, { input })).toBe('DO_NOT_KNOCK')
        return
      }
      const { logKnock } = await execute(fixture[one.by], mutation, { input })
      const isTalk = ['TALKED', 'INTERESTED'].includes(one.outcome)
      model.knocks.push({
        id: logKnock.eventId,
        door: one.door,
        by: one.by,
        isTalk,
        at: Date.parse(occurredAt),
      })
      return
    }
    case 'withdraw': {
      const knock = model.knocks[one.which % Math.max(1, model.knocks.length)]
      if (!knock) return
      await execute(fixture[knock.by], 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', knock)
      model.knocks = model.knocks.filter((other) => other !== knock)
      return
    }
    case 'lead': {
      const mutation = 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }'
      const { createLead } = await execute(rep, mutation, { input: { propertyId: doors[one.door], tag: 'STORM' } })
      model.leads.push({ id: createLead.id, door: one.door })
      return
    }
    case 'deleteLead': {
      const lead = model.leads[one.which % Math.max(1, model.leads.length)]
      if (!lead) return
      await execute(admin, 'mutation ($id: ID!) { deleteLead(id: $id) { message } }', lead)
      model.leads = model.leads.filter((other) => other !== lead)
      return
    }
    case 'mark': {
      const mutation = 'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id } }'
      const { setDoNotKnock } = await execute(rep, mutation, { input: { propertyId: doors[one.door], kind: 'ASKED' } })
      model.marks.set(one.door, setDoNotKnock.id)
      return
    }
    case 'lift': {
      const id = model.marks.get(one.door)
      if (!id) return
      await execute(owner, 'mutation ($id: ID!) { liftDoNotKnock(id: $id, reason: "They asked us back") { id } }', {
        id,
      })
      model.marks.delete(one.door)
      return
    }
    case 'assign':
      await execute(owner, 'mutation ($id: ID!, $to: [ID!]!) { assignTerritory(id: $id, userIds: $to) { id } }', {
        id: territory,
        to: one.isHeld ? [rep.id] : [],
      })
  }
}

it('a random day of knocks, leads, marks and assignments gives the figures of a model, now, as of any time and in receipts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 35, size: 'max' }), play),
    // Another run would need doors of its own.
    { numRuns: runs, endOnFailure: true },
  )
  expect(usedDoors).toBe(runs * doorsPerRun)
}, 120_000)
