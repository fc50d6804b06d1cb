import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../api/database/embedded.ts'
import { migrate } from '../../api/lifecycle/migrate.ts'
import { startKnockLoad } from './knockLoad.ts'
import { keptAim, interruptedResult, type ScenarioEnvironment, waitForMoreKnocks, withOneApi } from './knockScenario.ts'
import type { FaultRow } from './row.ts'

/** Fills the disk of PostgreSQL under load, and empties it again. */
export const fullDisk: FaultRow = {
  name: 'fullDisk',
  title: 'full disk of PostgreSQL',
  aim: keptAim,
  longCount: 5,
  shortCount: 1,
  async run({ count, isLong, log }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-small-'))
    const refusal = mountSmallDisk(folder)
    if (refusal) {
      rmdirSync(folder)
      return { count: 0, figures: '', problems: [], skipped: `A small file system could not be mounted: ${refusal}` }
    }
    try {
      const options = { createEnvironment: () => createEnvironmentIn(folder) }
      const outcome = await withOneApi(options, async ({ testTenant, server }) => {
        const load = startKnockLoad(server.url, testTenant)
        for (let round = 1; round <= count; round += 1) {
          await waitForMoreKnocks(load, 20)
          const filler = path.join(folder, 'filler')
          const retriesBefore = load.retries()
          try {
            fill(filler)
            // The load writes until no page and no WAL segment is left.
            for (const deadline = Date.now() + 60_000; load.retries() < retriesBefore + 8; await sleep(5)) {
              if (load.refusals.length > 0) throw new Error(`A knock was refused: ${load.refusals[0]}`)
              if (Date.now() > deadline) throw new Error('The disk was not full within a minute.')
            }
            await sleep(isLong ? 5_000 : 500)
          } finally {
            rmSync(filler, { force: true })
          }
          await waitForMoreKnocks(load, 20)
          log(`Disk filled and emptied, ${round} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
        }
        return { load, rounds: count }
      })
      return interruptedResult(outcome)
    } finally {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    }
  },
}

/** Mounts a file system of 220 MB, which needs root. Returns the reason if that is refused. */
function mountSmallDisk(folder: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=755', 'tmpfs', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return null
  } catch (error) {
    return `${(error as { stderr?: Buffer }).stderr?.toString().trim() || (error as Error).message}`
  }
}

async function createEnvironmentIn(folder: string): Promise<ScenarioEnvironment> {
  const dataDir = path.join(folder, 'data')
  // Little WAL is kept, so that the disk is not full before the filler is written.
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '32MB' }
  const database = await startEmbedded({ dataDir, settings })
  const cleanups = [() => database.stop()]
  await migrate(database.url)
  return {
    dataDir,
    database,
    ownerUrl: database.url,
    onTeardown: (cleanup) => void cleanups.push(cleanup as () => Promise<void>),
    teardown: async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    },
  }
}

/** Writes to the file until the disk is full. */
function fill(file: string): void {
  const fd = openSync(file, 'w')
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(size, 1)
      for (;;) {
        try {
          writeSync(fd, block)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          break
        }
      }
    }
  } finally {
    closeSync(fd)
  }
}
