import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distribute } from '../../../api/lifecycle/distribute.ts'
import { migrationNames } from '../../../migrations/list.ts'
import { auditKnocks, startKnockLoad, type KnockLoad } from '../../faults/knockLoad.ts'
import { waitForMoreKnocks } from '../../faults/knockScenario.ts'
import { graphql } from '../../support/client.ts'
import { createDatabaseOnNodes, isCluster, type TestDatabase } from '../../support/database.ts'
import { buildCommit, hasPreviousRelease } from '../../support/previousRelease.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createTestTenant, type TestTenant } from '../../support/testTenant.ts'

const run = promisify(execFile)

/** The last commit without the migrations that give a knock several photos: a table with two keys, its rows, and another `log_knocks`. */
const earlierCommit = 'eed67a4d9a84f9e7f285da862877ee2201ce7964'

interface GraphqlError {
  extensions: { code?: string }
}

const reason = !(await isCluster())
  ? ' (skipped: needs a Citus cluster)'
  : !(await hasPreviousRelease(earlierCommit))
    ? ` (skipped: this clone does not have the commit ${earlierCommit})`
    : ''

describe.skipIf(reason !== '')(`an upgrade of a distributed database${reason}`, () => {
  let folder: string
  let database: TestDatabase
  let owner: pg.Client
  let earlier: TestServer
  let testTenant: TestTenant

  beforeAll(async () => {
    folder = await buildCommit(earlierCommit)
    database = await createDatabaseOnNodes((ownerUrl) =>
      run(process.execPath, ['dist/server/scripts/distribute.js'], {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: ownerUrl },
      }),
    )
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    earlier = await startServer({ databaseUrl: database.ownerUrl, folder, env: { DATABASE_POOL: '5' } })
    testTenant = await createTestTenant(database.ownerUrl, { reps: 4, propertiesPerRep: 20 })
  }, 240_000)
  afterAll(async () => {
    await earlier?.kill()
    await owner?.end()
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const migrationsThatRan = async () =>
    (await owner.query<{ name: string }>('select name from schema_migrations')).rows.map(({ name }) => name).toSorted()

  it(
    'is made by a new process while one of the release before reads and logs knocks',
    { timeout: 240_000 },
    async () => {
      expect(await migrationsThatRan()).not.toContain('0106_knock_photos')
      const load = startKnockLoad(earlier.url, testTenant, { thinkMs: 10 })
      const reading = startReading()
      try {
        await waitForMoreKnocks(load, 50)
        const before = counts(load, reading)
        const next = await startServer({ databaseUrl: database.ownerUrl, env: { DATABASE_POOL: '5' } })
        const after = counts(load, reading)
        expect(after.knocks).toBeGreaterThan(before.knocks)
        expect(after.reads).toBeGreaterThan(before.reads)
        expect(await migrationsThatRan()).toEqual(migrationNames.toSorted())

        await waitForMoreKnocks(load, 50)
        const query = '{ properties { edges { node { knocks { photoIds } } } } }'
        expect(await graphql(next.url, testTenant.owner.token, query)).toMatchObject({
          data: { properties: expect.anything() },
        })
        await next.stop()
      } finally {
        await Promise.all([load.stop(), reading.stop()])
      }

      expect([load.refusals, reading.refusals]).toEqual([[], []])
      const audit = await auditKnocks(database.ownerUrl, testTenant, load)
      const kept = { lost: 0, duplicated: 0, isGapless: true, isConsistent: true, faults: [] }
      expect(audit).toEqual({ acknowledged: load.acknowledged.size, ...kept })
      const lines: string[] = []
      await distribute(owner, { isPlan: true, print: (line) => void lines.push(line) })
      expect(lines).toEqual(['The database is distributed. Nothing to do.'])
    },
  )

  const counts = (load: KnockLoad, reading: Reading) => ({ knocks: load.acknowledged.size, reads: reading.count() })

  interface Reading {
    /** How many reads were answered. */
    count(): number
    /** Errors other than that the caller should try again. */
    refusals: string[]
    stop(): Promise<void>
  }

  /** Reads the properties with their knocks, leads and figures again and again. */
  function startReading(): Reading {
    const query =
      '{ properties { edges { node { id knocks { eventId } } } } leads { totalCount } leaderboard(period: WEEK) { entries { doorsKnocked } } }'
    let count = 0
    let isStopping = false
    const refusals: string[] = []
    const reading = (async () => {
      while (!isStopping) {
        const { data, errors } = await graphql(earlier.url, testTenant.owner.token, query)
        if (!errors) count += data ? 1 : 0
        else if (errors.some(({ extensions }: GraphqlError) => extensions.code !== 'UNAVAILABLE'))
          refusals.push(JSON.stringify(errors))
        await sleep(20)
      }
    })()
    return {
      count: () => count,
      refusals,
      stop: () => {
        isStopping = true
        return reading
      },
    }
  }
})
