import { v7 as uuidv7 } from 'uuid'
import { queryRows } from '../database/connection.ts'
import { recordDone } from '../database/lastDone.ts'
import { Unavailable } from '../domain/errors.ts'
import { reportErrorAt } from '../domain/faults.ts'
import type { DueWork } from '../live/hintSender.ts'
import { type AnchorSettings, writeAnchors } from '../log/anchors.ts'
import type { WriteContext } from '../log/transact.ts'
import { listFormats } from '../rest/listFormats.ts'
import { deleteExpiredSignIns } from '../usecases/auth/authMaintenance.ts'
import { createExportHandler } from '../usecases/exports/runExport.ts'
import { deleteExpiredImports } from '../usecases/imports/importMaintenance.ts'
import { applyDataRetention } from '../usecases/forgetting/dataRetention.ts'
import { renewParcelKeys } from '../usecases/imports/parcelKeys.ts'
import { runImport } from '../usecases/imports/runImport.ts'
import { runUndo } from '../usecases/imports/runUndo.ts'
import type { SharedContext } from '../usecases/jobs/jobLease.ts'
import { deleteExpiredFiles, findWaitingJobs } from '../usecases/jobs/jobMaintenance.ts'
import { type JobHandlers, runJob } from '../usecases/jobs/runJob.ts'
import { deleteOldInvitations } from '../usecases/invitations/oldInvitations.ts'
import { loadParcels } from '../usecases/parcelImports/loadParcels.ts'
import { deleteExpiredParcels } from '../usecases/parcelImports/parcelImportMaintenance.ts'
import { endIdleSessions } from '../usecases/knocking/idleSessions.ts'
import { deleteOldAddresses } from '../usecases/activity/deletedAddresses.ts'
import { tellOfExpiringPermits } from '../usecases/permits/permitMaintenance.ts'
import { maintainRegistries } from '../usecases/registries/registryMaintenance.ts'
import { runRegistryImport } from '../usecases/registries/runRegistryImport.ts'
import { deleteUnusedPhotos } from '../usecases/photos/unusedPhotos.ts'
import { mailFailedBackup } from '../usecases/mails/failedBackup.ts'
import { deleteOldMails, findTenantsWithDueMails, makeMailSender } from '../usecases/mails/sendMails.ts'
import { endHoldingsOfFormerUsers } from '../usecases/territories/territoryMaintenance.ts'
import { makeWebhookDeliverer } from '../usecases/webhooks/deliverWebhooks.ts'
import { deleteOldDeliveries, disableFailingWebhooks, findDueTenants } from '../usecases/webhooks/webhookMaintenance.ts'

/** Work for all tenants that is repeated at an interval, by one of the processes. */
interface RepeatedWork {
  name: string
  intervalMs: number
  run(ctx: WriteContext & SharedContext): Promise<unknown>
}

const minuteMs = 60_000

const repeatedWork: RepeatedWork[] = [
  { name: 'idle sessions', run: endIdleSessions, intervalMs: minuteMs },
  { name: 'failing webhooks', run: disableFailingWebhooks, intervalMs: minuteMs },
  { name: 'failed backup', run: mailFailedBackup, intervalMs: minuteMs },
  { name: 'expired files', run: deleteExpiredFiles, intervalMs: 10 * minuteMs },
  { name: 'expired imports', run: deleteExpiredImports, intervalMs: 10 * minuteMs },
  { name: 'expired parcels', run: deleteExpiredParcels, intervalMs: 10 * minuteMs },
  { name: 'expired sign-ins', run: deleteExpiredSignIns, intervalMs: 60 * minuteMs },
  { name: "cities' lists", run: maintainRegistries, intervalMs: 60 * minuteMs },
  { name: 'expiring permits', run: tellOfExpiringPermits, intervalMs: 60 * minuteMs },
  { name: 'old deliveries', run: deleteOldDeliveries, intervalMs: 60 * minuteMs },
  { name: 'old mails', run: deleteOldMails, intervalMs: 60 * minuteMs },
  // A release with other rules may have been the last to import.
  { name: 'parcel keys', run: renewParcelKeys, intervalMs: 60 * minuteMs },
  { name: 'holdings of former users', run: endHoldingsOfFormerUsers, intervalMs: 24 * 60 * minuteMs },
  { name: 'old addresses', run: deleteOldAddresses, intervalMs: 24 * 60 * minuteMs },
  { name: 'data retention', run: applyDataRetention, intervalMs: 24 * 60 * minuteMs },
  { name: 'old invitations', run: deleteOldInvitations, intervalMs: 24 * 60 * minuteMs },
  { name: 'unused photos', run: deleteUnusedPhotos, intervalMs: 24 * 60 * minuteMs },
]

const anchors = (anchor: AnchorSettings): RepeatedWork => ({
  name: 'anchors',
  run: ({ database, now }) =>
    database.within('platform', async (em) => {
      const query = <T>(sql: string, parameters: unknown[]) => queryRows<T>(em, sql, parameters)
      await writeAnchors(query, anchor, now())
      await recordDone(query, 'anchors', now())
    }),
  intervalMs: 60 * minuteMs,
})

/** Timers of processes are not exact. */
const slackMs = 5_000

export interface SchedulerOptions {
  shared: SharedContext
  /** Without it, no anchors are written. */
  anchor: AnchorSettings | null
  /** How many jobs run at a time in this process. With 0, it does only repeated work: neither jobs nor deliveries nor mails. */
  concurrency: number
  /** What runs the jobs of each kind; tests have others. */
  handlers?: JobHandlers
  /** How often each process looks for rows that are due, in case nobody told it. */
  lookMs?: number
}

/**
 * Does everything that is done later: jobs, deliveries and mails whose rows are due, as soon as `live.startDue` says so or the rows are
 * found, and repeated work, when it starts and then at its interval. The returned function stops this: jobs that have not ended are given
 * up at once, so that another process runs them, and it resolves when everything else has ended.
 */
export function startScheduler(
  { shared, anchor, concurrency, handlers = jobHandlers, lookMs = 15_000 }: SchedulerOptions,
  log: (error: unknown) => void,
): () => Promise<void> {
  const due = concurrency > 0 ? startDueWork({ shared, concurrency, handlers, lookMs }) : null
  const repeated = startRepeatedWork(shared, [...repeatedWork, ...(anchor ? [anchors(anchor)] : [])], log)
  return async () => void (await Promise.all([due?.stop(), repeated.stop()]))
}

/** Does work whose rows are due. A lease makes each process do another part of it (api/database/leases.ts). */
function startDueWork({ shared, concurrency, handlers, lookMs }: Required<Omit<SchedulerOptions, 'anchor'>>) {
  const stopping = new AbortController()
  const deliverer = makeWebhookDeliverer(shared)
  const mails = makeMailSender(shared)
  const jobs = new Map<string, Promise<void>>()
  /** By the kind of the work, the id of its row and when it is due. */
  const timers = new Map<string, NodeJS.Timeout>()
  /** A job was refused because as many as allowed were running. */
  let isFull = false

  function take(work: DueWork, at?: Date): boolean {
    if (stopping.signal.aborted) return false
    if (at && at > shared.now()) wait(work, at)
    else if (work.kind === 'webhooks') {
      // A receiver that does not answer must not hold up jobs.
      void deliverer.deliver(work.tenantId).catch(reportErrorAt('webhooks'))
    } else if (work.kind === 'mails') void mails.send(work.tenantId).catch(reportErrorAt('mails'))
    else if (jobs.size < concurrency || jobs.has(work.id)) run(work)
    else {
      isFull = true
      return false
    }
    return true
  }

  /** If this process ends meanwhile, another finds the row. What is due later than the next look is found by it, too. */
  function wait(work: DueWork, at: Date): void {
    const key = `${work.kind} ${work.id} ${at.getTime()}`
    const waitMs = at.getTime() - shared.now().getTime()
    if (timers.has(key) || waitMs > lookMs) return
    const start = () => {
      timers.delete(key)
      // By the clock, a timer may end a millisecond early, and the row is not due yet.
      take(work, at)
    }
    timers.set(key, setTimeout(start, waitMs).unref())
  }

  function run({ tenantId, id }: DueWork): void {
    if (jobs.has(id)) return
    const job = runJob(shared, handlers, { tenantId, jobId: id }, stopping.signal)
      .catch(reportErrorAt('running_job'))
      .finally(() => {
        jobs.delete(id)
        if (isFull) look()
      })
    jobs.set(id, job)
  }

  async function takeDueRows(): Promise<void> {
    isFull = false
    for (const { tenantId, id } of await findWaitingJobs(shared.database, shared.now()))
      if (!take({ kind: 'job', tenantId, id })) break
    for (const tenantId of await findDueTenants(shared)) take({ kind: 'webhooks', tenantId, id: tenantId })
    for (const tenantId of await findTenantsWithDueMails(shared)) take({ kind: 'mails', tenantId, id: tenantId })
  }
  const look = () => {
    if (!stopping.signal.aborted) takeDueRows().catch(reportErrorAt('due_work'))
  }

  const unsubscribe = shared.live.subscribeDue(take, look)
  const lookTimer = setInterval(look, lookMs).unref()
  // Also without a live connection.
  look()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(lookTimer)
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([...jobs.values(), deliverer.stop(), mails.stop()])
      unsubscribe()
    },
  }
}

/**
 * Repeats work, one thing at a time in this process. The time at which it was last done is a row for all processes, so that each interval
 * has one of them do it, whichever ends. While a node of a distributed database is missing, every process does it.
 */
function startRepeatedWork(shared: SharedContext, all: readonly RepeatedWork[], log: (error: unknown) => void) {
  const { database, now } = shared
  let running: Promise<void> = Promise.resolve()

  async function isDue({ name, intervalMs }: RepeatedWork, isStart: boolean): Promise<boolean> {
    const doneBefore = new Date(now().getTime() - intervalMs + slackMs)
    try {
      const due = await database.query(
        'platform',
        // Times are compared as texts, because the engine of a distributed database allows only immutable functions here.
        `insert into installation values ('done ' || $1, to_jsonb($2::text))
         on conflict (key) do update set value = excluded.value
         where $4 or installation.value #>> '{}' collate "C" <= $3 returning key`,
        [name, now().toISOString(), doneBefore.toISOString(), isStart],
      )
      return due.length > 0
    } catch (error) {
      // The row is on every node. While one is missing, each process does the work for the tenants on the others.
      if (error instanceof Unavailable) return true
      throw error
    }
  }

  async function repeat(work: RepeatedWork, isStart: boolean): Promise<void> {
    if (await isDue(work, isStart)) await work.run({ ...shared, actor: null, requestId: uuidv7() })
  }

  const start = (work: RepeatedWork, isStart = false) => {
    running = running.then(() => repeat(work, isStart)).catch(log)
  }
  const timers = all.map((work) => {
    start(work, true)
    return setInterval(start, work.intervalMs, work).unref()
  })
  return {
    stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      return running
    },
  }
}

/** What runs the jobs of each kind. */
const jobHandlers: JobHandlers = {
  export: createExportHandler(listFormats),
  import: runImport,
  import_undo: runUndo,
  parcel_check: loadParcels,
  registry_import: runRegistryImport,
}
