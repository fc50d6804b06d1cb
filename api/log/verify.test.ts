import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLogFixture, type LogFixture, type TestEvent } from '../../tests/support/logFixture.ts'
import { verifyLog } from './verify.ts'

let fixture: LogFixture
let reader: pg.Client
let tenantId: string

beforeAll(async () => {
  fixture = await createLogFixture()
  reader = new pg.Client({ connectionString: fixture.ownerUrl })
  await reader.connect()
})
afterAll(async () => {
  await reader.end()
  await fixture.teardown()
})

const mapLoaded = (zoom: number): TestEvent => ({
  at: '2026-05-04T10:00:00Z',
  type: 'MapLoaded',
  data: { lat: 1, lng: 1, zoom, provider: 'maplibre' },
})

beforeEach(async () => {
  tenantId = await fixture.createTenantLog('UTC', mapLoaded(20), mapLoaded(19), mapLoaded(18), mapLoaded(17))
})

/** Changes the log as only the owner of the database can. */
async function tamper(sql: string): Promise<void> {
  await fixture.owner.query('alter table activity_events disable trigger append_only')
  await fixture.owner.query(sql, [tenantId])
  await fixture.owner.query('alter table activity_events enable trigger append_only')
}
const verify = async () => (await verifyLog(fixture.owner, tenantId)).faults
const otherHead = 'the head does not match the last event'

describe('the verification of a log', () => {
  it('finds nothing in a log that only grew', async () => {
    expect(await verifyLog(fixture.owner, tenantId)).toEqual({ tenantId, events: 4, faults: [] })
    await fixture.write(tenantId, mapLoaded(16))
    expect(await verifyLog(fixture.owner, tenantId, reader)).toEqual({ tenantId, events: 5, faults: [] })
  })

  it('finds an event that was changed', async () => {
    await tamper(
      `update activity_events set data = jsonb_set(data, '{zoom}', '3') where tenant_id = $1 and position = 3`,
    )
    expect(await verify()).toContain('the payload at position 3 was changed after it was appended')
  })

  it('finds a hash that does not follow from the events before', async () => {
    await tamper(`update activity_events set hash = sha256('other') where tenant_id = $1 and position = 2`)
    expect(await verify()).toEqual(['the hash chain breaks at position 2'])
  })

  it('finds that an event in between was removed', async () => {
    await tamper('delete from activity_events where tenant_id = $1 and position = 2')
    const faults = await verify()
    expect(faults).toContain('positions have a gap before 3')
    expect(faults).toContain('the hash chain breaks at position 3')
  })

  it('finds that the last event was removed, and what its counts were', async () => {
    await tamper('delete from activity_events where tenant_id = $1 and position = 4')
    const inRows = (table: string) => `${table} differs from a rebuild in 2 rows`
    expect(await verify()).toEqual([otherHead, inRows('usage_hours'), inRows('usage_days')])
  })

  it.each([
    [
      'is before the last event',
      `update activity_heads set position = 3, hash = (select hash from activity_events
       where tenant_id = $1 and position = 3) where tenant_id = $1`,
    ],
    ['has another hash', `update activity_heads set hash = sha256('other') where tenant_id = $1`],
    ['is missing', 'delete from activity_heads where tenant_id = $1'],
  ])('finds a head that %s', async (_, sql) => {
    await fixture.owner.query(sql, [tenantId])
    expect(await verify()).toEqual([otherHead])
  })

  it('finds a count that the log does not give', async () => {
    await fixture.owner.query('delete from usage_days where tenant_id = $1', [tenantId])
    expect(await verify()).toEqual(['usage_days differs from a rebuild in 1 rows'])
  })
})

describe('the statements of a verification', () => {
  const settingsOf = async (client: pg.Client) => {
    const { rows } = await client.query(`select current_setting('transaction_isolation') as isolation,
      current_setting('enable_indexscan') as "indexScan", current_setting('work_mem') as memory`)
    return rows[0] as { isolation: string; indexScan: string; memory: string }
  }
  /** The settings of the transaction in which `client` runs the first statement that has `part`. */
  async function settingsAt(part: string, client: pg.Client, run: (spied: pg.Client) => Promise<unknown>) {
    let settings: unknown
    const query = async (sql: string, parameters?: unknown[]) => {
      if (!settings && sql.includes(part)) settings = await settingsOf(client)
      return client.query(sql, parameters)
    }
    await run({ query } as unknown as pg.Client)
    return settings
  }
  const ofReader = () => settingsAt('usage_days', reader, (spied) => verifyLog(fixture.owner, tenantId, spied))
  const readAhead = { indexScan: 'off', memory: '128MB' }
  const moveHead = (position: number) =>
    fixture.owner.query('update activity_heads set position = $2 where tenant_id = $1', [tenantId, position])

  it('see one state of the log and its counts', async () => {
    const settings = await settingsAt('activity_chain', fixture.owner, (spied) => verifyLog(spied, tenantId))
    expect(settings).toEqual({ isolation: 'repeatable read', ...readAhead })
  })

  it.each([
    [100_000, readAhead],
    [100_001, {}],
  ])('read a log of %d events in the order that is fast for it', async (position, changed) => {
    await moveHead(position)
    expect(await ofReader()).toEqual({ ...(await settingsOf(reader)), ...changed })
  })

  it('read a tenant without a log', async () => {
    tenantId = await fixture.createTenantLog('UTC')
    expect(await ofReader()).toEqual(await settingsOf(reader))
  })

  it('load the counts of this tenant', async () => {
    const rows: Record<string, string>[] = []
    const query = async (sql: string, parameters?: unknown[]) => {
      const result = await reader.query(sql, parameters)
      if (sql.includes('usage_days')) rows.push(...(result.rows as typeof rows))
      return result
    }
    await verifyLog(fixture.owner, tenantId, { query } as unknown as pg.Client)
    // An hour and a day of map loads.
    expect(Object.values(rows[0]!)).toEqual(['2'])
  })

  it.each(['first', 'second'])('have ended when the %s connection fails', async (failing) => {
    const query = () => Promise.reject(new Error('Connection lost'))
    const lost = { query } as unknown as pg.Client
    const clients = failing === 'first' ? ([lost, reader] as const) : ([fixture.owner, lost] as const)
    await expect(verifyLog(clients[0], tenantId, clients[1])).rejects.toThrow('Connection lost')
    expect(await verifyLog(fixture.owner, tenantId, reader)).toMatchObject({ faults: [] })
  })
})
