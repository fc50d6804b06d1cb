import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connect, type Database } from '../database/connection.ts'
import type { KnockOutcome } from '../domain/enums.ts'
import type { DomainEvent } from '../events/catalog.ts'
import { appendEvents } from '../log/append.ts'
import { verifyLog } from '../log/verify.ts'
import { readLeadTotals } from './repLeads.ts'
import { readKnockingDays, readRepMetrics, readRepMetricsAsOf, readRepTags } from './repMetrics.ts'
import { rebuildProjections } from './rebuild.ts'
import { readRepDayHours } from './repDays.ts'

let database: TestDatabase
let owner: pg.Client
let app: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  app = await connect(database.url, { poolSize: 6 })
})

afterAll(async () => {
  await app.close()
  await owner.end()
  await database.close()
})

type Given = DomainEvent & { at: string; eventId?: string }

/** Creates a log with these events and returns its tenant id. */
async function given(...events: Given[]): Promise<string> {
  const tenantId = randomUUID()
  await write(tenantId, events)
  return tenantId
}

async function write(tenantId: string, events: Given[]): Promise<void> {
  await app.within({ tenantId }, (em) =>
    appendEvents(
      em,
      tenantId,
      events.map(({ at, eventId = randomUUID(), ...event }) => ({
        ...event,
        eventId,
        occurredAt: new Date(at),
        subjectId: null,
        envelope: { actor: null, requestId: randomUUID() },
      })),
    ),
  )
}

const rep = randomUUID()
const day = { from: new Date('2026-05-04T00:00:00Z'), to: new Date('2026-05-05T00:00:00Z') }
const where = { propertyId: randomUUID(), neighborhood: 'Sample Park', city: 'Sampleton' }

const knock = (at: string, repId = rep, outcome: KnockOutcome = 'talked', eventId = randomUUID()): Given => ({
  at,
  eventId,
  type: 'DoorKnocked',
  data: { ...where, repId, outcome, sessionId: null },
})
const withdrawal = (knockId: string, countedAt: string, repId = rep): Given => ({
  at: '2026-05-09T09:00:00Z',
  type: 'KnockWithdrawn',
  data: { ...where, repId, knockId, countedAt, status: 'new' },
})
const lead = (at: string, leadId = randomUUID()): Given => ({
  at,
  type: 'LeadCreated',
  data: { ...where, leadId, repId: rep, tag: 'storm', priority: 'normal' },
})
const status = (at: string, from: 'new' | 'completed', to: 'new' | 'completed', countedAt: string | null): Given => ({
  at,
  type: 'LeadStatusChanged',
  data: { ...where, leadId: randomUUID(), repId: rep, tag: 'storm', from, to, countedAt },
})

const metricsOf = (tenantId: string, span = day) =>
  app.within({ tenantId }, (em) => readRepMetrics(em, [{ tenantId, ...span }]))

describe("a rep's work", () => {
  it('is counted in the hour in which it occurred', async () => {
    const tenantId = await given(
      knock('2026-05-04T10:59:59Z'),
      knock('2026-05-04T11:00:00Z'),
      knock('2026-05-05T00:00:00Z'),
      lead('2026-05-04T12:00:00Z'),
      {
        at: '2026-05-04T12:00:00Z',
        type: 'ParcelLookedUp',
        data: { repId: rep, provider: 'embedded', records: 2, found: true },
      },
      {
        at: '2026-05-04T12:00:00Z',
        type: 'ParcelLookedUp',
        data: { repId: rep, provider: 'embedded', records: 0, found: false },
      },
    )
    expect(await metricsOf(tenantId)).toMatchObject([{ repId: rep, doors: 2, leads: 1, conversions: 0, properties: 1 }])
  })

  it('loses a withdrawn knock in the hour in which it was counted', async () => {
    const at = '2026-05-04T10:00:00Z'
    const tenantId = await given(knock(at), knock('2026-05-04T10:30:00Z'), withdrawal(randomUUID(), at))
    expect(await metricsOf(tenantId)).toMatchObject([{ doors: 1 }])
    expect(await metricsOf(tenantId, { from: day.to, to: new Date('2026-06-01') })).toEqual([])
  })

  it('counts as talks the knocks at which the owner was spoken with, without withdrawn ones', async () => {
    const [talked, leftFlyer] = [randomUUID(), randomUUID()]
    const at = '2026-05-04T10:00:00Z'
    const tenantId = await given(
      knock(at, rep, 'talked', talked),
      knock(at, rep, 'left_flyer', leftFlyer),
      knock(at, rep, 'interested'),
      knock(at, rep, 'not_interested'),
      ...(['nobody_home', 'come_back', 'not_the_owner', 'no_soliciting'] as const).map((other) =>
        knock(at, rep, other),
      ),
    )
    const counts = () =>
      app.within({ tenantId }, (em) => readRepDayHours(em, { tenantId, ...day }, 'America/Indiana/Indianapolis', rep))
    expect(await counts()).toEqual([{ day: '2026-05-04', hour: 6, doors: 8, talks: 3, leads: 0 }])
    await write(tenantId, [withdrawal(talked, at), withdrawal(leftFlyer, at)])
    expect(await counts()).toMatchObject([{ doors: 6, talks: 2 }])
    // What an earlier release counted is replaced by a rebuild, also for withdrawals, which do not have the outcome.
    await owner.query('update rep_hours set talks = 0 where tenant_id = $1', [tenantId])
    await rebuildProjections(owner, tenantId)
    expect(await counts()).toMatchObject([{ doors: 6, talks: 2 }])
  })

  it('loses the conversion of a reopened lead in the hour of its completion', async () => {
    const tenantId = await given(
      lead('2026-05-04T08:00:00Z'),
      status('2026-05-04T09:00:00Z', 'new', 'completed', null),
      status('2026-05-06T09:00:00Z', 'completed', 'new', '2026-05-04T09:00:00Z'),
    )
    expect(await metricsOf(tenantId)).toMatchObject([{ leads: 1, conversions: 0 }])
  })

  it('loses nothing when a lead is reopened whose completion is not in the log', async () => {
    const tenantId = await given(lead('2026-05-04T08:00:00Z'), status('2026-05-04T09:00:00Z', 'completed', 'new', null))
    expect(await metricsOf(tenantId)).toMatchObject([{ leads: 1, conversions: 0 }])
    expect(await app.within({ tenantId }, (em) => readLeadTotals(em, rep))).toMatchObject({
      completedLeads: 0,
    })
  })

  it('loses a deleted lead, with its type and its conversion', async () => {
    const deletion: Given = {
      at: '2026-05-07T09:00:00Z',
      type: 'LeadDeleted',
      data: {
        ...where,
        leadId: randomUUID(),
        repId: rep,
        tag: 'storm',
        countedAt: '2026-05-04T08:00:00Z',
        convertedAt: '2026-05-04T09:00:00Z',
        status: 'completed',
      },
    }
    const tenantId = await given(
      lead('2026-05-04T08:00:00Z'),
      status('2026-05-04T09:00:00Z', 'new', 'completed', null),
      knock('2026-05-04T08:00:00Z'),
    )
    const tags = () => app.within({ tenantId }, (em) => readRepTags(em, [{ tenantId, ...day }]))
    expect(await tags()).toEqual(new Map([[`${tenantId} ${rep}`, [{ tag: 'storm', count: 1 }]]]))
    await write(tenantId, [deletion])
    expect(await metricsOf(tenantId)).toMatchObject([{ leads: 0, conversions: 0, doors: 1 }])
    expect(await tags()).toEqual(new Map())
  })

  it("includes the days with a knock in the tenant's time zone", async () => {
    // 23:30 and 00:30 in Indianapolis are on the same day in UTC.
    const knocks = [knock('2026-05-04T03:30:00Z'), knock('2026-05-04T04:30:00Z')]
    const days = async (timeZone: string) => {
      const tenantId = await given(...knocks)
      await owner.query('insert into tenants (id, name, company_name, time_zone) values ($1, $2, $2, $3)', [
        tenantId,
        'Sample',
        timeZone,
      ])
      const found = await app.within({ tenantId }, (em) => readKnockingDays(em, [{ tenantId, ...day }]))
      return [...found.values()]
    }
    expect(await days('America/Indiana/Indianapolis')).toEqual([2])
    expect(await days('UTC')).toEqual([1])
  })

  it('can be read as of an earlier time', async () => {
    const tenantId = await given(knock('2026-05-04T10:00:00Z'))
    await sleep(20)
    const between = new Date()
    await sleep(20)
    await write(tenantId, [knock('2026-05-04T10:00:00Z')])
    const then = await app.within({ tenantId }, (em) => readRepMetricsAsOf(em, tenantId, day, between))
    expect([then[0]!.doors, (await metricsOf(tenantId))[0]!.doors]).toEqual([1, 2])
  })
})

describe('after random events from concurrent writers', () => {
  it('the projections equal a rebuild, row by row, even one that runs at the same time', async () => {
    const tenantId = await given(knock('2026-05-04T00:00:00Z'))
    const reps = Array.from({ length: 5 }, () => randomUUID())
    const random = createRandom(42)
    const randomEvent = (withdrawable: string[]): Given => {
      const at = new Date(Date.UTC(2026, 4, 4, Math.floor(random() * 72))).toISOString()
      const repId = reps[Math.floor(random() * reps.length)]!
      const kinds: Given[] = [
        knock(at, repId, random() < 0.5 ? 'interested' : 'left_flyer'),
        lead(at),
        status(at, 'new', 'completed', null),
        status(at, 'completed', 'new', at),
        { at, type: 'MapLoaded', data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' } },
        withdrawal(withdrawable.pop() ?? randomUUID(), at, repId),
      ]
      return kinds[Math.floor(random() * kinds.length)]!
    }
    const writers = Array.from({ length: 6 }, async () => {
      const withdrawable: string[] = []
      for (let turn = 0; turn < 12; turn += 1) {
        const events = Array.from({ length: 1 + Math.floor(random() * 5) }, () => randomEvent(withdrawable))
        await write(tenantId, events)
        withdrawable.push(...events.flatMap(({ type, eventId }) => (type === 'DoorKnocked' ? eventId! : [])))
      }
    })
    await Promise.all([...writers, rebuildProjections(owner, tenantId)])
    const before = await verifyLog(owner, tenantId)
    expect(before.faults).toEqual([])
    expect(before.events).toBeGreaterThan(100)
    await rebuildProjections(owner, tenantId)
    expect(await verifyLog(owner, tenantId)).toEqual(before)
  })
})

/** A random number generator with a seed, so that a failure can be reproduced. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('the letters of a lead', () => {
  const printed = (at: string, leadIds: string[] | null = null): Given => ({
    at,
    type: 'LettersPrinted',
    data: { count: 2, templateId: randomUUID(), templateTag: null, format: 'docx', leadIds },
  })

  it('are counted for each lead that the event names, otherwise together', async () => {
    const [first, second] = [randomUUID(), randomUUID()] as const
    const tenantId = await given(
      printed('2026-05-04T10:00:00Z'),
      printed('2026-05-04T11:00:00Z', [first, second]),
      printed('2026-05-04T11:30:00Z', [first]),
    )
    const { rows } = await owner.query(
      'select lead_id, letters from lead_letters where tenant_id = $1 order by letters, lead_id',
      [tenantId],
    )
    const unknown = '00000000-0000-0000-0000-000000000000'
    expect(rows).toHaveLength(3)
    expect(Object.fromEntries(rows.map(({ lead_id: id, letters }) => [id, letters]))).toEqual({
      [unknown]: 2,
      [first]: 2,
      [second]: 1,
    })
  })
})
