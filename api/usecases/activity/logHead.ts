import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Refused } from '../../domain/errors.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'

/** The last position in the log of the actor's or the chosen tenant; 0 while the log is empty. */
export async function readLogHead(ctx: Context): Promise<number> {
  authorize(ctx.actor, 'activity.read')
  return ctx.database.within({ tenantId: requireTenant(ctx.actor) }, headOf)
}

/**
 * Throws `Refused` if the log of the transaction's tenant ends before the position. A client that waited for the events after it would
 * miss those that the log gets after it was restored from a backup.
 */
export async function assertInLog(em: EntityManager, position: number, field: string): Promise<void> {
  const head = await headOf(em)
  if (position <= head) return
  const message = `The log ends at position ${head}, so it has no position ${position}. It may have been restored: read it again from a position that you trust, or from 0.`
  throw new Refused(message, { [field]: `At most ${head}` })
}

async function headOf(em: EntityManager): Promise<number> {
  const [head] = await queryRows<{ position: number }>(
    em,
    'select position::int from activity_heads where tenant_id = :tenant',
  )
  return head?.position ?? 0
}
