import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogFixture, type TestEvent, type LogFixture } from '../../../tests/support/logFixture.ts'
import type { Context } from '../../context.ts'
import { verifyLog } from '../../log/verify.ts'
import { setCostRate } from './costs.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { readTenantUsage } from '../../projections/usageDays.ts'
import { readActorUsage, readUsage } from '../../projections/usageHours.ts'

let testLog: LogFixture
beforeAll(async () => {
  testLog = await createLogFixture()
})
afterAll(() => testLog.teardown())

const rep = randomUUID()
const day = { from: new Date('2026-05-04T00:00:00Z'), to: new Date('2026-05-05T00:00:00Z') }
const eventTime = '2026-05-04T10:00:00Z'

const parcelLookUp = (when: string, records: number): TestEvent => ({
  at: when,
  actorId: rep,
  type: 'ParcelLookedUp',
  data: { repId: rep, provider: 'sample', records, found: records > 0 },
})
const mapLoaded = (when: string): TestEvent => ({
  at: when,
  type: 'MapLoaded',
  data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' },
})
const lettersPrinted = (when: string, count: number): TestEvent => ({
  at: when,
  type: 'LettersPrinted',
  data: { count, templateId: randomUUID(), templateTag: null, format: 'docx', leadIds: null },
})
const addressGeocoded = (when: string): TestEvent => ({
  at: when,
  type: 'AddressGeocoded',
  data: { repId: rep, provider: 'sample', found: true },
})
const usageReport = (when: string): TestEvent => ({
  at: when,
  type: 'UsageReported',
  data: { reportId: randomUUID(), service: 'map_loads', quantity: 500 },
})
const parcelCallReport = (when: string): TestEvent => ({
  at: when,
  type: 'ParcelCallReported',
  data: { parcelId: null, lat: null, lng: null },
})

async function readUsageByService(tenantId: string, span = day) {
  const uses = await testLog.app.within({ tenantId }, (em) => readUsage(em, [{ tenantId, ...span }]))
  return Object.fromEntries(uses.map(({ service, count, micros }) => [service, [count, micros]]))
}

/** Sets a rate that takes effect at a given time, which `setCostRate` cannot do. */
async function setRate(service: string, from: string, micros: number): Promise<void> {
  const values = [service, from, micros]
  await testLog.owner.query('insert into cost_rates (service_type, effective_from, micros) values ($1, $2, $3)', values)
}

describe('usage', () => {
  it('is counted in units and priced by the rate; each event counts as a call, and a client report as nothing else', async () => {
    const tenantId = await testLog.createTenantLog(
      'UTC',
      parcelLookUp(eventTime, 3),
      parcelLookUp(eventTime, 0),
      mapLoaded(eventTime),
      mapLoaded(eventTime),
      lettersPrinted(eventTime, 40),
      addressGeocoded(eventTime),
      usageReport(eventTime),
      parcelCallReport(eventTime),
    )
    expect(await readUsageByService(tenantId)).toEqual({
      regrid_lookups: [3, 300_000],
      map_loads: [2, 14_000],
      document_printing: [40, 400_000],
      geocoding: [1, 5_000],
      api_calls: [8, 800],
    })
  })

  it('is priced at the time the event occurred, even if recorded later or followed by a new rate', async () => {
    const tenantId = await testLog.createTenantLog(
      'UTC',
      parcelLookUp('2026-05-04T09:59:59Z', 1),
      parcelLookUp('2026-05-04T10:00:00Z', 1),
    )
    expect((await readUsageByService(tenantId))['regrid_lookups']).toEqual([2, 200_000])
    await setRate('regrid_lookups', '2026-06-01T00:00:00Z', 1_000_000)
    await testLog.write(tenantId, parcelLookUp('2026-05-04T12:00:00Z', 1), parcelLookUp('2026-06-01T00:00:00Z', 1))
    expect((await readUsageByService(tenantId))['regrid_lookups']).toEqual([3, 300_000])
    const june = { from: new Date('2026-06-01'), to: new Date('2026-06-02') }
    expect((await readUsageByService(tenantId, june))['regrid_lookups']).toEqual([1, 1_000_000])
    await rebuildProjections(testLog.owner, tenantId)
    expect((await readUsageByService(tenantId))['regrid_lookups']).toEqual([3, 300_000])
  })

  it('of a rep includes only their own events', async () => {
    const tenantId = await testLog.createTenantLog(
      'UTC',
      parcelLookUp(eventTime, 2),
      mapLoaded(eventTime),
      parcelLookUp('2026-05-05T00:00:00Z', 2),
    )
    const ownUsage = await testLog.app.within({ tenantId }, (em) => readActorUsage(em, { tenantId, ...day }, rep))
    expect(ownUsage.map(({ service, count }) => [service, count])).toEqual([
      ['regrid_lookups', 2],
      ['map_loads', 0],
      ['geocoding', 0],
      ['document_printing', 0],
      ['api_calls', 1],
    ])
  })

  it('has the same total by days as by hours, in the compared days and in the days before', async () => {
    const hours = Array.from({ length: 150 }, (_, n) => new Date(Date.UTC(2026, 4, 4, n)).toISOString())
    const tenantId = await testLog.createTenantLog(
      'UTC',
      ...hours.flatMap((hour) => [mapLoaded(hour), parcelLookUp(hour, 2)]),
    )
    const usageOfHours = (count: number) => ({
      apiCalls: 2 * count,
      mapLoads: count,
      regridLookups: 2 * count,
      micros: count * (7_000 + 200_000 + 200),
    })
    for (const [startHour, days] of [
      [0, 1],
      [30, 1],
      [48, 1],
      [100, 2],
      [77, 3],
      [149, 6],
      [149, 1],
    ] as const) {
      const from = new Date(Date.UTC(2026, 4, 4, startHour))
      const tenants = await testLog.app.within('platform', (em) => readTenantUsage(em, 'platform', from, days))
      expect(tenants.get(tenantId)).toEqual({
        current: usageOfHours(150 - startHour),
        previous: usageOfHours(Math.min(startHour, 24 * days)),
      })
    }
  })
})

function globalAdminContext(): Context {
  const actor = {
    userId: randomUUID(),
    sessionId: randomUUID(),
    email: '',
    fullName: 'Sample Boss',
    role: 'global_admin',
    viewedRole: null,
    tenantId: null,
    mustChangePassword: false,
  }
  const afterCommit = () => undefined
  return {
    actor,
    requestId: randomUUID(),
    now: () => new Date(),
    database: testLog.app,
    afterCommit,
  } as unknown as Context
}

describe('rates', () => {
  it('cannot be changed or deleted, by any role', async () => {
    for (const statement of ['update cost_rates set micros = 0', 'delete from cost_rates', 'truncate cost_rates'])
      await expect(testLog.owner.query(statement)).rejects.toThrow('append-only')
  })

  it('take effect between the events recorded before and after them, during concurrent appends', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, () => testLog.createTenantLog('UTC')))
    let writing = true
    const writers = tenants.map(async (tenantId) => {
      while (writing) await testLog.write(tenantId, mapLoaded(new Date().toISOString()))
    })
    for (let n = 1; n <= 20; n += 1) {
      await setCostRate(globalAdminContext(), { service: 'map_loads', costPerUnit: n / 10_000 })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    writing = false
    await Promise.all(writers)
    for (const tenantId of tenants) {
      const { events, faults } = await verifyLog(testLog.owner, tenantId)
      expect(faults).toEqual([])
      expect(events).toBeGreaterThan(1)
    }
  })

  it('can be set, and events appended, during a long read of the rates, such as a backup', async () => {
    const tenantId = await testLog.createTenantLog('UTC')
    await inOpenTransaction(async (reader) => {
      await reader.query('select * from cost_rates')
      await setCostRate(globalAdminContext(), { service: 'geocoding', costPerUnit: 0.0123 })
      await testLog.write(tenantId, addressGeocoded(new Date().toISOString()))
    })
    expect((await verifyLog(testLog.owner, tenantId)).faults).toEqual([])
  })

  it('are refused while an append is running, without blocking other appends', async () => {
    const [slowTenantId, otherTenantId] = [await testLog.createTenantLog('UTC'), await testLog.createTenantLog('UTC')]
    await inOpenTransaction(async (writer) => {
      const events = JSON.stringify([{ ...eventFixture, event_id: randomUUID() }])
      await writer.query(`select set_config('app.tenant_id', $1, true)`, [slowTenantId])
      await writer.query('select count(*) from append_activity($1, $2)', [slowTenantId, events])
      const pending = setCostRate(globalAdminContext(), { service: 'geocoding', costPerUnit: 0.0321 })
      const rejection = expect(pending).rejects.toThrow('Try again in a moment')
      for (let n = 0; n < 20; n += 1) await testLog.write(otherTenantId, addressGeocoded(new Date().toISOString()))
      await rejection
    })
    await setCostRate(globalAdminContext(), { service: 'geocoding', costPerUnit: 0.0321 })
    for (const tenantId of [slowTenantId, otherTenantId])
      expect((await verifyLog(testLog.owner, tenantId)).faults).toEqual([])
  })

  it('and events keep their order when the clock goes back', async () => {
    const tenantId = await testLog.createTenantLog('UTC')
    const ahead = new Date(Date.now() + 3_600_000)
    await inOpenTransaction(async (maintenance) => {
      await maintenance.query('set local role porchlight_maintenance')
      await maintenance.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
      const event = { ...eventFixture, event_id: randomUUID(), recorded_at: ahead, occurred_at: ahead }
      await maintenance.query('select append_dated_activity($1, $2)', [tenantId, JSON.stringify([event])])
    })
    const { effectiveFrom } = await setCostRate(globalAdminContext(), { service: 'map_loads', costPerUnit: 0.5 })
    expect(effectiveFrom!.getTime()).toBeGreaterThanOrEqual(ahead.getTime())
    await testLog.write(tenantId, mapLoaded(new Date().toISOString()), mapLoaded(ahead.toISOString()))
    const { rows } = await testLog.owner.query(
      'select recorded_at from activity_events where tenant_id = $1 order by position',
      [tenantId],
    )
    expect(rows.map(({ recorded_at }) => recorded_at)).toEqual([ahead, ahead, ahead])
    expect((await verifyLog(testLog.owner, tenantId)).faults).toEqual([])
  })
})

const eventFixture = {
  type: 'MapLoaded',
  schema_version: 1,
  occurred_at: eventTime,
  request_id: randomUUID(),
  data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' },
}

/** Runs `work` in a transaction that stays open until it ends. */
async function inOpenTransaction(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: testLog.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
