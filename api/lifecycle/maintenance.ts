import { v7 as uuidv7 } from 'uuid'
import { queryRows } from '../database/connection.ts'
import { writeAnchors, type AnchorSettings } from '../log/anchors.ts'
import type { WriteContext } from '../log/transact.ts'
import type { JobQueue } from '../services/jobs/jobQueue.ts'
import { deleteExpiredSignIns } from '../usecases/auth/authMaintenance.ts'
import { deleteExpiredImports } from '../usecases/imports/importMaintenance.ts'
import { renewParcelKeys } from '../usecases/imports/parcelKeys.ts'
import { endIdleSessions } from '../usecases/knocking/idleSessions.ts'
import { deleteExpiredFiles, startWaitingJobs } from '../usecases/jobs/jobMaintenance.ts'
import { deleteUnusedPhotos } from '../usecases/photos/unusedPhotos.ts'
import type { DeliveryContext } from '../usecases/webhooks/deliveryContext.ts'
import { deleteOldDeliveries, startDueDeliveries } from '../usecases/webhooks/webhookMaintenance.ts'

interface MaintenanceTask {
  run(ctx: WriteContext): Promise<unknown>
  intervalMs: number
}

/** The tasks, one at a time; each covers all tenants. */
const tasks: MaintenanceTask[] = [
  { run: endIdleSessions, intervalMs: 60_000 },
  { run: deleteUnusedPhotos, intervalMs: 24 * 60 * 60_000 },
  { run: deleteExpiredFiles, intervalMs: 10 * 60_000 },
  { run: deleteExpiredImports, intervalMs: 10 * 60_000 },
  { run: deleteExpiredSignIns, intervalMs: 60 * 60_000 },
  // A release with other rules may have been the last to import.
  { run: renewParcelKeys, intervalMs: 60 * 60_000 },
]

const jobsTask = (queue: JobQueue): MaintenanceTask => ({
  run: (ctx) => startWaitingJobs(ctx, queue),
  intervalMs: 15_000,
})

const webhookTasks = (shared: DeliveryContext): MaintenanceTask[] => [
  { run: () => startDueDeliveries(shared), intervalMs: 15_000 },
  { run: () => deleteOldDeliveries(shared), intervalMs: 60 * 60_000 },
]

const anchorTask = (anchor: AnchorSettings): MaintenanceTask => ({
  run: ({ database, now }) =>
    database.within('platform', (em) =>
      writeAnchors((sql, parameters) => queryRows(em, sql, parameters), anchor, now()),
    ),
  intervalMs: 60 * 60_000,
})

/**
 * Runs each task now and then at its interval; without `anchor`, no anchors are written. The returned function stops this, and
 * resolves when the running task has ended.
 */
export function startMaintenance(
  options: { shared: DeliveryContext; anchor: AnchorSettings | null },
  log: (error: unknown) => void,
): () => Promise<void> {
  const { shared, anchor } = options
  const { database, live } = shared
  let running: Promise<void> = Promise.resolve()
  const all = [
    ...tasks,
    jobsTask(shared.services.jobQueue),
    ...webhookTasks(shared),
    ...(anchor ? [anchorTask(anchor)] : []),
  ]
  const timers = all.map(({ run, intervalMs }) => {
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
