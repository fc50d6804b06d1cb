import { setTimeout as sleep } from 'node:timers/promises'
import { auditKnocks, startKnockLoad } from './knockLoad.ts'
import { keptAim, interruptedResult, type Outcome, waitForMoreKnocks, withOneApi } from './knockScenario.ts'
import type { FaultRow, RunOptions } from './row.ts'

interface KillOptions extends Pick<RunOptions, 'count' | 'log'> {
  /** With 'off', PostgreSQL acknowledges a commit before it is on disk. */
  synchronousCommit: 'on' | 'off'
  /** Stop as soon as an acknowledged knock is missing. */
  untilLoss: boolean
}

/** Kills PostgreSQL (SIGKILL) under load. It is restarted, and the API reconnects by itself. */
function killUnderLoad({ count, log, synchronousCommit, untilLoss }: KillOptions): Promise<Outcome> {
  const settings = { synchronous_commit: synchronousCommit }
  return withOneApi({ settings }, async ({ environment, testTenant, server }) => {
    const load = startKnockLoad(server.url, testTenant)
    let round = 0
    while (round < count) {
      round += 1
      await waitForMoreKnocks(load, 20)
      await sleep(Math.random() * 100)
      const killedPid = environment.database.pid
      process.kill(killedPid, 'SIGKILL')
      while (environment.database.pid === killedPid) await sleep(5)
      await waitForMoreKnocks(load, 5)
      log(`PostgreSQL killed, ${round} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
      if (untilLoss && (await auditKnocks(environment.ownerUrl, testTenant, load)).lost > 0) break
    }
    return { load, rounds: round }
  })
}

/** Kills PostgreSQL under load. */
export const killDatabase: FaultRow = {
  name: 'killDatabase',
  title: 'kill -9 of PostgreSQL',
  aim: keptAim,
  longCount: 100,
  shortCount: 4,
  async run({ count, log }) {
    return interruptedResult(await killUnderLoad({ count, log, synchronousCommit: 'on', untilLoss: false }))
  },
}

/** The control: where commits are acknowledged before they are on disk, the same checks must find a loss. */
export const asyncCommit: FaultRow = {
  name: 'asyncCommit',
  title: 'control: kill -9 of PostgreSQL with synchronous_commit = off',
  aim: 'the loss is found',
  longCount: 100,
  shortCount: 30,
  async run({ count, log }) {
    const { lost, acknowledged, rounds } = await killUnderLoad({
      count,
      log,
      synchronousCommit: 'off',
      untilLoss: true,
    })
    return {
      count: rounds,
      figures: `${lost} lost of ${acknowledged.toLocaleString('en-US')}`,
      problems: lost > 0 ? [] : ['No loss was found, so the other rows prove nothing.'],
    }
  },
}
