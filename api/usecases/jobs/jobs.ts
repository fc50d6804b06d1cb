import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import type { JobKind } from '../../domain/enums.ts'
import { Conflict, NotFound, Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorizeJob, type JobInput } from '../../domain/jobs/jobRights.ts'
import { assertCanWrite, authorize, requireSignedIn, type Actor } from '../../domain/permissions.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transactInTenant } from '../../log/transact.ts'
import { allTenants } from '../../live/live.ts'
import { watchView } from '../../live/sharedView.ts'
import { findJob, listedJob, selectedJob, type Job, type Requester } from './jobRows.ts'

/** The maximum number of jobs of a user that have not ended. */
const maxUnfinishedJobs = 10

/** The tenant whose rows a job of this actor is in: the platform for a global admin who has not chosen one. */
export function jobTenantOf(actor: Actor): string {
  return actor.tenantId ?? platformTenantId
}

/**
 * Saves a job that acts as the caller, and starts it in this or another process. The caller must have checked the permission; the
 * job checks it again, because it may run later. `saveMore` saves more in the same transaction. Throws `Refused` if the caller has
 * ten jobs that have not ended.
 */
export async function createJob(
  ctx: Context,
  kind: JobKind,
  input: object,
  saveMore?: (em: EntityManager, job: Job) => Promise<void>,
): Promise<Job> {
  const actor = requireSignedIn(ctx.actor)
  assertCanWrite(actor)
  const tenantId = jobTenantOf(actor)
  const requester: Requester = {
    sessionId: actor.sessionId,
    requestId: ctx.requestId,
    viewedRole: actor.viewedRole,
    tenantId: actor.tenantId,
  }
  const job = await transactInTenant(ctx, tenantId, async ({ em }) => {
    const [{ unfinished } = { unfinished: 0 }] = await queryRows<{ unfinished: number }>(
      em,
      `select count(*)::int as unfinished from jobs
       where tenant_id = $1 and created_by = $2 and status in ('queued', 'running')`,
      [tenantId, actor.userId],
    )
    if (unfinished >= maxUnfinishedJobs)
      throw new Refused(`You have ${maxUnfinishedJobs} jobs that have not ended. Wait until one of them has.`)
    const [saved] = await queryRows<Job>(
      em,
      `insert into jobs as j (tenant_id, id, kind, input, created_by, requester, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning ${selectedJob}`,
      [tenantId, uuidv7(), kind, JSON.stringify(input), actor.userId, JSON.stringify(requester), ctx.now()],
    )
    await saveMore?.(em, saved!)
    return saved!
  })
  startJob(ctx, job)
  return job
}

function startJob(ctx: Context, { tenantId, id }: Job): void {
  ctx.live.startDue({ kind: 'job', tenantId, id })
  ctx.live.announceTopic(tenantId, 'jobs')
}

/**
 * A job of the caller. Throws `NotFound` for a job of anybody else, and `Forbidden` if the caller may no longer do what it did. A
 * global admin who has not chosen a tenant reaches their jobs in every tenant.
 */
export async function readJob(ctx: Context, id: string): Promise<Job> {
  authorize(ctx.actor, 'job.read')
  const job = await findJobInScope(ctx, readScope(ctx), parseId(id, 'Job'))
  if (!job || job.createdBy !== ctx.actor!.userId) throw new NotFound('Job not found')
  authorizeJob(ctx.actor, job.kind, job.input as JobInput)
  return job
}

/** A job of the caller, and again each time it changes. */
export async function watchJob(ctx: Context, id: string): Promise<AsyncIterableIterator<Job>> {
  const { tenantId, createdBy, id: jobId } = await readJob(ctx, id)
  return watchView(ctx, { tenantId, topic: 'jobs', name: `${jobId} ${createdBy}` }, () => readJob(ctx, jobId))
}

/**
 * The caller's newest jobs, or for managers with `everybody` those of everybody in the tenant, with at most ten errors each; of
 * all tenants for a global admin who has not chosen one.
 */
export async function listJobs(
  ctx: Context,
  { limit, everybody = false }: { limit: number; everybody?: boolean | undefined },
): Promise<Job[]> {
  authorize(ctx.actor, everybody ? 'job.manage' : 'job.read')
  const scope = readScope(ctx)
  const { values, bind } = createParameters()
  const own = everybody ? '' : `and j.created_by = ${bind(ctx.actor!.userId)}`
  return ctx.database.within(scope, (em) =>
    queryRows<Job>(
      em,
      `select ${listedJob} from jobs j where j.tenant_id = :tenant ${own}
       order by j.created_at desc, j.id desc limit ${bind(limit)}`,
      values,
    ),
  )
}

const maxWatchedJobs = 50

/** The newest jobs of the tenant, and again each time one changes. */
export async function watchJobs(ctx: Context): Promise<AsyncIterableIterator<Job[]>> {
  authorize(ctx.actor, 'job.manage')
  const scope = readScope(ctx)
  const tenantId = scope === 'platform' ? allTenants : scope.tenantId
  return watchView(ctx, { tenantId, topic: 'jobs', name: 'newest' }, () =>
    listJobs(ctx, { limit: maxWatchedJobs, everybody: true }),
  )
}

/** Runs a failed job again, from its beginning. Throws `Conflict` for a job that has not failed. */
export async function retryJob(ctx: Context, id: string): Promise<Job> {
  authorize(ctx.actor, 'job.manage')
  assertCanWrite(ctx.actor)
  const found = await findJobInScope(ctx, readScope(ctx), parseId(id, 'Job'))
  if (!found) throw new NotFound('Job not found')
  const job = await transactInTenant(ctx, found.tenantId, async ({ em }) => {
    const [changed] = await queryRows<Job>(
      em,
      `update jobs j set status = 'queued', error = null, attempts = 0, finished_at = null
       where j.tenant_id = $1 and j.id = $2 and j.status = 'failed' and j.result->>'undoneAt' is null returning ${selectedJob}`,
      [found.tenantId, found.id],
    )
    if (!changed) throw new Conflict('Only a failed job can be run again. An import that was undone cannot.')
    return changed
  })
  startJob(ctx, job)
  return job
}

function findJobInScope(ctx: Context, scope: Scope, id: string): Promise<Job | null> {
  return ctx.database.within(scope, (em) => findJob(em, id))
}
