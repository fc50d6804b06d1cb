import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedBusyTenants } from '../support/seedBusyTenants.ts'
import { createModelFixture, type ModelFixture } from '../support/model/modelFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'

/** A response body, asserted field by field. */
type Found = ApiResponse['body'][string]

let fixture: ModelFixture
beforeAll(async () => {
  fixture = await createModelFixture(['America/Indiana/Indianapolis', 'America/Los_Angeles'], 1)
}, 60_000)
afterAll(() => fixture.teardown())

const get = async (person: TestUser, path: string) => {
  const { status, body } = await rest(fixture.url, person.token, 'GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}
const openMap = (person: TestUser) =>
  rest(fixture.url, person.token, 'POST', '/activity/log-map-load', { lat: 39.77, lng: -86.16, zoom: 20 })
const setRate = (person: TestUser, id: string, body: object) =>
  rest(fixture.url, person.token, 'PUT', `/finops/cost-configuration/${id}`, body)

describe('cost configuration', () => {
  it("lists each service with its unit and price, in the specification's order", async () => {
    const { data, total } = await get(fixture.teams[0]!.owner, '/finops/cost-configuration')
    expect(total).toBe(5)
    expect(data.map((rate: Found) => [rate.service_type, rate.cost_per_unit, rate.unit_name])).toEqual([
      ['regrid_lookups', 0.1, 'record'],
      ['map_loads', 0.007, 'load'],
      ['geocoding', 0.005, 'request'],
      ['document_printing', 0.01, 'document'],
      ['api_calls', 0.0001, 'call'],
    ])
    expect(data[0]).toMatchObject({ id: 'regrid_lookups', description: 'One parcel record from the provider' })
  })

  it('is changed by a global admin only, from now on: past usage keeps its cost, also after the next change', async () => {
    const { owner, reps } = fixture.teams[0]!
    fixture.clock.now = new Date()
    await openMap(reps[0]!)
    const before = (await get(owner, '/finops/usage/summary?period=day')).data.by_service.map_loads
    expect(before).toEqual({ count: 1, cost: 0.007 })
    expect((await setRate(owner, 'map_loads', { cost_per_unit: 1 })).status).toBe(403)

    const changed = await setRate(fixture.globalAdmin, 'map_loads', { service_type: 'map_loads', cost_per_unit: 0.5 })
    expect(changed.body['data']).toMatchObject({ service_type: 'map_loads', cost_per_unit: 0.5 })
    expect((await get(owner, '/finops/usage/summary?period=day')).data.by_service.map_loads).toEqual(before)
    fixture.clock.now = new Date(Date.now() + 5)
    await openMap(reps[0]!)
    expect((await get(owner, '/finops/usage/summary?period=day')).data.by_service.map_loads).toEqual({
      count: 2,
      cost: 0.507,
    })
    await setRate(fixture.globalAdmin, 'map_loads', { cost_per_unit: 0 })
    expect((await get(owner, '/finops/usage/summary?period=day')).data.by_service.map_loads).toEqual({
      count: 2,
      cost: 0.507,
    })

    const log = await get(fixture.globalAdmin, '/activity/logs?type=CostRateSet')
    expect(log.data.map((event: Found) => event.data)).toEqual([
      { service: 'map_loads', fromMicros: 500_000, toMicros: 0 },
      { service: 'map_loads', fromMicros: 7_000, toMicros: 500_000 },
    ])
  })

  it('accepts multiples of 0.0001 from 0 to 1,000 and rejects others by field', async () => {
    for (const cost_per_unit of [-0.0001, 0.00005, 1_000.0001])
      expect(await setRate(fixture.globalAdmin, 'geocoding', { cost_per_unit })).toMatchObject({
        status: 422,
        body: { errors: { cost_per_unit: expect.stringContaining('steps of 0.0001') } },
      })
    expect((await setRate(fixture.globalAdmin, 'geocoding', { cost_per_unit: '1' })).status).toBe(400)
    expect((await setRate(fixture.globalAdmin, 'unknown', { cost_per_unit: 1 })).status).toBe(404)
    expect(
      (await setRate(fixture.globalAdmin, 'geocoding', { service_type: 'map_loads', cost_per_unit: 1 })).status,
    ).toBe(422)
    expect(
      (await setRate(fixture.globalAdmin, 'geocoding', { cost_per_unit: 0.0051 })).body['data'].cost_per_unit,
    ).toBe(0.0051)
    const again = await setRate(fixture.globalAdmin, 'geocoding', { cost_per_unit: 0.0051 })
    expect(again.status).toBe(200)
    expect((await get(fixture.globalAdmin, '/activity/logs?type=CostRateSet')).total).toBe(3)
  })
})

describe('usage reported by clients', () => {
  it('is recorded and never billed, and must be a whole number', async () => {
    const { owner, reps } = fixture.teams[1]!
    fixture.clock.now = new Date()
    const report = (person: TestUser, body: object) =>
      rest(fixture.url, person.token, 'POST', '/finops/track-usage', body)
    const kept = await report(owner, { service_type: 'regrid_lookups', quantity: 12, note: 'From the sample sheet' })
    expect([kept.status, kept.body['data']]).toMatchObject([
      201,
      { service_type: 'regrid_lookups', quantity: 12, note: 'From the sample sheet' },
    ])
    expect((await report(reps[0]!, { service_type: 'map_loads', quantity: 1 })).status).toBe(403)
    for (const quantity of [0, -1, 1.5, 1_000_001])
      expect((await report(owner, { service_type: 'map_loads', quantity })).status).toBe(422)
    expect((await report(owner, { service_type: 'coffee', quantity: 1 })).status).toBe(400)
    const { data } = await get(owner, '/finops/billing/summary')
    expect(data).toMatchObject({
      period: 'month',
      by_service: { regrid_lookups: { count: 0, cost: 0 } },
      total_cost: 0.0001,
    })
    expect(data.history).toHaveLength(6)
    const { rows } = await fixture.db.query('select quantity, note from usage_reports where tenant_id = $1', [
      fixture.teams[1]!.id,
    ])
    expect(rows).toEqual([{ quantity: 12, note: 'From the sample sheet' }])
  })
})

describe('the billing summary', () => {
  it("has each earlier month in full, by the tenant's calendar", async () => {
    const { owner, reps } = fixture.teams[1]!
    // 23:30 on June 30 and 00:30 on July 1 in Los Angeles.
    for (const at of ['2025-07-01T06:30:00Z', '2025-07-01T07:30:00Z', '2025-07-02T07:30:00Z']) {
      fixture.clock.now = new Date(at)
      await openMap(reps[0]!)
    }
    fixture.clock.now = new Date('2025-08-10T12:00:00Z')
    const { data } = await get(owner, '/finops/billing/summary')
    expect(data.from).toBe('2025-08-01T07:00:00.000Z')
    expect([data.total_cost, data.previous_total_cost]).toEqual([0, 0.0142])
    expect(data.history.map((month: Found) => [month.from.slice(0, 7), month.total_cost])).toEqual([
      ...[
        ['2025-07', 0.0142],
        ['2025-06', 0.0071],
        ['2025-05', 0],
        ['2025-04', 0],
        ['2025-03', 0],
        ['2025-02', 0],
      ],
    ])
  })
})

describe('the tenant comparison', () => {
  it('covers 1,000 active tenants with their usage', async () => {
    await seedBusyTenants(fixture.db, 1_000, 2)
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    for (const [n, days] of [30, 7, 1, 29, 28, 30, 7, 30].entries()) {
      // Later than the cache's lifetime, within the same hour.
      fixture.clock.now = new Date(hour + (n + 1) * 15_000)
      const { data, total, totals } = await get(fixture.globalAdmin, `/finops/tenant-comparison?days=${days}`)
      expect(total).toBe(1_002)
      const row = data.find(({ tenant }: Found) => tenant.name === 'Sample Tenant 7')
      // Two hours a day, the later one being the current hour, so that every period starts with one.
      const hours = days === 30 ? 60 : days * 2 + 1
      expect(row.metrics).toMatchObject({
        user_count: 5,
        property_count: 2_000,
        api_calls: hours * 60,
        map_loads: hours * 10,
      })
      expect(row.metrics.total_cost).toBeCloseTo((hours * 6 * 2_000) / 1e6, 9)
      expect(row.metrics.cost_per_user).toBe(row.metrics.total_cost / 5)
      expect(totals.active_tenants).toBeGreaterThanOrEqual(1_000)
    }
  }, 60_000)

  it('is for global admins only, and covers the given days', async () => {
    const { owner } = fixture.teams[0]!
    expect((await rest(fixture.url, owner.token, 'GET', '/finops/tenant-comparison')).status).toBe(403)
    expect((await rest(fixture.url, fixture.globalAdmin.token, 'GET', '/finops/tenant-comparison?days=0')).status).toBe(
      422,
    )
    const { data } = await graphql(
      fixture.url,
      fixture.globalAdmin.token,
      '{ tenantComparison(days: 30) { days trend { at revenue users activeTenants } previous { users } tenants { totalCost } } }',
    )
    const { trend, tenants } = data.tenantComparison
    expect(trend).toHaveLength(30)
    expect(trend.at(-1)).toMatchObject({ users: 5_006 })
    expect(trend.at(-2).activeTenants).toBeGreaterThanOrEqual(1_000)
    const costs = tenants.map(({ totalCost }: Found) => totalCost)
    expect(costs).toEqual(costs.toSorted((a: number, b: number) => b - a))
  })

  it('counts each account from the day on which it was created until it is deleted', async () => {
    const { id } = fixture.teams[0]!
    await fixture.db.query(
      `insert into users (id, email, email_key, full_name, password_hash, role, status, tenant_id, created_at, deleted_at)
       select gen_random_uuid(), '', gen_random_uuid()::text, 'Sample Leaver', 'none', 'sales_rep', 'blocked', $1,
         date_trunc('day', now(), 'UTC') - interval '4 days', date_trunc('day', now(), 'UTC') - interval '2 days'`,
      [id],
    )
    const query = '{ tenantComparison(days: 7) { totals { users } previous { users } trend { users } } }'
    const { data } = await graphql(fixture.url, fixture.globalAdmin.token, query, {}, { 'x-tenant-id': id })
    const { totals, previous, trend } = data.tenantComparison
    expect([previous.users, totals.users]).toEqual([3, 3])
    // It was created at the end of the second of the seven days, and deleted at the end of the fourth.
    expect(trend.map(({ users }: Found) => users)).toEqual([3, 4, 4, 3, 3, 3, 3])
  })

  it('covers only the chosen tenant, with all of its totals', async () => {
    const { id: tenantId } = fixture.teams[0]!
    const compare = (headers?: Record<string, string>) =>
      rest(fixture.url, fixture.globalAdmin.token, 'GET', '/finops/tenant-comparison?days=7', undefined, headers)
    const row = (await compare()).body['data'].find(({ tenant }: Found) => tenant.id === tenantId)
    const { body: chosen } = await compare({ 'x-tenant-id': tenantId })
    expect(chosen).toMatchObject({ total: 1, data: [row] })
    expect(chosen['totals']).toMatchObject({ users: row.metrics.user_count, api_calls: row.metrics.api_calls })
    expect(chosen['totals'].revenue).toBeCloseTo(row.metrics.total_cost, 9)
  })
})
