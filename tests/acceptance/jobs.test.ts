import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSocketClient, nextValue, rest, type Json } from '../support/client.ts'
import { countBlocked } from '../support/databaseNodes.ts'
import { csv, sendImport } from '../support/imports.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture

beforeAll(async () => {
  // The server of the requests runs no jobs.
  fixture = await createServerFixture({ ownServer: 'runs no jobs', env: { JOB_CONCURRENCY: '0' } })
}, 120_000)
afterAll(() => fixture.teardown())

const startWorker = () => startServer({ databaseUrl: fixture.ownerUrl, env: { LOCK_TIMEOUT: '120' } })

interface JobRow {
  status: string
  attempts: number
  error: string | null
}

async function readRow(id: string): Promise<JobRow> {
  return (await fixture.db.query<JobRow>('select status, attempts, error from jobs where id = $1', [id])).rows[0]!
}

const startExport = async (body: object): Promise<string> =>
  (await rest(fixture.server.url, fixture.owner.token, 'POST', '/exports', body)).body['data'].id as string

describe('a job', () => {
  it('waits until a process runs it, and tells its creator live when it is done', async () => {
    const id = await startExport({ list: 'users' })
    expect((await readRow(id)).status).toBe('queued')
    const worker = await startWorker()
    const client = createSocketClient(fixture.server.url, fixture.owner.token)
    const done = nextValue<{ jobChanged: { status: string; fileName: string } }>(
      client,
      `subscription { jobChanged(id: "${id}") { status fileName done total } }`,
      ({ jobChanged }) => jobChanged.status === 'DONE',
    )
    expect((await done).jobChanged).toMatchObject({ fileName: expect.stringMatching(/^users-/) as string })
    await client.dispose()
    expect(await worker.stop()).toBe(0)
    expect(worker.output()).not.toContain('"level":"error"')
  }, 120_000)

  it('that failed can be run again by an admin', async () => {
    const id = await startExport({ list: 'users' })
    await fixture.db.query(`update jobs set status = 'failed', error = 'Sample error.' where id = $1`, [id])
    const path = `/jobs/${id}/retry`
    expect((await rest(fixture.server.url, fixture.rep.token, 'POST', path)).status).toBe(403)
    expect((await rest(fixture.server.url, fixture.otherTenant.owner.token, 'POST', path)).status).toBe(404)
    const { status, body } = await rest(fixture.server.url, fixture.owner.token, 'POST', path)
    expect([status, body['data'].status, body['data'].error]).toEqual([200, 'queued', null])
    expect((await rest(fixture.server.url, fixture.owner.token, 'POST', path)).status).toBe(409)
  })
})

describe('a running export', () => {
  let worker: TestServer
  let id: string

  beforeEach(async () => {
    await fixture.nodeDb.query('begin; lock table lead_letters in access exclusive mode')
    worker = await startWorker()
    id = await startExport({ everything: true })
    await expect.poll(async () => (await readRow(id)).status, { timeout: 60_000 }).toBe('running')
  }, 120_000)
  afterEach(() => fixture.nodeDb.query('rollback'))

  /** Lets the export go on in another process, and expects that its effects exist once. */
  async function expectToRunOnce(attempts: number): Promise<void> {
    await fixture.nodeDb.query('rollback')
    const next = await startWorker()
    await expect
      .poll(() => readRow(id), { timeout: 60_000 })
      .toEqual({ status: 'done', attempts, error: null } satisfies JobRow)
    await next.stop()
    const events = await fixture.db.query(
      `select from activity_events where type = 'DataExported' and data->>'jobId' = $1`,
      [id],
    )
    expect(events.rowCount).toBe(1)
  }

  it('is given up at once by a process that stops, and run again by another', async () => {
    const stopped = worker.stop()
    await expect.poll(() => readRow(id)).toEqual({ status: 'queued', attempts: 0, error: null })
    await fixture.nodeDb.query('rollback')
    expect(await stopped).toBe(0)
    await expectToRunOnce(1)
  }, 180_000)

  it('whose process was killed is run again by another when its lease has ended', async () => {
    await worker.kill()
    expect((await readRow(id)).status).toBe('running')
    await fixture.db.query(`update jobs set lease_until = now() - interval '1 second' where id = $1`, [id])
    await expectToRunOnce(2)
  }, 180_000)
})

describe('a running import', () => {
  let worker: TestServer
  let id: string
  let street: string
  let imports = 0

  const countRows = async (sql: string, value: string) => (await fixture.db.query(sql, [value])).rowCount
  const countProperties = () => countRows('select from properties where address like $1', `%${street}%`)

  /** Starts the import of two houses in a process that waits for the lock of the test. */
  async function startBlocked(): Promise<void> {
    imports += 1
    street = `${String.fromCodePoint(64 + imports)} Import St`
    worker = await startWorker()
    const file = csv(['address', 'lat', 'lng'], [`1 ${street}`, 39 + imports, -86], [`2 ${street}`, 39 + imports, -87])
    const { body } = await sendImport(fixture.server.url, fixture.owner.token, { file })
    id = body['data'].id as string
    await expect.poll(async () => (await readRow(id)).status, { timeout: 60_000 }).toBe('running')
    await waitForBlocked()
  }

  async function waitForBlocked(): Promise<void> {
    await expect.poll(() => countBlocked(fixture.nodeDb), { timeout: 60_000 }).toBeGreaterThan(0)
  }

  afterEach(async () => {
    await fixture.nodeDb.query('rollback')
    await worker.kill()
  })

  it('whose process was killed before it saved something leaves nothing, and is done once by another', async () => {
    await fixture.nodeDb.query('begin; lock table import_rows in access exclusive mode')
    await startBlocked()
    await worker.kill()
    await fixture.nodeDb.query('rollback')
    expect(await countProperties()).toBe(0)
    await fixture.db.query(`update jobs set lease_until = now() - interval '1 second' where id = $1`, [id])
    worker = await startWorker()
    await expect
      .poll(() => readRow(id), { timeout: 60_000 })
      .toEqual({ status: 'done', attempts: 2, error: null } satisfies JobRow)
    expect(await countProperties()).toBe(2)
    const imported = `select from activity_events where type = 'DataImported' and data->>'importId' = $1`
    expect(await countRows(imported, id)).toBe(1)
  }, 180_000)

  it('whose process was killed in the middle goes on in another, and saves no row twice', async () => {
    const { token } = fixture.owner
    street = 'Middle Import St'
    const saved = (
      await rest(fixture.server.url, token, 'POST', '/properties', { address: `1 ${street}`, lat: 47, lng: -86 })
    ).body['data'] as Json
    const count = 300
    const rows = Array.from({ length: count }, (_, n) => [
      `${n + 1} ${street}`,
      47 + n / 1_000,
      -86,
      `Sample Owner ${n}`,
    ])
    const file = csv(['address', 'lat', 'lng', 'owner_name'], ...rows)
    // The house that is saved already is changed after the others are created, and waits.
    await fixture.nodeDb.query('begin')
    await fixture.nodeDb.query('select from properties where tenant_id = $1 and id = $2 for update', [
      fixture.testTenant.tenantId,
      saved['id'],
    ])
    worker = await startWorker()
    id = (await sendImport(fixture.server.url, token, { file, on_duplicate: 'update' })).body['data'].id as string
    await waitForBlocked()
    await worker.kill()
    await fixture.nodeDb.query('rollback')
    const before = await countProperties()
    expect(before).toBeGreaterThan(1)
    await fixture.db.query(`update jobs set lease_until = now() - interval '1 second' where id = $1`, [id])
    worker = await startWorker()
    await expect
      .poll(() => readRow(id), { timeout: 60_000 })
      .toEqual({ status: 'done', attempts: 2, error: null } satisfies JobRow)
    expect(await countProperties()).toBe(count)
    const { counts } = (await rest(fixture.server.url, token, 'GET', `/jobs/${id}`)).body['data'] as Json
    expect(counts).toMatchObject({ created: count - 1, updated: 1, skipped: 0, failed: 0 })
    const savedEvents = `select from activity_events e join properties p on p.tenant_id = e.tenant_id and p.id = e.subject_id
      where e.type = 'PropertySaved' and p.address like $1`
    expect(await countRows(savedEvents, `%${street}`)).toBe(count)
  }, 180_000)

  it('of decided rows whose process was killed leaves them unsure, and is done once by another', async () => {
    const { token } = fixture.owner
    const send = async (rows: (string | number)[][]) => {
      const file = csv(['address', 'lat', 'lng'], ...rows)
      const { body } = await sendImport(fixture.server.url, token, { file })
      return body['data'].id as string
    }
    const ends = (job: string) => expect.poll(async () => (await readRow(job)).status, { timeout: 60_000 }).toBe('done')
    street = 'Decided Import St'
    worker = await startWorker()
    await ends(await send([[`1 ${street}`, 45, -86]]))
    const importId = await send([[`1 ${street} Apt 4`, 45, -86]])
    await ends(importId)
    await fixture.nodeDb.query('begin; lock table import_rows in access exclusive mode')
    const { body } = await rest(fixture.server.url, token, 'POST', `/imports/${importId}/decisions`, [
      { row: 2, decision: 'new' },
    ])
    id = body['data'].id as string
    await waitForBlocked()
    await worker.kill()
    await fixture.nodeDb.query('rollback')
    const rowsOf = async () =>
      (await rest(fixture.server.url, token, 'GET', `/imports/${importId}/rows`)).body['data'] as Json[]
    expect(await rowsOf()).toMatchObject([{ outcome: 'unsure', decision: 'new', property_id: null }])
    expect(await countProperties()).toBe(1)
    await fixture.db.query(`update jobs set lease_until = now() - interval '1 second' where id = $1`, [id])
    worker = await startWorker()
    await ends(id)
    expect(await rowsOf()).toMatchObject([{ outcome: 'created', decision: 'new' }])
    expect(await countProperties()).toBe(2)
  }, 180_000)

  it('keeps its lease while its events wait for the log', async () => {
    await fixture.nodeDb.query('begin')
    await fixture.nodeDb.query('select from activity_heads where tenant_id = $1 for update', [
      fixture.testTenant.tenantId,
    ])
    await startBlocked()
    const readLease = async () =>
      (await fixture.db.query<{ until: Date }>('select lease_until as until from jobs where id = $1', [id])).rows[0]!
        .until
    const before = await readLease()
    await expect.poll(readLease, { timeout: 60_000 }).not.toEqual(before)
    const later = await readLease()
    await expect.poll(readLease, { timeout: 60_000 }).not.toEqual(later)
    await fixture.nodeDb.query('rollback')
    await expect
      .poll(() => readRow(id), { timeout: 60_000 })
      .toEqual({ status: 'done', attempts: 1, error: null } satisfies JobRow)
    expect(await countProperties()).toBe(2)
  }, 180_000)
})
