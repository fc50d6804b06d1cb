import { readScope, type Context } from '../context.ts'
import { Unauthenticated } from '../domain/errors.ts'
import { abilitiesOf, effectiveRole, type Abilities, type Actor } from '../domain/permissions.ts'
import type { Role } from '../domain/words.ts'
import { Tenant } from '../entities/tenant.ts'
import { User } from '../entities/user.ts'
import { readPeople, type UserRef } from './performance.ts'

/** The account that asks, as its own client sees it. */
export interface Me {
  id: string
  email: string
  fullName: string
  role: Role
  effectiveRole: Role
  isAdmin: boolean
  isOwner: boolean
  phone: string | null
  isActive: boolean
  createdAt: Date
  mustChangePassword: boolean
  tenant: { id: string; name: string; companyName: string; timeZone: string } | null
  abilities: Abilities
}

/** Who is signed in, with their tenant and what they may do. Answers while a password change is due. */
export async function readMe(ctx: Context, actor: Actor | null = ctx.actor): Promise<Me> {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  return ctx.database.within('platform', async (em) => {
    const user = await em.findOne(User, { id: actor.userId })
    if (!user) throw new Unauthenticated('Session expired, please login again')
    const tenant = actor.tenantId ? await em.findOne(Tenant, { id: actor.tenantId }) : null
    return {
      id: user.id,
      email: user.email,
      fullName: user.fullName,
      role: user.role,
      effectiveRole: effectiveRole(actor),
      isAdmin: user.role === 'admin' || user.role === 'global_admin',
      isOwner: user.role === 'owner',
      phone: user.phone ?? null,
      isActive: user.status === 'active',
      createdAt: user.createdAt,
      mustChangePassword: user.mustChangePassword,
      tenant: tenant && {
        id: tenant.id,
        name: tenant.name,
        companyName: tenant.companyName,
        timeZone: tenant.timeZone,
      },
      abilities: abilitiesOf(actor),
    }
  })
}

/** Names of colleagues by id, for loaders. */
export async function namesOf(ctx: Context, ids: readonly string[]): Promise<Map<string, UserRef>> {
  return ctx.database.within(readScope(ctx), (em) => readPeople(em, ids))
}
