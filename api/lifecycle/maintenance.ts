import { v7 as uuidv7 } from 'uuid'
import { queryRows, type Database } from '../database/connection.ts'
import type { Live } from '../live/live.ts'
import { writeAnchors, type AnchorSettings } from '../log/anchors.ts'
import type { WriteContext } from '../log/transact.ts'
import { endIdleSessions } from '../usecases/knocking/idleSessions.ts'
import { deleteUnusedPhotos } from '../usecases/photos/unusedPhotos.ts'

interface Job {
  run(ctx: WriteContext): Promise<unknown>
  intervalMs: number
}

/** The jobs, one at a time; each covers all tenants. */
const jobs: Job[] = [
  { run: endIdleSessions, intervalMs: 60_000 },
  { run: deleteUnusedPhotos, intervalMs: 24 * 60 * 60_000 },
]

const anchorJob = (anchor: AnchorSettings): Job => ({
  run: ({ database, now }) =>
    database.within('platform', (em) =>
      writeAnchors((sql, parameters) => queryRows(em, sql, parameters), anchor, now()),
    ),
  intervalMs: 60 * 60_000,
})

/**
 * Runs each job now and then at its interval; without `anchor`, no anchors are written. The returned function stops this, and resolves when the running job has ended.
 */
export function startMaintenance(
  { database, live, anchor }: { database: Database; live: Live; anchor: AnchorSettings | null },
  log: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timers = [...jobs, ...(anchor ? [anchorJob(anchor)] : [])].map(({ run, intervalMs }) => {
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
