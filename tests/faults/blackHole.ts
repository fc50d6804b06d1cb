import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../api/database/embeddedServer.ts'
import { startDatabaseProxy } from '../support/tcpProxy.ts'
import { startKnockLoad } from './knockLoad.ts'
import {
  keptAim,
  keptResult,
  type Outcome,
  sumOutcomes,
  waitForMoreKnocks,
  withKnockScenario,
} from './knockScenario.ts'
import type { FaultRow, RunOptions } from './row.ts'

/** So many scenarios run side by side, because they mostly wait. */
const parallelScenarios = 5
const maxRecoveryMs = 10_000

/**
 * Drops all packets between the API and PostgreSQL for a while. Connections of that time stay silent for ever; new ones
 * work afterwards, and the API must use them without a restart.
 */
export const blackHole: FaultRow = {
  name: 'blackHole',
  title: 'black-holed connection to PostgreSQL, 12 s in the long form',
  aim: `${keptAim}, recovers in ${maxRecoveryMs / 1_000} s`,
  longCount: 20,
  shortCount: 1,
  async run({ count, isLong, log }) {
    const scenarios = isLong ? Math.min(parallelScenarios, count) : 1
    const counts = Array.from({ length: scenarios }, (_, n) => Math.floor((count + n) / scenarios))
    const holdMs = isLong ? 12_000 : 1_000
    const recoveries: number[] = []
    const outcomes = await Promise.all(
      counts.map((rounds) => holdUnderLoad({ count: rounds, log }, holdMs, recoveries)),
    )
    const slowest = Math.max(...recoveries)
    const result = keptResult(sumOutcomes(outcomes), `slowest recovery ${(slowest / 1_000).toFixed(1)} s`)
    const late = recoveries.filter((ms) => ms > maxRecoveryMs).length
    if (late > 0)
      result.problems.push(`${late} of ${recoveries.length} recoveries took longer than ${maxRecoveryMs / 1_000} s.`)
    return result
  },
}

function holdUnderLoad(
  { count, log }: Pick<RunOptions, 'count' | 'log'>,
  holdMs: number,
  recoveries: number[],
): Promise<Outcome> {
  return withKnockScenario({ clients: 4 }, async ({ environment, testTenant, startApi }) => {
    const proxy = await startDatabaseProxy(environment.ownerUrl)
    environment.onTeardown(() => proxy.close())
    const server = await startApi(await findFreePort(), proxy.url)
    const load = startKnockLoad(server.url, testTenant)
    for (let round = 1; round <= count; round += 1) {
      await waitForMoreKnocks(load, 20)
      proxy.hold()
      await sleep(holdMs)
      proxy.release()
      const released = performance.now()
      await waitForMoreKnocks(load, 1)
      recoveries.push(performance.now() - released)
      log(`Connections black-holed, ${round} of ${count}: recovered after ${Math.round(recoveries.at(-1)!)} ms`)
      await waitForMoreKnocks(load, 20)
    }
    return { load, rounds: count }
  })
}
