import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { parseName } from '../../domain/auth/accounts.ts'
import { Conflict, NotFound, Refused, check } from '../../domain/errors.ts'
import { toSnakeCase } from '../../domain/fields.ts'
import { parseId } from '../../domain/ids.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, requireSignedIn, requireTenant, type Action } from '../../domain/permissions.ts'
import { isTimeZone } from '../../domain/tenants/timeZones.ts'
import { lockOnEveryNode, transact } from '../../log/transact.ts'
import type { TenantCalendar } from '../../projections/spans.ts'

export interface TenantRef {
  id: string
  name: string
  companyName: string
}

export function toTenantRef(tenant: TenantCalendar | undefined): TenantRef | null {
  return tenant ? { id: tenant.tenantId, name: tenant.name, companyName: tenant.companyName } : null
}

/** A company that uses Porchlight. */
export interface Tenant {
  id: string
  name: string
  companyName: string
  /** The IANA time zone in which the calendar periods of all metrics are computed. */
  timeZone: string
  /** Whether reps see the properties of their colleagues on the map and may knock there. */
  teamDoorsVisible: boolean
  /** Whether its users must sign in with two factors. */
  requireTwoFactors: boolean
  /** Whether a rep without a territory may take the nearest open doors for a day. */
  allowNearestDoors: boolean
  /** Where its office is, on one line; null if nobody has said it. */
  address: string | null
  /** The path of the logo, which changes with it; null without one. */
  logoUrl: string | null
  createdAt: Date
  /** Null while the tenant is in use. */
  archivedAt: Date | null
}

export interface TenantView extends Tenant {
  /** `created_at` as PostgreSQL text, for cursors: a JavaScript Date would lose the microseconds. */
  cursorAt: string
}

/** Undefined and null fields stay unchanged. */
export interface TenantInput {
  name?: string | null
  companyName?: string | null
  /** IANA name, such as America/Chicago. */
  timeZone?: string | null
  /** Whether reps see the properties of their colleagues on the map. */
  teamDoorsVisible?: boolean | null
  /** Whether its users must sign in with two factors. */
  requireTwoFactors?: boolean | null
  /** Whether a rep without a territory may take the nearest open doors for a day. */
  allowNearestDoors?: boolean | null
  /** Where its office is, on one line. An empty text removes it. */
  address?: string | null
}

export interface TenantStats {
  tenantId: string
  users: number
  activeUsers: number
  properties: number
  leads: number
  newLeads: number
  contactedLeads: number
  completedLeads: number
  /** The number of events in the tenant's log (design §6). */
  apiCalls: number
  lastActivityAt: Date | null
}

const editableFields = [
  'name',
  'companyName',
  'timeZone',
  'teamDoorsVisible',
  'requireTwoFactors',
  'allowNearestDoors',
  'address',
] as const
/** SQL: the path of the logo of `t`, a row of tenants; null without one. */
export const logoUrlSql = (t: string): string => `'/api/tenants/' || ${t}.id || '/logo?v=' || ${t}.logo_hash`
const tenantColumns = `id, name, company_name as "companyName", time_zone as "timeZone", team_doors_visible as "teamDoorsVisible",
  require_two_factors as "requireTwoFactors", allow_nearest_doors as "allowNearestDoors", address, ${logoUrlSql('tenants')} as "logoUrl", created_at as "createdAt", archived_at as "archivedAt", created_at::text as "cursorAt"`

/** All tenants, newest first. */
export async function listTenants(ctx: Context, page: PageRequest): Promise<Page<TenantView>> {
  authorize(ctx.actor, 'tenant.manage')
  const after = page.after ? decodeCursor(page.after) : null
  const found = await ctx.database.within('platform', (em) =>
    queryRows<TenantView>(
      em,
      `select ${tenantColumns} from tenants where $1::timestamptz is null or (created_at, id) < ($1, $2::uuid)
       order by created_at desc, id desc limit $3 offset $4`,
      [after?.at ?? null, after?.id ?? null, page.limit + 1, page.offset ?? 0],
    ),
  )
  return pageOf(found, page.limit)
}

export async function countTenants(ctx: Context): Promise<number> {
  authorize(ctx.actor, 'tenant.manage')
  const [row] = await ctx.database.within('platform', (em) =>
    queryRows<{ n: number }>(em, 'select count(*)::int as n from tenants'),
  )
  return row!.n
}

/** The names of the tenants among `ids` that are in the caller's scope: their own, or all for a global admin without one. */
export function readTenantNames(ctx: Context, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return ctx.database.within(readScope(ctx), (em) =>
    queryRows(em, 'select id, name from tenants where id = any($1::uuid[])', [ids]),
  )
}

/** One tenant: any for a global admin, their own for owners and admins. Throws `NotFound` for any other. */
export async function readTenant(ctx: Context, id: string): Promise<TenantView> {
  return ctx.database.within({ tenantId: authorizeTenant(ctx, 'tenant.read', id) }, (em) => findTenant(em, id))
}

/** The actor's tenant, or the one that a global admin chose; null when none is chosen. */
export async function readCurrentTenant(ctx: Context): Promise<TenantView | null> {
  authorize(ctx.actor, 'tenant.current')
  const tenantId = ctx.actor!.tenantId
  return tenantId ? ctx.database.within({ tenantId }, (em) => findTenant(em, tenantId)) : null
}

/** Current totals of a tenant; of the actor's or the chosen one when `id` is empty. */
export async function readTenantStats(ctx: Context, id?: string | null): Promise<TenantStats> {
  const tenantId = authorizeTenant(ctx, 'tenant.readStats', id ?? requireTenant(ctx.actor))
  return ctx.database.within({ tenantId }, async (em) => {
    await findTenant(em, tenantId)
    const [found] = await queryRows<TenantStats>(
      em,
      `select $1::uuid as "tenantId",
         (select count(*)::int from users where tenant_id = $1 and deleted_at is null) as users,
         (select count(*)::int from users where tenant_id = $1 and status = 'active') as "activeUsers",
         (select count(*)::int from properties where tenant_id = $1) as properties,
         count(*)::int as leads, (count(*) filter (where status = 'new'))::int as "newLeads",
         (count(*) filter (where status = 'contacted'))::int as "contactedLeads",
         (count(*) filter (where status = 'completed'))::int as "completedLeads",
         coalesce((select position from activity_heads where tenant_id = $1), 0)::int as "apiCalls",
         (select e.recorded_at from activity_heads h join activity_events e using (tenant_id, position)
           where h.tenant_id = $1) as "lastActivityAt"
       from leads where tenant_id = $1`,
      [tenantId],
    )
    return found!
  })
}

/**
 * Creates a tenant. Throws `Refused` when the name is missing or the time zone unknown, `Conflict` when another tenant has the
 * name.
 */
export async function createTenant(ctx: Context, input: TenantInput): Promise<TenantView> {
  authorize(ctx.actor, 'tenant.manage')
  const id = uuidv7()
  return transact(ctx, { scope: 'platform', logTenantId: id }, async ({ em, record }) => {
    const tenant = await insertTenant(ctx, em, id, input)
    record({ type: 'TenantCreated', subjectId: id, data: { tenantId: id } })
    return tenant
  })
}

/** Saves a new tenant. Throws as `createTenant`. Its event is the caller's. */
export async function insertTenant(
  ctx: Pick<Context, 'now'>,
  em: EntityManager,
  id: string,
  input: TenantInput,
): Promise<TenantView> {
  const name = parseName(input.name ?? '', 'Name', 'name')
  const companyName = input.companyName?.trim() ? parseName(input.companyName, 'Company name', 'company_name') : name
  const timeZone = input.timeZone ? await validateTimeZone(em, input.timeZone) : undefined
  await assertNameAvailable(em, id, name)
  const tenant = {
    ...{ id, name, companyName, ...(timeZone && { timeZone }), createdAt: ctx.now() },
    teamDoorsVisible: input.teamDoorsVisible ?? true,
    requireTwoFactors: input.requireTwoFactors ?? false,
    allowNearestDoors: input.allowNearestDoors ?? false,
    address: input.address?.trim() || null,
  }
  const { values, bind } = createParameters()
  await queryRows(
    em,
    `insert into tenants (${Object.keys(tenant).map(toSnakeCase).join(', ')})
     values (${Object.values(tenant).map(bind).join(', ')})`,
    values,
  )
  return findTenant(em, id)
}

/**
 * Changes a tenant: an owner their own, a global admin any. A new time zone changes which day an event counts for, not when it
 * happened. Throws like `createTenant`, and `NotFound`.
 */
export async function updateTenant(ctx: Context, id: string, input: TenantInput): Promise<TenantView> {
  const tenantId = authorizeTenant(ctx, 'tenant.changeSettings', id)
  const changes: Partial<Pick<Tenant, (typeof editableFields)[number]>> = {}
  if (input.teamDoorsVisible != null) changes.teamDoorsVisible = input.teamDoorsVisible
  if (input.requireTwoFactors != null) changes.requireTwoFactors = input.requireTwoFactors
  if (input.allowNearestDoors != null) changes.allowNearestDoors = input.allowNearestDoors
  if (input.address != null) changes.address = input.address.trim() || null
  if (input.name != null) changes.name = parseName(input.name, 'Name', 'name')
  if (input.companyName != null) changes.companyName = parseName(input.companyName, 'Company name', 'company_name')
  await readTenant(ctx, tenantId)
  return transact(ctx, { scope: 'platform', logTenantId: tenantId }, async ({ em, record }) => {
    if (input.timeZone != null) changes.timeZone = await validateTimeZone(em, input.timeZone)
    const tenant = await findTenant(em, tenantId)
    const fields = editableFields.filter((field) => changes[field] !== undefined && changes[field] !== tenant[field])
    if (fields.includes('name')) await assertNameAvailable(em, tenantId, changes.name!)
    if (fields.length === 0) return tenant
    const { values, bind } = createParameters(tenantId)
    const assignments = fields.map((field) => `${toSnakeCase(field)} = ${bind(changes[field])}`)
    await queryRows(em, `update tenants set ${assignments.join(', ')} where id = $1`, values)
    record({ type: 'TenantUpdated', subjectId: tenantId, data: { tenantId, fields } })
    return findTenant(em, tenantId)
  })
}

/** `updateTenant` for the actor's tenant, or the one that a global admin chose. */
export function updateCompany(ctx: Context, input: TenantInput): Promise<TenantView> {
  authorize(ctx.actor, 'tenant.changeSettings')
  return updateTenant(ctx, requireTenant(ctx.actor), input)
}

/**
 * Archives a tenant: its users cannot sign in, their sessions end, their API keys stop working within a second, and nothing
 * in it can be changed. All data stays. An archived tenant stays as it is.
 */
export async function archiveTenant(ctx: Context, id: string): Promise<TenantView> {
  const tenantId = authorizeTenant(ctx, 'tenant.manage', id)
  return setArchivedAt(ctx, tenantId, ctx.now())
}

/** Ends the archiving of a tenant: its users can sign in again, and their API keys work again. */
export async function restoreTenant(ctx: Context, id: string): Promise<TenantView> {
  const tenantId = authorizeTenant(ctx, 'tenant.manage', id)
  return setArchivedAt(ctx, tenantId, null)
}

async function setArchivedAt(ctx: Context, tenantId: string, archivedAt: Date | null): Promise<TenantView> {
  const where = { scope: 'platform', logTenantId: tenantId, allowArchived: true } as const
  return transact(ctx, where, async ({ em, record }) => {
    const changed = await queryRows(
      em,
      `update tenants set archived_at = $2
       where id = $1 and (archived_at is null) = ($2::timestamptz is not null) returning id`,
      [tenantId, archivedAt],
    )
    if (changed.length === 0) return findTenant(em, tenantId)
    if (archivedAt)
      await queryRows(
        em,
        `update sessions set ended_at = $2 from users u
         where u.id = user_id and u.tenant_id = $1 and u.role <> 'global_admin' and ended_at is null`,
        [tenantId, archivedAt],
      )
    record({ type: archivedAt ? 'TenantArchived' : 'TenantRestored', subjectId: tenantId, data: { tenantId } })
    return findTenant(em, tenantId)
  })
}

/** The parsed id, when the actor may do `action` in that tenant. Throws `NotFound` for a tenant that the actor may not see. */
function authorizeTenant(ctx: Context, action: Action, id: string): string {
  authorize(ctx.actor, action)
  const actor = requireSignedIn(ctx.actor)
  const tenantId = parseId(id, 'Tenant')
  const seesAllTenants = actor.role === 'global_admin' && !actor.viewedRole
  if (!seesAllTenants && tenantId !== requireTenant(actor)) throw new NotFound('Tenant not found')
  return tenantId
}

/** Throws `NotFound` when the tenant does not exist or is out of scope. */
export async function findTenant(em: EntityManager, id: string): Promise<TenantView> {
  const [found] = await queryRows<TenantView>(em, `select ${tenantColumns} from tenants where id = $1`, [
    parseId(id, 'Tenant'),
  ])
  if (!found) throw new NotFound('Tenant not found')
  return found
}

/**
 * Throws `Conflict` when another tenant has the name, ignoring case and repeated spaces. The lock makes concurrent requests
 * for one name wait.
 */
export async function assertNameAvailable(
  em: EntityManager,
  id: string,
  name: string,
  message = 'A tenant has this name.',
): Promise<void> {
  await lockOnEveryNode(em, 'tenant names')
  const normalizeSql = (name: string) => `lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`
  const taken = await queryRows(
    em,
    `select 1 from tenants where ${normalizeSql('name')} = ${normalizeSql('$1::text')} and id <> $2`,
    [name, id],
  )
  if (taken.length > 0) throw new Conflict(message)
}

/** The API computes periods and PostgreSQL groups rows by day, so both must know the time zone. */
async function validateTimeZone(em: EntityManager, name: string): Promise<string> {
  const message = 'Choose a time zone, such as America/Indiana/Indianapolis'
  check(isTimeZone(name), message, { time_zone: message })
  const known = await queryRows(em, 'select 1 from pg_timezone_names where name = $1', [name])
  if (known.length === 0) throw new Refused(message, { time_zone: message })
  return name
}
