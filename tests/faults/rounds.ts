import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../api/database/embeddedServer.ts'
import { startServer, type TestServer } from '../server.ts'
import { setStage, type Stage } from '../stage.ts'
import { makeWorld, type World } from '../world.ts'
import { type Account, raiseStorm, type Storm, takeAccount } from './storm.ts'

export interface Outcome extends Account {
  rounds: number
  retries: number
  refusals: string[]
}

export interface Options {
  rounds: number
  log?: (message: string) => void
}

const phones = 8

/** Kills the API (SIGKILL) with knocks in flight, starts it again, as often as asked. */
export async function killServer({ rounds, log = () => {} }: Options): Promise<Outcome> {
  return stormy({}, async ({ stage, world, port, server }) => {
    let current = server
    const storm = raiseStorm(server.url, world)
    for (let round = 1; round <= rounds; round += 1) {
      await untilMore(storm, 20)
      await sleep(Math.random() * 60)
      await current.kill()
      current = await serve(stage, port)
      log(`API killed ${round} of ${rounds}: ${storm.acknowledged.size} knocks acknowledged`)
    }
    return { storm, rounds }
  })
}

/** Tells the API to stop (SIGTERM) with knocks in flight, and starts it again, as often as asked; each time it ends by itself. */
export async function stopServer({ rounds, log = () => {} }: Options): Promise<Outcome> {
  return stormy({}, async ({ stage, world, port, server }) => {
    let current = server
    const storm = raiseStorm(server.url, world)
    for (let round = 1; round <= rounds; round += 1) {
      await untilMore(storm, 20)
      const code = await current.stop()
      if (code !== 0) storm.refusals.push(`The API ended with ${code} when it was told to stop`)
      current = await serve(stage, port)
      log(`API stopped ${round} of ${rounds}: ${storm.acknowledged.size} knocks acknowledged`)
    }
    return { storm, rounds }
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
  return stormy({ synchronous_commit: synchronousCommit }, async ({ stage, world, server }) => {
    const storm = raiseStorm(server.url, world)
    let round = 0
    while (round < rounds) {
      round += 1
      await untilMore(storm, 20)
      await sleep(Math.random() * 100)
      const killed = stage.database.pid
      process.kill(killed, 'SIGKILL')
      while (stage.database.pid === killed) await sleep(5)
      await untilMore(storm, 5)
      log(`PostgreSQL killed ${round} of ${rounds}: ${storm.acknowledged.size} knocks acknowledged`)
      if (untilLoss && (await takeAccount(stage.ownerUrl, world, storm)).lost > 0) break
    }
    return { storm, rounds: round }
  })
}

interface Scene {
  stage: Stage
  world: World
  port: number
  server: TestServer
}

async function stormy(
  settings: Record<string, string>,
  rage: (scene: Scene) => Promise<{ storm: Storm; rounds: number }>,
): Promise<Outcome> {
  const stage = await setStage(settings)
  try {
    const world = await makeWorld(stage.ownerUrl, { reps: phones, doorsEach: 50 })
    const port = await freePort()
    const { storm, rounds } = await rage({ stage, world, port, server: await serve(stage, port) })
    await storm.calm()
    const account = await takeAccount(stage.ownerUrl, world, storm)
    return { ...account, rounds, retries: storm.retries(), refusals: storm.refusals }
  } finally {
    await stage.strike()
  }
}

async function serve(stage: Stage, port: number): Promise<TestServer> {
  // Few connections: one that is lost for good with each kill soon leaves none.
  const env = { PORT: `${port}`, DATA_DIR: stage.folder, DATABASE_POOL: '3' }
  const server = await startServer({ databaseUrl: stage.ownerUrl, env })
  stage.after(() => server.kill())
  return server
}

/** Until this many more knocks were acknowledged than now: the system works, and is in the middle of it. */
async function untilMore(storm: Storm, more: number): Promise<void> {
  const enough = storm.acknowledged.size + more
  for (const giveUp = Date.now() + 40_000; storm.acknowledged.size < enough; await sleep(5)) {
    if (storm.refusals.length > 0) throw new Error(`A knock was refused: ${storm.refusals[0]}`)
    if (Date.now() > giveUp) throw new Error('No knock was acknowledged for 40 s: the API does not recover')
  }
}
