import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogFixture, type LogFixture } from '../../tests/support/logFixture.ts'
import { verifyLog } from '../log/verify.ts'
import { migrate } from './migrate.ts'

let fixture: LogFixture
beforeAll(async () => {
  fixture = await createLogFixture()
})
afterAll(() => fixture.teardown())

/** Waits until a connection waits for the lock of the tenant's log, and returns its pid. */
async function findWaitingPid(): Promise<number> {
  const findPid = async () => {
    const { rows } = await fixture.owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    )
    return rows[0]?.pid
  }
  await expect.poll(findPid, { timeout: 20_000 }).toBeTypeOf('number')
  return (await findPid())!
}

describe('a migration with changed projections', () => {
  it('is completed by the next start if the rebuild is interrupted', async () => {
    const tenantId = await fixture.createTenantLog('UTC', {
      at: '2026-05-04T10:00:00Z',
      type: 'MapLoaded',
      actorId: randomUUID(),
      data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' },
    })
    // Pretend that an earlier version with other projections was installed.
    await fixture.owner.query(`update installation set value = '"earlier"' where key = 'project_activity'`)
    await fixture.owner.query(`update usage_hours set cost_micros = 1 where tenant_id = $1`, [tenantId])
    expect((await verifyLog(fixture.owner, tenantId)).faults).toHaveLength(1)

    await fixture.owner.query('select pg_advisory_lock(hashtextextended($1::text, 0))', [tenantId])
    const interrupted = expect(migrate(fixture.ownerUrl)).rejects.toThrow()
    await fixture.owner.query('select pg_terminate_backend($1)', [await findWaitingPid()])
    await interrupted
    await fixture.owner.query('select pg_advisory_unlock_all()')

    await migrate(fixture.ownerUrl)
    expect((await verifyLog(fixture.owner, tenantId)).faults).toEqual([])
    const { rows } = await fixture.owner.query(`select from installation where key = 'projections_due'`)
    expect(rows).toEqual([])
  })

  it('counts the talks of a database of release 0.1, without withdrawn ones', async () => {
    const knock = { propertyId: randomUUID(), repId: randomUUID(), neighborhood: null }
    const at = '2026-05-04T10:00:00.000Z'
    const talked = { at, type: 'DoorKnocked', data: { ...knock, outcome: 'talked', sessionId: null } } as const
    const tenantId = await fixture.createTenantLog('UTC', talked, talked)
    const { rows: events } = await fixture.owner.query('select event_id from activity_events where tenant_id = $1', [
      tenantId,
    ])
    await fixture.write(tenantId, {
      at,
      type: 'KnockWithdrawn',
      data: { ...knock, knockId: events[0].event_id, countedAt: at, status: 'contacted' },
    })
    await fixture.owner.query('alter table rep_hours drop column talks')
    await fixture.owner.query(`delete from schema_migrations where name = '0019_talks'`)
    await fixture.owner.query(`update installation set value = '"earlier"' where key = 'project_activity'`)

    await migrate(fixture.ownerUrl)
    const { rows } = await fixture.owner.query('select doors, talks from rep_hours where tenant_id = $1', [tenantId])
    expect(rows).toEqual([{ doors: 1, talks: 1 }])
    expect((await verifyLog(fixture.owner, tenantId)).faults).toEqual([])
  })
})
