import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Role } from '../../domain/enums.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { readProperty } from './readProperty.ts'

export interface AssignableUser {
  id: string
  fullName: string
  email: string
  role: Role
}

/** The active users of the property's tenant, reps first; without a property, those of the actor's tenant. */
export async function listAssignableUsers(ctx: Context, propertyId: string | null): Promise<AssignableUser[]> {
  authorize(ctx.actor, 'property.assign')
  const tenantId = propertyId ? (await readProperty(ctx, propertyId)).tenantId : requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, (em) =>
    queryRows<AssignableUser>(
      em,
      `select id, full_name as "fullName", email, role from users where status = 'active'
       order by role <> 'sales_rep', full_name, id`,
    ),
  )
}

/**
 * Throws `Refused` unless all are active users of the transaction's tenant, now and when it commits. Deleting, blocking or moving a user
 * appends to the same log, so the answer after the transaction's own append stays true. A lock of the user's row would do without
 * the append, but in a distributed database two such locks of a reference table can be a deadlock.
 */
export async function assertActiveUsers(
  { em, beforeCommit }: Pick<WriteTransaction, 'em' | 'beforeCommit'>,
  userIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(userIds.map((userId) => parseId(userId, 'User')))]
  if (ids.length === 0) return
  await assertActive(em, ids)
  beforeCommit((last) => assertActive(last, ids))
}

async function assertActive(em: EntityManager, ids: readonly string[]): Promise<void> {
  const message = 'Choose an active member of this team.'
  const found = await queryRows(em, "select from users where id = any($1::uuid[]) and status = 'active'", [ids])
  if (found.length < ids.length) throw new Refused(message, { assigned_to: message })
}

/** Whether `id` is an active user of the transaction's tenant. */
export async function isActiveUser(em: EntityManager, id: string): Promise<boolean> {
  return (await queryRows(em, "select from users where id = $1 and status = 'active'", [id])).length > 0
}
