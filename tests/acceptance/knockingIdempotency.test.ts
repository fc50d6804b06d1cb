import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rebuildProjections } from '../../api/projections/rebuild.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import { rest } from '../support/client.ts'

const knocks = 200
const clients = 16

let database: TestDatabase
let servers: TestServer[]
let testTenant: TestTenant
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  testTenant = await createTestTenant(database.ownerUrl, { reps: clients, propertiesPerRep: 4 })
  servers = await Promise.all([
    startServer({ databaseUrl: database.ownerUrl }),
    startServer({ databaseUrl: database.ownerUrl }),
  ])
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
}, 60_000)

afterAll(async () => {
  await owner.end()
  await Promise.all(servers.map((server) => server.stop()))
  await database.close()
})

describe('200 knocks sent by 16 concurrent clients, each twice with the same id, to two processes', () => {
  const sent: { status: number; replayed: boolean }[] = []

  it('are all acknowledged', async () => {
    const work = Array.from({ length: knocks }, (_, n) => ({ client: n % clients, eventId: randomUUID(), door: n % 4 }))
    const queues = testTenant.reps.map((rep, client) => ({ rep, mine: work.filter((item) => item.client === client) }))
    await Promise.all(
      queues.map(async ({ rep, mine }, client) => {
        for (const { eventId, door } of mine) {
          const knock = { property_id: testTenant.properties[client]![door], outcome: 'talked', event_id: eventId }
          const both = await Promise.all(
            servers.map((server) => rest(server.url, rep.token, 'POST', '/crm/door-knocks', knock)),
          )
          sent.push(...both.map(({ status, body }) => ({ status, replayed: body['data']?.replayed })))
        }
      }),
    )
    expect(
      sent.filter(({ status }) => status !== 201),
      servers[0]!.output(),
    ).toEqual([])
    expect(sent.filter(({ replayed }) => replayed)).toHaveLength(knocks)
  })

  it('are in the log exactly once, at contiguous positions', async () => {
    const { rows } = await owner.query<{ events: number; distinct: number; last: string }>(
      `select count(*)::int as events, count(distinct event_id)::int as distinct, max(position) as last
       from activity_events where tenant_id = $1 and type = 'DoorKnocked'`,
      [testTenant.tenantId],
    )
    expect(rows[0]).toEqual({ events: knocks, distinct: knocks, last: String(knocks) })
  })

  it('are counted exactly once', async () => {
    expect(await doorsCounted()).toBe(knocks)
    expect(await doorsOnTheBoard()).toBe(knocks)
  })

  it('leave a log that verifies, before and after a rebuild', async () => {
    expect(await verifyLog(owner, testTenant.tenantId)).toEqual({
      tenantId: testTenant.tenantId,
      events: knocks,
      faults: [],
    })
    expect(await rebuildProjections(owner, testTenant.tenantId)).toBe(knocks)
    expect(await verifyLog(owner, testTenant.tenantId)).toEqual({
      tenantId: testTenant.tenantId,
      events: knocks,
      faults: [],
    })
    expect(await doorsCounted()).toBe(knocks)
  })

  it('cannot be changed or deleted, not even by the owner of the database', async () => {
    await expect(owner.query(`update activity_events set type = 'x'`)).rejects.toThrow('append-only')
    await expect(owner.query('delete from activity_events')).rejects.toThrow('append-only')
    await expect(owner.query('truncate activity_events')).rejects.toThrow('append-only')
  })

  it('reveal a byte or a counter changed behind the trigger', async () => {
    await owner.query('alter table activity_events disable trigger append_only')
    await owner.query(
      `update activity_events set data = jsonb_set(data, '{outcome}', '"interested"') where tenant_id = $1 and position = 77`,
      [testTenant.tenantId],
    )
    await owner.query('update rep_hours set doors = doors + 1 where tenant_id = $1 and rep_id = $2', [
      testTenant.tenantId,
      testTenant.reps[3]!.id,
    ])
    const { faults } = await verifyLog(owner, testTenant.tenantId)
    expect(faults).toContain('the hash chain breaks at position 77')
    expect(faults).toContain('the payload at position 77 was changed after it was appended')
    expect(faults.some((fault) => fault.startsWith('rep_hours differs'))).toBe(true)
  })
})

describe('a reused event id', () => {
  it('with another knock is rejected and changes nothing', async () => {
    const eventId = randomUUID()
    const [rep] = testTenant.reps
    const knock = { property_id: testTenant.properties[0]![0], outcome: 'talked', event_id: eventId }
    const server = servers[0]!
    expect((await rest(server.url, rep!.token, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
    const before = await doorsCounted()
    const other = await rest(server.url, rep!.token, 'POST', '/crm/door-knocks', { ...knock, outcome: 'interested' })
    expect(other.status).toBe(409)
    expect(await doorsCounted()).toBe(before)
  })
})

async function doorsCounted(): Promise<number> {
  const { rows } = await owner.query<{ doors: number }>(
    'select sum(doors)::int as doors from rep_hours where tenant_id = $1',
    [testTenant.tenantId],
  )
  return rows[0]!.doors
}

async function doorsOnTheBoard(): Promise<number> {
  const { body } = await rest(servers[1]!.url, testTenant.owner.token, 'GET', '/crm/leaderboard?period=month')
  return (body['data'] as { doors_knocked: number }[]).reduce((sum, entry) => sum + entry.doors_knocked, 0)
}
