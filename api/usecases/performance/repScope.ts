import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'

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
