import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../api/database/embedded.ts'
import { startHttpProxy } from '../support/httpProxy.ts'
import { buildPreviousRelease, hasPreviousRelease } from '../support/previousRelease.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { startKnockLoad, type KnockLoad } from './knockLoad.ts'
import { keptResult, sumOutcomes, waitForMoreKnocks, withKnockScenario, type Outcome } from './knockScenario.ts'
import type { FaultRow } from './row.ts'
import type { TestTenant } from '../support/testTenant.ts'

const clients = 6
const processCount = 2

/** The release before counts each knock as this many doors, so that its figures can be told from those of this release. */
const earlierDoorsPerKnock = 10
const earlierProjection = {
  file: 'api/projections/repHours.ts',
  from: `case when e.type = 'DoorKnocked' then 1 when e.type = 'KnockWithdrawn' then -1 else 0 end as doors`,
  to: `case when e.type = 'DoorKnocked' then ${earlierDoorsPerKnock} when e.type = 'KnockWithdrawn' then -${earlierDoorsPerKnock} else 0 end as doors`,
}

const LEADERBOARD = '{ leaderboard(period: WEEK) { entries { doorsKnocked } } }'

/** Replaces the processes of the release before by those of this one, one by one, while knocks are sent and figures read. */
export const rollingUpgrade: FaultRow = {
  name: 'rollingUpgrade',
  title: 'rolling upgrade from the release before, with a changed projection',
  aim: '0 failed requests, 0 wrong figures',
  longCount: 10,
  shortCount: 1,
  async run({ count, log }) {
    if (!(await hasPreviousRelease()))
      return {
        count: 0,
        figures: '',
        problems: [],
        skipped: 'This clone does not have the commit of the release before.',
      }
    const folder = await buildPreviousRelease([earlierProjection])
    try {
      const outcomes: Outcome[] = []
      const figures = { read: 0, earlier: 0, wrong: [] as string[] }
      while (outcomes.length < count) {
        outcomes.push(await upgrade(folder, figures))
        log(`upgraded ${outcomes.length} of ${count}: ${figures.read} figures read`)
      }
      const outcome = sumOutcomes(outcomes)
      const result = keptResult(
        outcome,
        `${figures.read} figures read, ${figures.earlier} of them of the release before, ${figures.wrong.length} wrong`,
      )
      if (outcome.retries > 0) result.problems.push(`${outcome.retries} requests failed.`)
      if (figures.earlier === 0 || figures.earlier === figures.read)
        result.problems.push('Figures of both releases should have been read.')
      result.problems.push(...figures.wrong)
      return result
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Figures {
  read: number
  /** Those that the projection of the release before counted. */
  earlier: number
  wrong: string[]
}

async function upgrade(folder: string, figures: Figures): Promise<Outcome> {
  const start = (databaseUrl: string, dataDir: string, releaseFolder?: string) =>
    startServer({ databaseUrl, env: { DATA_DIR: dataDir, DATABASE_POOL: '3' }, folder: releaseFolder })
  const earlier: TestServer[] = []
  return withKnockScenario(
    {
      clients,
      async createEnvironment(settings) {
        const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-upgrade-'))
        const database = await startEmbedded({ dataDir, settings })
        const cleanups: (() => Promise<unknown>)[] = []
        // The first process creates the tables, as they were in its release.
        while (earlier.length < processCount) earlier.push(await start(database.url, dataDir, folder))
        return {
          dataDir,
          database,
          ownerUrl: database.url,
          onTeardown: (cleanup) => void cleanups.push(cleanup),
          async teardown() {
            for (const cleanup of cleanups.reverse()) await cleanup()
            for (const server of earlier) await server.kill()
            await database.stop()
            rmSync(dataDir, { recursive: true, force: true })
          },
        }
      },
    },
    async ({ environment, testTenant }) => {
      const proxy = await startHttpProxy(...earlier.map(({ port }) => port))
      environment.onTeardown(() => proxy.close())
      const url = `http://127.0.0.1:${proxy.port}`
      const load = startKnockLoad(url, testTenant, { thinkMs: 10 })
      await waitForMoreKnocks(load, clients + 1)
      const reading = readFigures(url, testTenant, load, figures)
      await waitForMoreKnocks(load, 50)
      for (const server of earlier) {
        const replacement = await start(environment.ownerUrl, environment.dataDir)
        environment.onTeardown(() => replacement.kill())
        proxy.add(replacement.port)
        await waitForMoreKnocks(load, 50)
        await proxy.remove(server.port)
        await server.stop()
      }
      await waitForMoreKnocks(load, 50)
      await reading.stop()
      return { load, rounds: 1 }
    },
  )
}

/** Reads the leaderboard again and again, and compares it with the knocks that were acknowledged before and after. */
function readFigures(url: string, { owner }: TestTenant, load: KnockLoad, figures: Figures): { stop(): Promise<void> } {
  let isStopping = false
  const reading = (async () => {
    while (!isStopping) {
      const least = load.acknowledged.size
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
        body: JSON.stringify({ query: LEADERBOARD }),
      }).then((response) => response.text(), String)
      // Each client has at most one knock that is not acknowledged.
      const most = load.acknowledged.size + clients
      const doors = [...answer.matchAll(/"doorsKnocked":(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
      const isCountedWith = (doorsPerKnock: number) =>
        doors >= least * doorsPerKnock && doors <= most * doorsPerKnock && doors % doorsPerKnock === 0
      figures.read += 1
      if (!answer.includes('doorsKnocked')) figures.wrong.push(answer)
      else if (isCountedWith(earlierDoorsPerKnock)) figures.earlier += 1
      else if (!isCountedWith(1)) figures.wrong.push(`${doors} doors for ${least} to ${most} knocks`)
      // The processors are for the processes that start.
      await sleep(10)
    }
  })()
  return {
    stop: () => {
      isStopping = true
      return reading
    },
  }
}
