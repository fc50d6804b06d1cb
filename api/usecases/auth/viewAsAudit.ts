import type { Context, ViewAs } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transact } from '../../log/transact.ts'
import { evictSessions, findSession } from './sessions.ts'

/**
 * Records in the log when a global admin starts, changes or stops viewing the app as another role or person. Runs on every request and
 * compares the headers with the view recorded last, because a client might not report the change itself. The event goes
 * to the log of the viewed tenant, or of the platform when no tenant is chosen.
 */
export async function recordViewAs(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (actor?.role !== 'global_admin') return
  const { recordedView } = await findSession(ctx, token)
  const current = viewOf(actor)
  if (isSameView(recordedView, current)) return
  await recordChange(ctx, recordedView, current)
  evictSessions(ctx.caches, actor.userId)
}

function viewOf({ viewedRole, viewedUserId = null, tenantId }: NonNullable<Context['actor']>): ViewAs {
  return viewedRole
    ? { role: viewedRole, userId: viewedUserId, tenantId }
    : { role: null, userId: null, tenantId: null }
}

const isSameView = (one: ViewAs, other: ViewAs): boolean =>
  one.role === other.role && one.userId === other.userId && one.tenantId === other.tenantId

/** The viewed person, or the actor if they view a role only. */
const toEvent = (type: 'ViewAsStarted' | 'ViewAsStopped', { role, userId }: ViewAs, actorId: string) =>
  ({ type, subjectId: userId ?? actorId, data: { role: role!, ...(userId ? { userId } : {}) } }) as const

async function recordChange(ctx: Context, before: ViewAs, after: ViewAs): Promise<void> {
  const actor = ctx.actor!
  const logScope = (view: ViewAs) =>
    ({ scope: 'accounts', logTenantId: view.tenantId ?? platformTenantId, allowArchived: true }) as const
  const changed = await transact(ctx, logScope(before.role ? before : after), async ({ em, record }) => {
    // Concurrent requests all see the change. Only the one whose update matches the old view records it.
    const updated = await queryRows(
      em,
      `update ${actor.apiKey ? 'api_keys' : 'sessions'} set viewed_role = $2, viewed_tenant_id = $3, viewed_user_id = $4
       where id = $1 and viewed_role is not distinct from $5 and viewed_tenant_id is not distinct from $6
         and viewed_user_id is not distinct from $7 returning id`,
      [actor.sessionId, after.role, after.tenantId, after.userId, before.role, before.tenantId, before.userId],
    )
    if (updated.length === 0) return false
    if (before.role) record(toEvent('ViewAsStopped', before, actor.userId))
    else if (after.role) record(toEvent('ViewAsStarted', after, actor.userId))
    return true
  })
  if (changed && before.role && after.role)
    await transact(ctx, logScope(after), async ({ record }) => record(toEvent('ViewAsStarted', after, actor.userId)))
}
