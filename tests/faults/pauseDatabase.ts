import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startKnockLoad } from './knockLoad.ts'
import { keptAim, keptResult, type Outcome, sumOutcomes, waitForMoreKnocks, withOneApi } from './knockScenario.ts'
import type { FaultRow, RunOptions } from './row.ts'

/** So many databases are stopped side by side, because a stopped one only waits. */
const parallelScenarios = 5
const clients = 4

/** Stops all processes of PostgreSQL (SIGSTOP) under load and lets them continue. */
export const pauseDatabase: FaultRow = {
  name: 'pauseDatabase',
  title: 'stop and continue (SIGSTOP) of PostgreSQL, 20 s in the long form',
  aim: keptAim,
  longCount: 20,
  shortCount: 2,
  async run({ count, isLong, log }) {
    const scenarios = isLong ? Math.min(parallelScenarios, count) : 1
    const counts = Array.from({ length: scenarios }, (_, n) => Math.floor((count + n) / scenarios))
    const pauseMs = isLong ? 20_000 : 1_000
    return keptResult(
      sumOutcomes(await Promise.all(counts.map((rounds) => pauseUnderLoad({ count: rounds, log }, pauseMs)))),
    )
  },
}

function pauseUnderLoad({ count, log }: Pick<RunOptions, 'count' | 'log'>, pauseMs: number): Promise<Outcome> {
  return withOneApi({ clients }, async ({ environment, testTenant, server }) => {
    const load = startKnockLoad(server.url, testTenant)
    for (let round = 1; round <= count; round += 1) {
      await waitForMoreKnocks(load, 20)
      const { pid } = environment.database
      const stopped = [pid, ...childrenOf(pid)]
      for (const one of stopped) signalIfRunning(one, 'SIGSTOP')
      const before = load.acknowledged.size
      try {
        await sleep(pauseMs)
        // What PostgreSQL had answered just before may still arrive.
        if (load.acknowledged.size > before + clients) throw new Error('PostgreSQL went on while it was stopped.')
      } finally {
        for (const one of stopped) signalIfRunning(one, 'SIGCONT')
      }
      await waitForMoreKnocks(load, 20)
      log(`PostgreSQL stopped and continued, ${round} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
    }
    return { load, rounds: count }
  })
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** A child of PostgreSQL may have ended since it was listed. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
