import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../tests/support/database.ts'
import { statusByOutcome } from '../../api/domain/enums.ts'
import { verifyLog } from '../../api/log/verify.ts'
import { listTenantsWithLogs } from '../../api/projections/rebuild.ts'
import { loadPeople } from '../loadPeople.ts'
import { DEMO_TENANTS, DEMO_USERS, MAPLE, findDemoUser } from '../people.ts'
import { generateTown } from '../town/town.ts'
import { loadActivity } from './load.ts'
import { type TenantPlan, planActivity } from './plan.ts'
import { REP_PROFILES } from './repProfiles.ts'
import { FIRST_VIEW_OUTCOMES } from './territory.ts'

const people = { tenants: DEMO_TENANTS, users: DEMO_USERS }
const { parcels } = generateTown()
/**
 * A Thursday afternoon, a Sunday after midnight, a Monday morning, and the hour after a change to daylight saving time.
 */
const moments = ['2026-11-19T20:20:00Z', '2026-06-07T05:40:00Z', '2026-03-16T13:20:00Z', '2026-03-08T08:10:00Z']
const plansAt = (now: string) => planActivity(parcels, people, new Date(now))
const maplePlan = (plans: TenantPlan[]) => plans.find((plan) => plan.tenantId === MAPLE.id)!

describe.each(moments)('the plan of activity at %s', (now) => {
  const plans = plansAt(now)
  const maple = maplePlan(plans)
  const reps = REP_PROFILES.map(({ email }) => findDemoUser(email)).filter((user) => user.tenantId === MAPLE.id)

  it('is identical on every run, ids included', () => {
    expect(plansAt(now)).toEqual(plans)
  })

  it('covers eight weeks until now, with each log ordered by recorded_at', () => {
    for (const { events } of plans) {
      const times = events.map((event) => event.recorded_at.getTime())
      expect(times.toSorted((a, b) => a - b)).toEqual(times)
      expect(times.at(-1)!).toBeLessThan(Date.parse(now))
      expect(times[0]!).toBeGreaterThan(Date.parse(now) - 57 * 86_400_000)
      expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length)
    }
  })

  it('gives each rep many knocks and fewer leads, and the best rep more than the newest', () => {
    const counts = reps.map((rep) => ({
      lookUps: maple.events.filter((e) => e.type === 'ParcelLookedUp' && e.actor_id === rep.id).length,
      leads: maple.leads.filter((lead) => lead.rep_id === rep.id).length,
    }))
    for (const { lookUps, leads } of counts) {
      expect(lookUps).toBeGreaterThan(40)
      expect(lookUps).toBeLessThan(270)
      expect(leads).toBeGreaterThan(4)
      expect(leads).toBeLessThan(110)
    }
    expect(counts[0]!.leads).toBeGreaterThan(3 * counts.at(-1)!.leads)
    const completed = (email: string) =>
      maple.leads.filter((lead) => lead.rep_id === findDemoUser(email).id && lead.status === 'completed').length
    expect(completed('avery@maple-demo.example')).toBeGreaterThan(completed('morgan@maple-demo.example'))
  })

  it('has most of the team at work today', () => {
    const today = maple.knocks.filter((knock) => Date.parse(now) - knock.occurred_at.getTime() < 12 * 3_600_000)
    expect(new Set(today.map((knock) => knock.rep_id)).size).toBeGreaterThanOrEqual(4)
  })

  it('walks along streets: the next new property is mostly on the same street', () => {
    const saved = maple.properties.filter(
      (property) => property.created_by === findDemoUser('riley@maple-demo.example').id,
    )
    const same = saved.filter((property, i) => i > 0 && property.street_name === saved[i - 1]!.street_name)
    expect(same.length / saved.length).toBeGreaterThan(0.9)
  })

  it('shows every status in the first view and leaves the other fixture addresses unsaved', () => {
    const statuses = new Map(maple.properties.map((property) => [property.address.split(',')[0]!, property.status]))
    for (const [address, outcome] of Object.entries(FIRST_VIEW_OUTCOMES)) {
      expect([address, statuses.get(address)]).toEqual([address, statusByOutcome[outcome] ?? 'new'])
    }
    for (const free of [
      '1018 W 12th Demo St',
      '1018 N Juniper Sample Ave',
      '10180 W 4th Demo St',
      '503 W 5th Demo St',
    ]) {
      expect(statuses.has(free)).toBe(false)
    }
  })

  it('has no duplicate properties and no rows of deleted ones', () => {
    for (const plan of plans) {
      expect(new Set(plan.properties.map((property) => property.point6)).size).toBe(plan.properties.length)
      const ids = new Set(plan.properties.map((property) => property.id))
      for (const row of [...plan.leads, ...plan.knocks, ...plan.property_tags])
        expect(ids.has(row.property_id)).toBe(true)
    }
    expect(maple.events.filter((event) => event.type === 'PropertyDeleted').length).toBeGreaterThan(0)
    expect(maple.events.filter((event) => event.type === 'LeadDeleted').length).toBeGreaterThan(0)
    expect(maple.events.filter((event) => event.type === 'KnockWithdrawn').length).toBeGreaterThan(0)
  })
})

it('ends no session before it begins, also in the first seconds of a day', () => {
  for (const { knock_sessions: sessions } of plansAt('2026-12-01T05:00:02Z'))
    expect(sessions.filter(({ started_at: start, ended_at: end }) => !end || end < start)).toEqual([])
})

describe('the plan, loaded into the database', () => {
  const now = new Date(moments[0]!)
  let database: TestDatabase
  let client: pg.Client

  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    await client.query('begin')
    await loadPeople(client, now)
    await loadActivity(client, planActivity(parcels, people, now))
    await client.query('commit')
  })
  afterAll(async () => {
    await client.end()
    await database.close()
  })

  it('passes log verification for every tenant', async () => {
    const tenants = await listTenantsWithLogs(client)
    expect(tenants).toHaveLength(4)
    for (const tenant of tenants) expect((await verifyLog(client, tenant)).faults).toEqual([])
  })

  it('projects the knocks, leads and conversions of each rep that the tables contain', async () => {
    const { rows: counted } = await client.query(
      `select rep_id, sum(doors)::int as doors, sum(leads)::int as leads, sum(conversions)::int as conversions
       from rep_hours group by rep_id order by rep_id`,
    )
    const { rows: stored } = await client.query(
      `select u.id as rep_id,
         (select count(*)::int from knocks k where k.rep_id = u.id and k.withdrawn_at is null) as doors,
         (select count(*)::int from leads l where l.rep_id = u.id) as leads,
         (select count(*)::int from leads l where l.rep_id = u.id and l.status = 'completed') as conversions
       from users u where exists (select from rep_hours r where r.rep_id = u.id) order by u.id`,
    )
    expect(counted).toEqual(stored)
    expect(counted).toHaveLength(REP_PROFILES.length)
  })

  it('keeps occurred_at and recorded_at', async () => {
    const { rows } = await client.query(
      `select min(recorded_at - occurred_at)::text as least, max(recorded_at) < $1 as past from activity_events`,
      [now],
    )
    expect(rows).toEqual([{ least: '00:00:00.4', past: true }])
  })
})
