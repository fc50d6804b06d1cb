import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rest, type Json } from '../support/client.ts'
import { runImport, runUndo } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { visitFiles } from '../support/visitFiles.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
}, 60_000)
afterAll(() => fixture.teardown())

const days = 'from=2025-01-01&to=2025-12-31'
const size = { properties: 60, visits: 240 }

/** The doors that each of these users has in the leaderboard of the days of the files. */
async function doorsOf(users: readonly { id: string }[]): Promise<number[]> {
  const { body } = await rest(fixture.server.url, fixture.owner.token, 'GET', `/crm/leaderboard?${days}`)
  const entries = body['data'] as Json[]
  return users.map(({ id }) => (entries.find(({ user }) => user.id === id)?.doors_knocked as number | undefined) ?? 0)
}

/** What the tenant has of an import: visits by outcome, and properties. */
async function readSaved(importId: string) {
  const { rows: outcomes } = await fixture.db.query(
    `select outcome, count(*)::int as n from knocks where import_id = $1 and withdrawn_at is null group by outcome`,
    [importId],
  )
  const { rows: properties } = await fixture.db.query(
    'select count(*)::int as n from properties where tenant_id = $1',
    [fixture.testTenant.tenantId],
  )
  return {
    outcomes: Object.fromEntries((outcomes as Json[]).map(({ outcome, n }) => [outcome as string, n as number])),
    properties: properties[0].n as number,
  }
}

it.each(Object.entries(visitFiles))(
  'the figures of a file of %s are those of the file, and an undo leaves nothing',
  async (_, makeFile) => {
    const { owner, rep, colleague, server } = fixture
    const reps = [rep, colleague]
    const file = makeFile({ ...size, reps: reps.map(({ id }) => `${id}@example.invalid`) })
    const { content, mapping, words } = file
    const job = await runImport(server.url, owner, { file: content, mapping, words, count_visits: 'true' })
    expect(job).toMatchObject({
      counts: { created: size.properties, updated: size.visits - size.properties, skipped: 0, unsure: 0, failed: 0 },
      import: { visits: size.visits, missing_users: [] },
    })
    expect(await readSaved(job['id'] as string)).toEqual({ outcomes: file.outcomes, properties: size.properties })
    expect(await doorsOf(reps)).toEqual(file.visitsOf)
    expect(file.visitsOf).toEqual([120, 120])

    expect(await runUndo(server.url, owner, job['id'] as string)).toMatchObject({
      undo: { removed: size.properties, restored: 0, kept: 0 },
    })
    expect(await readSaved(job['id'] as string)).toEqual({ outcomes: {}, properties: 0 })
    expect(await doorsOf(reps)).toEqual([0, 0])
    expect(await verifyLog(fixture.db, fixture.testTenant.tenantId)).toMatchObject({ faults: [] })
  },
)
