import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { Role } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transact } from '../../log/transact.ts'
import { findSession, evictSessions } from './sessions.ts'

/**
 * Records that a global admin began, changed or stopped to view the app as a role, when a session is first seen doing
 * so. The log hears it from the request that acts, so a client that keeps silent about its view is heard as well.
 * It stands in the log of the tenant that is looked at, or the platform's.
 */
export async function recordViewAs(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (actor?.role !== 'global_admin') return
  const { notedRole, notedTenantId } = await findSession(ctx, token)
  const current = currentView(actor)
  if (notedRole === current.role && notedTenantId === current.tenantId) return
  await recordChange(ctx, { role: notedRole, tenantId: notedTenantId }, current)
  evictSessions(actor.userId)
}

interface ViewAs {
  role: Role | null
  tenantId: string | null
}

function currentView({ viewedRole, tenantId }: NonNullable<Context['actor']>): ViewAs {
  return viewedRole ? { role: viewedRole, tenantId } : { role: null, tenantId: null }
}

async function recordChange(ctx: Context, before: ViewAs, after: ViewAs): Promise<void> {
  const actor = ctx.actor!
  const logScope = (view: ViewAs) => ({ scope: 'platform', logTenantId: view.tenantId ?? platformTenantId }) as const
  const changed = await transact(ctx, logScope(before.role ? before : after), async ({ em, record }) => {
    // Requests that come together all see the change; the first one tells of it.
    const updated = await queryRows(
      em,
      `update ${actor.apiKey ? 'api_keys' : 'sessions'} set viewed_role = $2, viewed_tenant_id = $3
       where id = $1 and viewed_role is not distinct from $4 and viewed_tenant_id is not distinct from $5 returning id`,
      [actor.sessionId, after.role, after.tenantId, before.role, before.tenantId],
    )
    if (updated.length === 0) return false
    if (before.role) record({ type: 'ViewAsStopped', subjectId: actor.userId, data: { role: before.role } })
    else if (after.role) record({ type: 'ViewAsStarted', subjectId: actor.userId, data: { role: after.role } })
    return true
  })
  if (changed && before.role && after.role)
    await transact(ctx, logScope(after), async ({ record }) =>
      record({ type: 'ViewAsStarted', subjectId: actor.userId, data: { role: after.role! } }),
    )
}
