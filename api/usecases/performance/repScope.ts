import { repViewTtlMs, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { transact } from '../../log/transact.ts'

/** Whose work a report counts: that of `repId`, or of the whole team for null. */
export interface RepScope {
  tenantId: string
  repId: string | null
}

/** The scope of a report: of `userId`, else of the team, or for a rep their own. Throws `NotFound` to a rep for another user. */
export function authorizeRepScope(ctx: Context, userId: string | null | undefined): RepScope {
  const ownUserId = authorize(ctx.actor, 'performance.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const isGiven = userId !== null && userId !== undefined
  const repId = isGiven ? parseId(userId, 'User') : ownUserId
  if (ownUserId && repId !== ownUserId) throw new NotFound('User not found')
  return { tenantId: requireTenant(ctx.actor), repId }
}

/** Throws `NotFound` for a user of another tenant, whom row-level security hides. A global admin may read their own work. */
export async function checkRepExists(em: EntityManager, ctx: Context, { repId }: RepScope): Promise<void> {
  if (!repId || repId === ctx.actor!.userId) return
  const known = await queryRows(em, 'select 1 from users where id = $1', [repId])
  if (known.length === 0) throw new NotFound('User not found')
}

/** Records that the actor has read the work of somebody else, who can see it (`listRecordedAboutMe`); once an hour. */
export async function recordRepView(ctx: Context, { tenantId, repId }: RepScope): Promise<void> {
  const viewerId = ctx.actor!.userId
  if (!repId || repId === ownUserIdOf(ctx.actor!)) return
  const key = `${tenantId} ${viewerId} ${repId}`
  if (ctx.caches.repViews.has(key)) return
  const since = new Date(ctx.now().getTime() - repViewTtlMs)
  await transact(ctx, { scope: { tenantId }, logTenantId: tenantId, allowArchived: true }, async ({ em, record }) => {
    // A page reads several figures at once, perhaps from several servers.
    await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 4))', [key])
    const [last] = await queryRows<{ at: Date }>(
      em,
      `select e.occurred_at as at from activity_events e
       where e.tenant_id = $1 and e.subject_id = $2 and e.actor_id = $3 and e.type = 'RepViewed' order by e.position desc limit 1`,
      [tenantId, repId, viewerId],
    )
    if (!last || last.at <= since) record({ type: 'RepViewed', subjectId: repId, data: { userId: repId } })
  })
  ctx.caches.repViews.set(key, true)
}
