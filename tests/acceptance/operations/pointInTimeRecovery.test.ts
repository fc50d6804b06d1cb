import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from '../../../api/database/embedded.ts'
import { verifyLog } from '../../../api/log/verify.ts'
import { startKnockLoad } from '../../faults/knockLoad.ts'
import { startServer } from '../../support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../../support/testEnvironment.ts'
import { createTestTenant } from '../../support/testTenant.ts'

let root: string
let archive: string
let environment: TestEnvironment

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'porchlight-recovery-'))
  archive = path.join(root, 'archive')
  mkdirSync(archive)
  // PostgreSQL may run as another user than the tests.
  chmodSync(root, 0o755)
  chmodSync(archive, 0o777)
  environment = await createTestEnvironment({
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    // While files are copied, vacuum must not remove any.
    autovacuum: 'off',
  })
}, 120_000)

afterAll(async () => {
  await environment.teardown()
  rmSync(root, { recursive: true, force: true })
})

describe('a base backup and the archived write-ahead log', () => {
  it('restore the database to the moment before data was destroyed', { timeout: 180_000 }, async () => {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 2, propertiesPerRep: 10 })
    const server = await startServer({ databaseUrl: environment.ownerUrl })
    const owner = new pg.Client({ connectionString: environment.ownerUrl })
    await owner.connect()
    const base = path.join(mkdtempSync(path.join(root, 'restored-')), 'postgres')
    try {
      const load = startKnockLoad(server.url, testTenant, { thinkMs: 20 })
      await vi.waitUntil(() => load.acknowledged.size > 5, { timeout: 60_000 })
      await owner.query(`select pg_backup_start('test', true)`)
      copyCluster(path.join(environment.dataDir, 'postgres'), base)
      const { rows: labels } = await owner.query('select labelfile from pg_backup_stop(true)')
      writeFileSync(path.join(base, 'backup_label'), labels[0].labelfile)
      const during = load.acknowledged.size
      await vi.waitUntil(() => load.acknowledged.size > during + 20, { timeout: 60_000 })
      await load.stop()
      expect(load.refusals).toEqual([])

      const { rows: times } = await owner.query('select clock_timestamp()::text as time')
      const later = startKnockLoad(server.url, testTenant)
      await vi.waitUntil(() => later.acknowledged.size > 5, { timeout: 60_000 })
      await later.stop()
      await owner.query('truncate properties cascade')
      const { rows: segments } = await owner.query(
        'select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()',
      )
      const isArchived = async () => {
        const { rows } = await owner.query('select last_archived_wal >= $1 as archived from pg_stat_archiver', [
          segments[0].name,
        ])
        return rows[0].archived === true
      }
      await vi.waitUntil(isArchived, { timeout: 60_000 })

      const restored = await readRestored(base, times[0].time, testTenant.tenantId)
      expect([...load.acknowledged].filter((id) => !restored.eventIds.has(id))).toEqual([])
      expect([...later.acknowledged].filter((id) => restored.eventIds.has(id))).toEqual([])
      expect(restored.properties).toBe(20)
      expect(restored.faults).toEqual([])
    } finally {
      await owner.end()
      await server.stop()
    }
  })
})

/** Copies the files of a running server; the write-ahead log comes from the archive. */
function copyCluster(data: string, target: string): void {
  const wal = path.join(data, 'pg_wal')
  cpSync(data, target, {
    recursive: true,
    filter: (source) =>
      !source.startsWith(`${wal}${path.sep}`) && !['postmaster.pid', 'postmaster.opts'].includes(path.basename(source)),
  })
  for (const folder of ['archive_status', 'summaries']) mkdirSync(path.join(target, 'pg_wal', folder))
  chmodSync(target, 0o700)
}

async function readRestored(data: string, time: string, tenantId: string) {
  const dataDir = path.dirname(data)
  writeFileSync(path.join(data, 'recovery.signal'), '')
  copyFileSync(path.join(environment.dataDir, 'postgres.password'), path.join(dataDir, 'postgres.password'))
  const machine = await startEmbedded({
    dataDir,
    settings: {
      wal_level: 'replica',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: time,
      recovery_target_action: 'promote',
    },
  })
  const client = new pg.Client({ connectionString: machine.url })
  await client.connect()
  try {
    // It can be read before recovery has reached the time.
    const isWritable = async () => {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
      return !rows[0]!.recovering
    }
    await vi.waitUntil(isWritable, { timeout: 60_000 })
    const { rows: events } = await client.query<{ event_id: string }>('select event_id from activity_events')
    const { rows: properties } = await client.query('select count(*)::int as n from properties')
    const { faults } = await verifyLog(client, tenantId)
    return { eventIds: new Set(events.map(({ event_id }) => event_id)), properties: properties[0].n as number, faults }
  } finally {
    await client.end()
    await machine.stop()
  }
}
