import type { Context } from '../context.ts'
import { rows } from '../database/connection.ts'
import type { Role } from '../domain/words.ts'
import { platformTenantId } from '../events/catalogue.ts'
import { transact } from '../log/transact.ts'
import { findSession, forgetSessions } from './sessions.ts'

/**
 * Records that a global admin began, changed or stopped to view the app as a role, when a session is first seen doing
 * so. The log hears it from the request that acts, so a client that keeps silent about its view is heard as well.
 * It stands in the log of the tenant that is looked at, or the platform's.
 */
export async function noteView(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (actor?.role !== 'global_admin') return
  const { notedRole, notedTenantId } = await findSession(ctx, token)
  const seen = viewSeen(actor)
  if (notedRole === seen.role && notedTenantId === seen.tenantId) return
  await noteChange(ctx, { role: notedRole, tenantId: notedTenantId }, seen)
  forgetSessions(actor.userId)
}

interface View {
  role: Role | null
  tenantId: string | null
}

function viewSeen({ viewedRole, tenantId }: NonNullable<Context['actor']>): View {
  return viewedRole ? { role: viewedRole, tenantId } : { role: null, tenantId: null }
}

async function noteChange(ctx: Context, before: View, after: View): Promise<void> {
  const actor = ctx.actor!
  const told = (view: View) => ({ scope: 'platform', logTenantId: view.tenantId ?? platformTenantId }) as const
  const changed = await transact(ctx, told(before.role ? before : after), async ({ em, record }) => {
    // Requests that come together all see the change; the first one tells of it.
    const first = await rows(
      em,
      `update ${actor.apiKey ? 'api_keys' : 'sessions'} set viewed_role = $2, viewed_tenant_id = $3
       where id = $1 and viewed_role is not distinct from $4 and viewed_tenant_id is not distinct from $5 returning id`,
      [actor.sessionId, after.role, after.tenantId, before.role, before.tenantId],
    )
    if (first.length === 0) return false
    if (before.role) record({ type: 'ViewAsStopped', subjectId: actor.userId, data: { role: before.role } })
    else if (after.role) record({ type: 'ViewAsStarted', subjectId: actor.userId, data: { role: after.role } })
    return true
  })
  if (changed && before.role && after.role)
    await transact(ctx, told(after), async ({ record }) =>
      record({ type: 'ViewAsStarted', subjectId: actor.userId, data: { role: after.role! } }),
    )
}
