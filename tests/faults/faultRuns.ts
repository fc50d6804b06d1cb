import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../api/database/embeddedServer.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import { type KnockAudit, startKnockLoad, type KnockLoad, auditKnocks } from './knockLoad.ts'

export interface Outcome extends KnockAudit {
  rounds: number
  retries: number
  refusals: string[]
}

export interface Options {
  rounds: number
  log?: (message: string) => void
}

const clientCount = 8

/** Kills the API (SIGKILL) with knocks in flight, starts it again, as often as asked. */
export async function killServer({ rounds, log = () => {} }: Options): Promise<Outcome> {
  return withKnockLoad({}, async ({ stage, world, port, server }) => {
    let current = server
    const load = startKnockLoad(server.url, world)
    for (let round = 1; round <= rounds; round += 1) {
      await waitForMoreKnocks(load, 20)
      await sleep(Math.random() * 60)
      await current.kill()
      current = await startApi(stage, port)
      log(`API killed ${round} of ${rounds}: ${load.acknowledged.size} knocks acknowledged`)
    }
    return { load, rounds }
  })
}

/** Tells the API to stop (SIGTERM) with knocks in flight, and starts it again, as often as asked; each time it ends by itself. */
export async function stopServer({ rounds, log = () => {} }: Options): Promise<Outcome> {
  return withKnockLoad({}, async ({ stage, world, port, server }) => {
    let current = server
    const load = startKnockLoad(server.url, world)
    for (let round = 1; round <= rounds; round += 1) {
      await waitForMoreKnocks(load, 20)
      const code = await current.stop()
      if (code !== 0) load.refusals.push(`The API ended with ${code} when it was told to stop`)
      current = await startApi(stage, port)
      log(`API stopped ${round} of ${rounds}: ${load.acknowledged.size} knocks acknowledged`)
    }
    return { load, rounds }
  })
}

export interface DatabaseOptions extends Options {
  /** What PostgreSQL is told to do at a commit; off answers before the log is on disk. */
  synchronousCommit?: 'on' | 'off'
  /** Stops early once something acknowledged is missing. */
  untilLoss?: boolean
}

/** Kills PostgreSQL (SIGKILL) with knocks in flight; it is started again by itself and the API finds it. */
export async function killDatabase(options: DatabaseOptions): Promise<Outcome> {
  const { rounds, synchronousCommit = 'on', untilLoss = false, log = () => {} } = options
  return withKnockLoad({ synchronous_commit: synchronousCommit }, async ({ stage, world, server }) => {
    const load = startKnockLoad(server.url, world)
    let round = 0
    while (round < rounds) {
      round += 1
      await waitForMoreKnocks(load, 20)
      await sleep(Math.random() * 100)
      const killedPid = stage.database.pid
      process.kill(killedPid, 'SIGKILL')
      while (stage.database.pid === killedPid) await sleep(5)
      await waitForMoreKnocks(load, 5)
      log(`PostgreSQL killed ${round} of ${rounds}: ${load.acknowledged.size} knocks acknowledged`)
      if (untilLoss && (await auditKnocks(stage.ownerUrl, world, load)).lost > 0) break
    }
    return { load, rounds: round }
  })
}

interface FaultScenario {
  stage: TestEnvironment
  world: TestTenant
  port: number
  server: TestServer
}

async function withKnockLoad(
  settings: Record<string, string>,
  injectFaults: (scene: FaultScenario) => Promise<{ load: KnockLoad; rounds: number }>,
): Promise<Outcome> {
  const stage = await createTestEnvironment(settings)
  try {
    const world = await createTestTenant(stage.ownerUrl, { reps: clientCount, propertiesPerRep: 50 })
    const port = await findFreePort()
    const { load: storm, rounds } = await injectFaults({ stage, world, port, server: await startApi(stage, port) })
    await storm.calm()
    const account = await auditKnocks(stage.ownerUrl, world, storm)
    return { ...account, rounds, retries: storm.retries(), refusals: storm.refusals }
  } finally {
    await stage.teardown()
  }
}

async function startApi(stage: TestEnvironment, port: number): Promise<TestServer> {
  // Few connections: one that is lost for good with each kill soon leaves none.
  const env = { PORT: `${port}`, DATA_DIR: stage.dataDir, DATABASE_POOL: '3' }
  const server = await startServer({ databaseUrl: stage.ownerUrl, env })
  stage.onTeardown(() => server.kill())
  return server
}

/** Until this many more knocks were acknowledged than now: the system works, and is in the middle of it. */
async function waitForMoreKnocks(load: KnockLoad, more: number): Promise<void> {
  const target = load.acknowledged.size + more
  for (const deadline = Date.now() + 40_000; load.acknowledged.size < target; await sleep(5)) {
    if (load.refusals.length > 0) throw new Error(`A knock was refused: ${load.refusals[0]}`)
    if (Date.now() > deadline) throw new Error('No knock was acknowledged for 40 s: the API does not recover')
  }
}
