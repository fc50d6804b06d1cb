import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EmbeddedDatabase } from '../../api/database/embedded.ts'
import type { Binaries } from '../../api/database/embeddedBinaries.ts'
import { Refused } from '../../api/domain/errors.ts'
import { type CitusNodes, findCitus, startCitusNodes } from '../../scripts/citusNodes.ts'
import { findNodeOf } from '../support/databaseNodes.ts'
import { startKnockLoad } from './knockLoad.ts'
import { interruptedResult, keptAim, waitForMoreKnocks, withOneApi } from './knockScenario.ts'
import type { FaultRow } from './row.ts'

/** Kills a node (SIGKILL) under load. It is restarted, and the API connects to it again by itself. */
function killNode(
  { name, title }: Pick<FaultRow, 'name' | 'title'>,
  choose: (nodes: CitusNodes, tenantPort: number) => EmbeddedDatabase,
): FaultRow {
  return {
    name,
    title,
    aim: keptAim,
    longCount: 20,
    shortCount: 2,
    async run({ count, log }) {
      const binaries = findCitusOrReason()
      if (typeof binaries === 'string') return { count: 0, figures: '', problems: [], skipped: binaries }
      let nodes: CitusNodes
      const createEnvironment = async () => {
        const environment = await createCitusEnvironment(binaries, log)
        nodes = environment.nodes
        return environment
      }
      const outcome = await withOneApi({ createEnvironment }, async ({ environment, testTenant, server }) => {
        const { port } = (await findNodeOf(environment.ownerUrl, testTenant.tenantId))!
        const node = choose(nodes, port)
        const load = startKnockLoad(server.url, testTenant)
        for (let round = 1; round <= count; round += 1) {
          await waitForMoreKnocks(load, 20)
          await sleep(Math.random() * 100)
          const killedPid = node.pid
          process.kill(killedPid, 'SIGKILL')
          while (node.pid === killedPid) await sleep(5)
          await waitForMoreKnocks(load, 5)
          log(`node killed, ${round} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
        }
        return { load, rounds: count }
      })
      return interruptedResult(outcome)
    },
  }
}

function findCitusOrReason(): Binaries | string {
  try {
    return findCitus()
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

async function createCitusEnvironment(binaries: Binaries, log: (message: string) => void) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-nodes-'))
  const cleanups: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const teardown = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const nodes = await startCitusNodes({ dataDir, binaries, print: log })
    cleanups.push(() => nodes.stop())
    const onTeardown = (cleanup: () => Promise<unknown>) => void cleanups.push(cleanup)
    return { dataDir, database: nodes.coordinator, ownerUrl: nodes.url, nodes, onTeardown, teardown }
  } catch (error) {
    await teardown()
    throw error
  }
}

/** The worker with the rows of the tenant whose reps knock. */
export const killWorker = killNode(
  { name: 'killWorker', title: 'kill -9 of the worker of the tenant, in a Citus cluster' },
  ({ workers }, port) => workers.find((worker) => worker.port === port)!,
)

export const killCoordinator = killNode(
  { name: 'killCoordinator', title: 'kill -9 of the coordinator of a Citus cluster' },
  ({ coordinator }) => coordinator,
)
