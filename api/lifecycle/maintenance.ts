import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connection.ts'
import type { Live } from '../live/live.ts'
import type { WriteContext } from '../log/transact.ts'
import { endIdleSessions } from '../usecases/knocking/idleSessions.ts'
import { deleteUnusedPhotos } from '../usecases/photos/unusedPhotos.ts'

/** The jobs, one at a time; each covers all tenants. */
const jobs = [
  { run: endIdleSessions, intervalMs: 60_000 },
  { run: deleteUnusedPhotos, intervalMs: 24 * 60 * 60_000 },
]

/**
 * Runs each job now and then at its interval. The returned function stops this, and resolves when the running job has ended.
 */
export function startMaintenance(
  { database, live }: { database: Database; live: Live },
  log: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timers = jobs.map(({ run, intervalMs }) => {
    const runOnce = () => {
      const ctx: WriteContext = { actor: null, requestId: uuidv7(), now: () => new Date(), database, live }
      running = running.then(() => run(ctx)).then(() => undefined, log)
    }
    runOnce()
    return setInterval(runOnce, intervalMs).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
    return running
  }
}
