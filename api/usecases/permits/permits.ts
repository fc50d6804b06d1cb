import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, reachOf, requireTenant } from '../../domain/permissions.ts'
import { parsePermit, type NamedPermit, type PermitInput } from '../../domain/permits/parsePermit.ts'
import { permitExpiryNotice } from '../../domain/permits/permitExpiry.ts'
import { boundsOfArea } from '../../domain/polygons.ts'
import { transactInTenant } from '../../log/transact.ts'
import { permitColumns, type PermitRow } from '../../records/permitRows.ts'
import { assertActiveUsers } from '../properties/assignableUsers.ts'
import { readTenantTimeZone } from '../tenants/calendar.ts'

/** The maximum number of permits of a tenant, because each batch of knocks reads all of them. */
export const maxPermits = 100

const read = (em: EntityManager, rest = '', values: readonly unknown[] = []) =>
  queryRows<PermitRow>(em, `select ${permitColumns} from permits p where p.tenant_id = :tenant ${rest}`, values)

/** A permit with the notice of its end. */
export interface PermitView extends PermitRow {
  /** 30 or 7 when it expires within so many days and no other one of the city is valid on the day after. */
  expiryNotice: number | null
}

const withNotices = (permits: readonly PermitRow[], now: Date, timeZone: string): PermitView[] =>
  permits.map((permit) => ({ ...permit, expiryNotice: permitExpiryNotice(permit, permits, now, timeZone) }))

/**
 * The permits of the tenant by city; with `expiring` only those with an `expiryNotice`. A rep sees who has a badge, and the number of the own
 * one alone.
 */
export async function listPermits(ctx: Context, { expiring = false } = {}): Promise<PermitView[]> {
  authorize(ctx.actor, 'permit.read')
  const tenantId = requireTenant(ctx.actor)
  const all = await ctx.database.within({ tenantId }, async (em) =>
    withNotices(await read(em, 'order by lower(p.city), p.id'), ctx.now(), await readTenantTimeZone(em, tenantId)),
  )
  const permits = expiring ? all.filter(({ expiryNotice }) => expiryNotice !== null) : all
  if (reachOf(ctx.actor!, 'permit.manage')) return permits
  const own = ownUserIdOf(ctx.actor!)
  return permits.map((permit) => ({
    ...permit,
    badges: permit.badges.map((badge) => (badge.userId === own ? badge : { ...badge, number: null })),
  }))
}

/**
 * Saves a permit, or changes the one with the id to what is given. Records nothing if nothing changes. Throws `NotFound` for an unknown id,
 * `Refused` for invalid input and for badges of people who are no active users, and `Conflict` for more than 100 permits.
 */
export async function savePermit(
  ctx: Context,
  { id, ...input }: PermitInput & { id?: string | null },
): Promise<PermitView> {
  authorize(ctx.actor, 'permit.manage')
  const tenantId = requireTenant(ctx.actor)
  const given = parsePermit(input)
  const permitId = id == null ? uuidv7() : parseId(id, 'Permit')
  const now = ctx.now()
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const { em, record } = transaction
    const all = await read(em, 'order by p.id for update')
    const before = all.find((permit) => permit.id === permitId)
    if (id != null && !before) throw new NotFound('Permit not found')
    if (!before && all.length >= maxPermits)
      throw new Conflict(`A company has at most ${maxPermits} permits. Delete one first.`)
    const known = new Set(before?.badges.map(({ userId }) => userId))
    const added = given.badges.flatMap(({ userId }) => (known.has(userId) ? [] : userId))
    await assertActiveUsers(transaction, added)
    const timeZone = await readTenantTimeZone(em, tenantId)
    const others = all.filter((permit) => permit !== before)
    const view = (permit: PermitRow) => withNotices([permit, ...others], now, timeZone)[0]!
    if (before && isDeepStrictEqual({ ...before, ...given }, before)) return view(before)
    const saved: PermitRow = { ...given, id: permitId, createdAt: before?.createdAt ?? now, updatedAt: now }
    await write(em, tenantId, saved)
    record({ type: 'PermitChanged', subjectId: permitId, data: eventData(saved, before ? 'edited' : 'created') })
    return view(saved)
  })
}

const eventData = ({ id, city, validFrom, validTo }: PermitRow, change: 'created' | 'edited' | 'deleted') => ({
  ...{ permitId: id, change, city, validFrom, validTo },
})

async function write(em: EntityManager, tenantId: string, permit: PermitRow): Promise<void> {
  const { area, badges, weekdays } = permit satisfies NamedPermit
  await queryRows(
    em,
    `insert into permits (tenant_id, id, city, area, bounds, number, valid_from, valid_to, weekdays, from_time, to_time,
       until_sunset_minutes, badges, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (tenant_id, id) do update set city = excluded.city, area = excluded.area, bounds = excluded.bounds,
       number = excluded.number, valid_from = excluded.valid_from, valid_to = excluded.valid_to, weekdays = excluded.weekdays,
       from_time = excluded.from_time, to_time = excluded.to_time, until_sunset_minutes = excluded.until_sunset_minutes,
       badges = excluded.badges, updated_at = excluded.updated_at,
       told_days = case when permits.valid_to is not distinct from excluded.valid_to then permits.told_days end`,
    [
      ...[tenantId, permit.id, permit.city, JSON.stringify(area), JSON.stringify(boundsOfArea(area)), permit.number],
      ...[permit.validFrom, permit.validTo, weekdays, permit.from, permit.to, permit.untilSunsetMinutes],
      ...[JSON.stringify(badges), permit.createdAt, permit.updatedAt],
    ],
  )
}

/** Deletes a permit: knocks of its city are then not checked by it. Throws `NotFound` for an unknown id. */
export async function deletePermit(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'permit.manage')
  const tenantId = requireTenant(ctx.actor)
  const permitId = parseId(id, 'Permit')
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const [before] = await read(em, 'and p.id = $1 for update', [permitId])
    if (!before) throw new NotFound('Permit not found')
    await queryRows(em, 'delete from permits where tenant_id = $1 and id = $2', [tenantId, permitId])
    record({ type: 'PermitChanged', subjectId: permitId, data: eventData(before, 'deleted') })
  })
}
