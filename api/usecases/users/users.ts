import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { createListOrders, rankKey, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { filterConditions } from '../../database/listFilters.ts'
import { createParameters } from '../../database/parameters.ts'
import { NotFound, Unauthenticated } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { abilitiesOf, authorize, effectiveRole, reachOf, type Abilities, type Actor } from '../../domain/permissions.ts'
import { accountStatuses, roles, type AccountStatus, type Role, type UserOrderField } from '../../domain/enums.ts'
import { findAccount } from '../../records/userWrites.ts'
import { countRecoveryCodes } from '../auth/secondFactors.ts'
import { findTenant, logoUrlSql, type Tenant } from '../tenants/tenants.ts'
import { userFilters, type UserFilter } from './userFilters.ts'
import { readUserRefs, type UserRef } from './userRefs.ts'

/** An account as other users see it. */
export interface UserView {
  id: string
  email: string
  fullName: string
  role: Role
  status: AccountStatus
  tenantId: string | null
  /** Null for a global admin and while the account is pending. */
  tenant: Tenant | null
  phone: string | null
  mustChangePassword: boolean
  createdAt: Date
}

/** The actor's own account. */
export interface Me extends Omit<UserView, 'status'> {
  effectiveRole: Role
  /** The person a global admin views the app as. */
  viewedUser: UserRef | null
  isAdmin: boolean
  isOwner: boolean
  isActive: boolean
  hasTwoFactors: boolean
  /** Null without two factors. */
  recoveryCodesLeft: number | null
  mustSetUpTwoFactors: boolean
  checklistPutAway: boolean
  abilities: Abilities
}

export type UserOrder = ListOrder<UserOrderField>

/** Of a user `u` with its tenant `t`. The accounts of a tenant are few, so no index is needed. */
const userSortKeys: Record<UserOrderField, SortKey> = {
  created_at: timeKey('u.created_at'),
  name: textKey(`(lower(u.full_name) collate "C")`),
  email: textKey(`(lower(u.email) collate "C")`),
  role: rankKey('u.role', roles),
  tenant: textKey(`(coalesce(lower(t.name), chr(1114109)) collate "C")`),
  status: rankKey('u.status', accountStatuses),
}
const userOrders = createListOrders(userSortKeys, 'created_at')

/** The actor's account, tenant and abilities. Allowed while a password change is required. Throws `Unauthenticated`. */
export async function readMe(ctx: Context, actor: Actor | null = ctx.actor): Promise<Me> {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  return ctx.database.within('platform', async (em) => {
    const user = await findAccount(em, { id: actor.userId })
    if (!user) throw new Unauthenticated('Session expired, please login again')
    const viewedUserId = actor.viewedUserId ?? null
    const viewedUser = viewedUserId ? ((await readUserRefs(em, [viewedUserId])).get(viewedUserId) ?? null) : null
    const tenant = actor.tenantId ? await findTenant(em, actor.tenantId) : null
    const recoveryCodesLeft = await countRecoveryCodes(em, user.id)
    return {
      id: user.id,
      email: user.email,
      fullName: user.fullName,
      role: user.role,
      effectiveRole: effectiveRole(actor),
      viewedUser,
      isAdmin: user.role === 'admin' || user.role === 'global_admin',
      isOwner: user.role === 'owner',
      phone: user.phone,
      isActive: user.status === 'active',
      createdAt: user.createdAt,
      mustChangePassword: user.mustChangePassword,
      hasTwoFactors: recoveryCodesLeft !== null,
      recoveryCodesLeft,
      mustSetUpTwoFactors: actor.mustSetUpTwoFactors ?? false,
      checklistPutAway: user.checklistPutAway,
      tenantId: tenant?.id ?? null,
      tenant,
      abilities: abilitiesOf(actor),
    }
  })
}

const userColumns = `u.id, u.email, u.full_name as "fullName", u.role, u.status, u.tenant_id as "tenantId", u.phone,
  u.must_change_password as "mustChangePassword", u.created_at as "createdAt",
  t.name as "tenantName", t.company_name as "companyName", t.time_zone as "timeZone",
  t.team_doors_visible as "teamDoorsVisible", t.require_two_factors as "requireTwoFactors", t.allow_nearest_doors as "allowNearestDoors", t.address as "tenantAddress", t.created_at as "tenantSince", t.archived_at as "tenantArchivedAt", ${logoUrlSql('t')} as "tenantLogoUrl"`
type UserRow = Omit<UserView, 'tenant'> & {
  tenantName: string
  companyName: string
  timeZone: string
  teamDoorsVisible: boolean
  requireTwoFactors: boolean
  allowNearestDoors: boolean
  tenantAddress: string | null
  tenantSince: Date
  tenantArchivedAt: Date | null
  tenantLogoUrl: string | null
}

function toUserView(row: UserRow): UserView {
  const {
    tenantName: name,
    companyName,
    timeZone,
    teamDoorsVisible,
    requireTwoFactors,
    allowNearestDoors,
    ...rest
  } = row
  const {
    tenantSince: createdAt,
    tenantArchivedAt: archivedAt,
    tenantLogoUrl: logoUrl,
    tenantAddress: address,
    ...user
  } = rest
  const { tenantId: id } = user
  const tenant = {
    name,
    companyName,
    timeZone,
    teamDoorsVisible,
    requireTwoFactors,
    allowNearestDoors,
    address,
    logoUrl,
    createdAt,
    archivedAt,
  }
  return { ...user, tenant: id === null ? null : { id, ...tenant } }
}

const fromClause = 'users u left join tenants t on t.id = u.tenant_id'

/** The accounts that the actor may see, by default newest first, without deleted ones. */
export async function listUsers(
  ctx: Context,
  filter: UserFilter,
  page: PageRequest,
  orderBy?: UserOrder | null,
): Promise<Page<UserView>> {
  authorize(ctx.actor, 'user.list')
  const order = userOrders.resolve(orderBy)
  const parameters = createParameters()
  const where = ['u.deleted_at is null', ...filterConditions(userFilters, filter, parameters.bind)]
  const rows = { columns: userColumns, from: fromClause, id: 'u.id', where }
  const { items, ...rest } = await ctx.database.within(resolveScope(ctx, filter), (em) =>
    userOrders.read<UserRow>(em, rows, order, page, parameters),
  )
  return { ...rest, items: items.map(toUserView) }
}

/** The number of accounts that `listUsers` returns over all pages. */
export async function countUsers(ctx: Context, filter: UserFilter): Promise<number> {
  authorize(ctx.actor, 'user.list')
  const { values, bind } = createParameters()
  const where = ['u.deleted_at is null', ...filterConditions(userFilters, filter, bind)]
  const [row] = await ctx.database.within(resolveScope(ctx, filter), (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from users u where ${where.join(' and ')}`, values),
  )
  return row!.n
}

/** The number of pending accounts that the actor may approve. */
export async function countPendingUsers(ctx: Context): Promise<number> {
  authorize(ctx.actor, 'user.list')
  return canManageUsers(ctx) ? countUsers(ctx, { status: 'pending' }) : 0
}

/** One account. Throws `NotFound` for an unknown id, a deleted account or an account of another tenant. */
export async function readUser(ctx: Context, id: string): Promise<UserView> {
  authorize(ctx.actor, 'user.list')
  const scope = canManageUsers(ctx) ? 'platform' : readScope(ctx)
  return ctx.database.within(scope, (em) => findUser(em, parseId(id, 'User')))
}

export async function findUser(em: EntityManager, id: string): Promise<UserView> {
  const [found] = await queryRows<UserRow>(
    em,
    `select ${userColumns} from ${fromClause} where u.id = $1 and u.deleted_at is null`,
    [id],
  )
  if (!found) throw new NotFound('User not found')
  return toUserView(found)
}

/** Users by id, including deleted ones. */
export async function readUserNames(ctx: Context, ids: readonly string[]): Promise<Map<string, UserRef>> {
  return ctx.database.within(readScope(ctx), (em) => readUserRefs(em, ids))
}

/** Whether the actor may manage the accounts of all tenants, and those without a tenant. */
function canManageUsers(ctx: Context): boolean {
  return ctx.actor !== null && reachOf(ctx.actor, 'user.manage') !== null
}

function resolveScope(ctx: Context, filter: UserFilter): Scope {
  if (!canManageUsers(ctx)) return readScope(ctx)
  if (filter.tenantId) return { tenantId: parseId(filter.tenantId, 'Tenant') }
  // Pending accounts have no tenant, so the chosen tenant must not exclude them.
  return filter.status === 'pending' ? 'platform' : readScope(ctx)
}
