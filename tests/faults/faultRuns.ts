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

/** Kills the API (SIGKILL) under load and starts it again, `rounds` times. */
export async function killServer({ rounds, log = () => {} }: Options): Promise<Outcome> {
  return withKnockLoad({}, async ({ environment, testTenant, port, server }) => {
    let current = server
    const load = startKnockLoad(server.url, testTenant)
    for (let round = 1; round <= rounds; round += 1) {
      await waitForMoreKnocks(load, 20)
      await sleep(Math.random() * 60)
      await current.kill()
      current = await startApi(environment, port)
      log(`API killed ${round} of ${rounds}: ${load.acknowledged.size} knocks acknowledged`)
    }
    return { load, rounds }
  })
}

/** Stops the API (SIGTERM) under load and starts it again, `rounds` times. Each time it must exit with code 0. */
export async function stopServer({ rounds, log = () => {} }: Options): Promise<Outcome> {
  return withKnockLoad({}, async ({ environment, testTenant, port, server }) => {
    let current = server
    const load = startKnockLoad(server.url, testTenant)
    for (let round = 1; round <= rounds; round += 1) {
      await waitForMoreKnocks(load, 20)
      const code = await current.stop()
      if (code !== 0) load.refusals.push(`The API ended with ${code} after SIGTERM`)
      current = await startApi(environment, port)
      log(`API stopped ${round} of ${rounds}: ${load.acknowledged.size} knocks acknowledged`)
    }
    return { load, rounds }
  })
}

export interface DatabaseOptions extends Options {
  /** With 'off', PostgreSQL acknowledges a commit before it is on disk. */
  synchronousCommit?: 'on' | 'off'
  /** Stop as soon as an acknowledged knock is missing. */
  untilLoss?: boolean
}

/** Kills PostgreSQL (SIGKILL) under load. It restarts by itself and the API reconnects. */
export async function killDatabase(options: DatabaseOptions): Promise<Outcome> {
  const { rounds, synchronousCommit = 'on', untilLoss = false, log = () => {} } = options
  return withKnockLoad({ synchronous_commit: synchronousCommit }, async ({ environment, testTenant, server }) => {
    const load = startKnockLoad(server.url, testTenant)
    let round = 0
    while (round < rounds) {
      round += 1
      await waitForMoreKnocks(load, 20)
      await sleep(Math.random() * 100)
      const killedPid = environment.database.pid
      process.kill(killedPid, 'SIGKILL')
      while (environment.database.pid === killedPid) await sleep(5)
      await waitForMoreKnocks(load, 5)
      log(`PostgreSQL killed ${round} of ${rounds}: ${load.acknowledged.size} knocks acknowledged`)
      if (untilLoss && (await auditKnocks(environment.ownerUrl, testTenant, load)).lost > 0) break
    }
    return { load, rounds: round }
  })
}

interface FaultScenario {
  environment: TestEnvironment
  testTenant: TestTenant
  port: number
  server: TestServer
}

async function withKnockLoad(
  settings: Record<string, string>,
  injectFaults: (scenario: FaultScenario) => Promise<{ load: KnockLoad; rounds: number }>,
): Promise<Outcome> {
  const environment = await createTestEnvironment(settings)
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: clientCount, propertiesPerRep: 50 })
    const port = await findFreePort()
    const { load, rounds } = await injectFaults({
      environment,
      testTenant,
      port,
      server: await startApi(environment, port),
    })
    await load.stop()
    const audit = await auditKnocks(environment.ownerUrl, testTenant, load)
    return { ...audit, rounds, retries: load.retries(), refusals: load.refusals }
  } finally {
    await environment.teardown()
  }
}

async function startApi(environment: TestEnvironment, port: number): Promise<TestServer> {
  // Use a small pool: if each kill leaked a connection, the pool would soon be empty.
  const env = { PORT: `${port}`, DATA_DIR: environment.dataDir, DATABASE_POOL: '3' }
  const server = await startServer({ databaseUrl: environment.ownerUrl, env })
  environment.onTeardown(() => server.kill())
  return server
}

/** Waits until this many more knocks are acknowledged, so that the fault hits a working system under load. */
async function waitForMoreKnocks(load: KnockLoad, more: number): Promise<void> {
  const target = load.acknowledged.size + more
  for (const deadline = Date.now() + 40_000; load.acknowledged.size < target; await sleep(5)) {
    if (load.refusals.length > 0) throw new Error(`A knock was refused: ${load.refusals[0]}`)
    if (Date.now() > deadline) throw new Error('No knock was acknowledged for 40 s: the API does not recover')
  }
}
