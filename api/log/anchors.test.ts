import { spawn } from 'node:child_process'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryRows } from '../database/connection.ts'
import { startScheduler } from '../lifecycle/scheduler.ts'
import { rebuildProjections } from '../projections/rebuild.ts'
import { createLogFixture, type LogFixture, type TestEvent } from '../../tests/support/logFixture.ts'
import { compareWithAnchors, ContradictedAnchor, createAnchorKey, readAnchors, writeAnchors } from './anchors.ts'
import { verifyLog } from './verify.ts'

let fixture: LogFixture
let folder: string
let anchor: { file: string; keyFile: string }
let publicKey: KeyObject
let tenantId: string

beforeAll(async () => {
  fixture = await createLogFixture()
})
afterAll(() => fixture.teardown())

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-anchors-'))
  anchor = { file: path.join(folder, 'anchors.jsonl'), keyFile: path.join(folder, 'key.pem') }
  publicKey = createPublicKey(await createAnchorKey(anchor.keyFile))
  tenantId = await fixture.createTenantLog('UTC', mapLoaded(20), mapLoaded(19), mapLoaded(18), mapLoaded(17))
  return () => rmSync(folder, { recursive: true })
})

const mapLoaded = (zoom: number): TestEvent => ({
  at: '2026-05-04T10:00:00Z',
  type: 'MapLoaded',
  data: { lat: 1, lng: 1, zoom, provider: 'maplibre' },
})

/** Writes the anchors as the server does. */
const writeNow = () =>
  fixture.app.within('platform', (em) =>
    writeAnchors((sql, parameters) => queryRows(em, sql, parameters), anchor, new Date()),
  )

/** What is wrong with the test's log: by the log alone, and by its anchors. */
async function verify(): Promise<{ log: string[]; anchors: string[] }> {
  const { byTenant, faults } = await readAnchors(anchor.file, publicKey)
  const { faults: log } = await verifyLog(fixture.owner, tenantId)
  return { log, anchors: [...faults, ...(await compareWithAnchors(fixture.owner, byTenant.get(tenantId) ?? []))] }
}

const hashAt = async (position: number) => {
  const { rows } = await fixture.owner.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from activity_events where tenant_id = $1 and position = $2`,
    [tenantId, position],
  )
  return rows[0]!.hash
}

/** Runs `npm run log:anchor` on the test's database, and returns its exit code and standard error. */
async function anchorByCommand() {
  const child = spawn(process.execPath, ['--import', '@oxc-node/core/register', 'scripts/anchorLog.ts'], {
    env: { ...process.env, DATABASE_URL: fixture.ownerUrl, ANCHOR_FILE: anchor.file, ANCHOR_KEY_FILE: anchor.keyFile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors }
}

/** What an owner of the database can do: runs `sql` without the trigger, then recomputes every hash, the head and the projections. */
async function rewriteHistory(sql: string): Promise<void> {
  await fixture.owner.query('alter table activity_events disable trigger append_only')
  await fixture.owner.query(sql, [tenantId])
  // Read and written apart, because the engine of a distributed database refuses these functions in an UPDATE.
  const { rows } = await fixture.owner.query<{ position: string; hash: Buffer; fingerprint: Buffer }>(
    `select e.position, activity_chain('', activity_digest(row(e.*)::activity_events)) over (order by e.position) as hash,
       activity_fingerprint(e.type, e.data) as fingerprint from activity_events e where e.tenant_id = $1`,
    [tenantId],
  )
  for (const { position, hash, fingerprint } of rows)
    await fixture.owner.query(
      'update activity_events set hash = $3, fingerprint = $4 where tenant_id = $1 and position = $2',
      [tenantId, position, hash, fingerprint],
    )
  await fixture.owner.query('delete from activity_heads where tenant_id = $1', [tenantId])
  await fixture.owner.query(
    `insert into activity_heads select tenant_id, position, hash, recorded_at from activity_events where tenant_id = $1
     order by position desc limit 1`,
    [tenantId],
  )
  await fixture.owner.query('alter table activity_events enable trigger append_only')
  await rebuildProjections(fixture.owner, tenantId)
}

describe('the anchors of the log', () => {
  it('agree with a log that only grew', async () => {
    await writeNow()
    await fixture.write(tenantId, mapLoaded(16))
    await writeNow()
    const { byTenant } = await readAnchors(anchor.file, publicKey)
    expect(byTenant.get(tenantId)!.map(({ position }) => position)).toEqual([4, 5])
    expect(await verify()).toEqual({ log: [], anchors: [] })
  })

  it('are written once for a head, also by several processes at the same time', async () => {
    await Promise.all([writeNow(), writeNow(), writeNow()])
    expect(await writeNow()).toBe(0)
    const { byTenant } = await readAnchors(anchor.file, publicKey)
    expect(byTenant.get(tenantId)).toHaveLength(1)
  })

  it('reveal an event that the owner of the database changed, with every hash recomputed', async () => {
    await writeNow()
    await rewriteHistory(
      `update activity_events set data = jsonb_set(data, '{zoom}', '3') where tenant_id = $1 and position = 2`,
    )
    const { byTenant } = await readAnchors(anchor.file, publicKey)
    const [signed] = byTenant.get(tenantId)!
    const contradiction = `the log up to position 4 differs from its anchor: its event there has hash ${await hashAt(4)}, the anchor of ${signed!.at} has hash ${signed!.hash}`
    expect(await verify()).toEqual({ log: [], anchors: [contradiction] })
    // Neither the head itself nor a later one is signed.
    await expect(writeNow()).rejects.toThrow(`${tenantId}: ${contradiction}`)
    await fixture.write(tenantId, mapLoaded(16))
    await expect(writeNow()).rejects.toThrow(ContradictedAnchor)
    expect((await readAnchors(anchor.file, publicKey)).byTenant.get(tenantId)).toEqual([signed])
  })

  it('name the first anchor of several that the log contradicts', async () => {
    await writeNow()
    await fixture.write(tenantId, mapLoaded(16))
    await writeNow()
    await fixture.write(tenantId, mapLoaded(15))
    await writeNow()
    await rewriteHistory('delete from activity_events where tenant_id = $1 and position = 6')
    expect((await verify()).anchors).toEqual([expect.stringMatching(/^the anchored event at position 6 is missing/)])
    await rewriteHistory(
      `update activity_events set data = jsonb_set(data, '{zoom}', '3') where tenant_id = $1 and position = 5`,
    )
    const [, signed] = (await readAnchors(anchor.file, publicKey)).byTenant.get(tenantId)!
    expect((await verify()).anchors).toEqual([
      `the log up to position 5 differs from its anchor: its event there has hash ${await hashAt(5)}, the anchor of ${signed!.at} has hash ${signed!.hash}`,
    ])
  })

  it('go on for other logs when one contradicts its anchor', async () => {
    await writeNow()
    await rewriteHistory('delete from activity_events where tenant_id = $1 and position > 2')
    const otherId = await fixture.createTenantLog('UTC', mapLoaded(20))
    await expect(writeNow()).rejects.toThrow(ContradictedAnchor)
    const { byTenant } = await readAnchors(anchor.file, publicKey)
    expect([byTenant.get(tenantId), byTenant.get(otherId)].map((anchors) => anchors?.length)).toEqual([1, 1])
  })

  it('are not written by the command if they would contradict, which says so and exits with 2', async () => {
    await writeNow()
    await rewriteHistory('delete from activity_events where tenant_id = $1 and position > 2')
    const { code, errors } = await anchorByCommand()
    expect(errors).toContain(
      `${tenantId}: the anchored event at position 4 is missing: the log ends at position 2, the anchor of`,
    )
    expect(errors).not.toMatch(/\n {4}at /)
    expect(code).toBe(2)
  })

  it('are not written by the command without its key, which says so', async () => {
    rmSync(anchor.keyFile)
    const { code, errors } = await anchorByCommand()
    expect(errors).toMatch(/^No anchors were written: ENOENT.*key\.pem/)
    expect(errors).not.toMatch(/\n {4}at /)
    expect(code).toBe(1)
  })

  it('reveal that the last events were deleted', async () => {
    await writeNow()
    await rewriteHistory('delete from activity_events where tenant_id = $1 and position > 2')
    const missing = expect.stringMatching(
      /^the anchored event at position 4 is missing: the log ends at position 2, the anchor/,
    )
    expect(await verify()).toEqual({ log: [], anchors: [missing] })
    await expect(writeNow()).rejects.toThrow('the log ends at position 2')
  })

  it('reveal that a whole log was deleted', async () => {
    await writeNow()
    await rewriteHistory('delete from activity_events where tenant_id = $1')
    expect((await verify()).anchors).toEqual([
      expect.stringContaining('position 4 is missing: the log ends at position 0'),
    ])
    await expect(writeNow()).rejects.toThrow('the log ends at position 0')
  })

  it('are refused if they are forged, damaged or in the wrong order', async () => {
    await writeNow()
    await fixture.write(tenantId, mapLoaded(16))
    await writeNow()
    const lines = readFileSync(anchor.file, 'utf8').trim().split('\n')
    const own = lines.filter((line) => line.includes(tenantId))
    const forged = own[0]!.replace('"position":4', '"position":3')
    writeFileSync(anchor.file, [forged, own[1], own[0], 'no anchor', '{}'].join('\n'))
    const { faults } = await readAnchors(anchor.file, publicKey)
    expect(faults).toEqual([
      'the signature of line 1 of the anchors is invalid',
      'line 3 of the anchors goes back to position 4',
      'line 4 of the anchors is not an anchor',
      'line 5 of the anchors is not an anchor',
    ])
    const otherKey = createPublicKey(await createAnchorKey(path.join(folder, 'other.pem')))
    expect((await readAnchors(anchor.file, otherKey)).faults[1]).toContain('signature of line 2')
  })

  it('have a key that is created once, for the user of the server only', async () => {
    expect(createPublicKey(await createAnchorKey(anchor.keyFile)).equals(publicKey)).toBe(true)
    expect(statSync(anchor.keyFile).mode & 0o777).toBe(0o600)
  })

  it('are written by a running server', async () => {
    const errors: unknown[] = []
    const shared = {
      database: fixture.app,
      config: { mail: null },
      live: { announceTopic: () => undefined },
      afterCommit: () => undefined,
      now: () => new Date(),
    } as never
    const stop = startScheduler({ shared, anchor, concurrency: 0 }, (error) => errors.push(error))
    await stop()
    expect(errors).toEqual([])
    expect((await readAnchors(anchor.file, publicKey)).byTenant.get(tenantId)).toHaveLength(1)
  })
})
