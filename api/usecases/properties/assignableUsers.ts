import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Role } from '../../domain/enums.ts'
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

/** Throws `Refused` unless `userId` is an active user of the transaction's tenant. */
export async function assertActiveUser(em: EntityManager, userId: string): Promise<void> {
  const message = 'Choose an active member of this team.'
  if (!(await isActiveUser(em, parseId(userId, 'User')))) throw new Refused(message, { assigned_to: message })
}

/** Whether `id` is an active user of the transaction's tenant. */
export async function isActiveUser(em: EntityManager, id: string): Promise<boolean> {
  return (await queryRows(em, "select from users where id = $1 and status = 'active'", [id])).length > 0
}
