import { TZDate } from '@date-fns/tz'
import { subMonths } from 'date-fns/subMonths'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { readReachable } from '../../database/tenantByTenant.ts'
import { check, Unavailable } from '../../domain/errors.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transact, transactInTenant, type WriteContext } from '../../log/transact.ts'

/** How long a tenant keeps what reps record in the field. */
export interface DataRetention {
  /** In months; null for ever. */
  photoMonths: number | null
  /** How long the positions of knocks and sessions are kept, in days. */
  positionDays: number
}

const maxPhotoMonths = 120
const maxPositionDays = 365

/** How long the actor's tenant keeps photos and positions. */
export async function readDataRetention(ctx: Context): Promise<DataRetention> {
  authorize(ctx.actor, 'tenant.current')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, (em) => find(em, tenantId))
}

async function find(em: EntityManager, tenantId: string): Promise<DataRetention> {
  const [found] = await queryRows<DataRetention>(
    em,
    'select photo_months as "photoMonths", position_days as "positionDays" from tenants where id = $1',
    [tenantId],
  )
  return found!
}

/**
 * Sets how long photos and positions are kept; the scheduler deletes what is older. Omitted fields are unchanged, and null keeps photos for ever. Throws
 * `Refused` for less than a month or a day, and for more than ten years of photos or a year of positions.
 */
export async function setDataRetention(ctx: Context, input: Partial<DataRetention>): Promise<DataRetention> {
  authorize(ctx.actor, 'tenant.changeSettings')
  const tenantId = requireTenant(ctx.actor)
  const { photoMonths, positionDays } = input
  if (photoMonths != null) checkRange('photo_months', photoMonths, maxPhotoMonths)
  if (positionDays !== undefined) checkRange('position_days', positionDays, maxPositionDays)
  return transact(ctx, { scope: 'platform', logTenantId: tenantId }, async ({ em, record }) => {
    const before = await find(em, tenantId)
    const after = {
      photoMonths: photoMonths === undefined ? before.photoMonths : photoMonths,
      positionDays: positionDays ?? before.positionDays,
    }
    if (after.photoMonths === before.photoMonths && after.positionDays === before.positionDays) return before
    await queryRows(em, 'update tenants set photo_months = $2, position_days = $3 where id = $1', [
      tenantId,
      after.photoMonths,
      after.positionDays,
    ])
    record({ type: 'DataRetentionSet', subjectId: tenantId, data: after })
    return after
  })
}

function checkRange(field: string, value: number, max: number): void {
  const message = `Use a whole number from 1 to ${max}.`
  check(Number.isInteger(value) && value >= 1 && value <= max, message, { [field]: message })
}

/** The maximum number of rows in one transaction, because other requests wait for its locks. */
const batchSize = 1_000

/**
 * Deletes the photos and erases the positions of all tenants that are older than the tenant keeps them. Those of a tenant whose node is missing are left for
 * the next time. Returns the number of photos and positions.
 */
export async function applyDataRetention(ctx: WriteContext): Promise<number> {
  let count = 0
  for (const { id, ...retention } of await readReachableTenants(ctx))
    try {
      for (let done = batchSize; done >= batchSize; count += done) done = await applyTo(ctx, id, retention)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
    }
  return count
}

/** What all tenants keep; while a node of a distributed database is missing, the tenants on the others. */
function readReachableTenants({ database }: WriteContext): Promise<(DataRetention & { id: string })[]> {
  const sql = 'select id, photo_months as "photoMonths", position_days as "positionDays" from tenants'
  return readReachable(database, (scope) =>
    typeof scope === 'object'
      ? database.query(scope, `${sql} where id = $1`, [scope.tenantId])
      : database.query(scope, sql, []),
  )
}

/** Erases at most `batchSize` photos, knocks' and sessions' positions each, and returns the highest of the three numbers. */
async function applyTo(
  ctx: WriteContext,
  tenantId: string,
  { photoMonths, positionDays }: DataRetention,
): Promise<number> {
  const before = new Date(ctx.now().getTime() - positionDays * 24 * 60 * 60_000)
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const knocks = await queryRows(
      em,
      `update knocks set lat = null, lng = null, accuracy_meters = null where tenant_id = $1 and event_id in
         (select k.event_id from knocks k where k.tenant_id = $1 and k.lat is not null and k.occurred_at < $2
          order by k.occurred_at limit ${batchSize}) returning 1`,
      [tenantId, before],
    )
    const sessions = await queryRows(
      em,
      `update knock_sessions set lat = null, lng = null where tenant_id = $1 and id in
         (select s.id from knock_sessions s where s.tenant_id = $1 and s.lat is not null and s.started_at < $2
          order by s.started_at limit ${batchSize}) returning 1`,
      [tenantId, before],
    )
    const photos = photoMonths === null ? 0 : await deletePhotos(em, tenantId, monthsBefore(ctx.now(), photoMonths))
    const positions = knocks.length + sessions.length
    if (photos + positions > 0) record({ type: 'DataRetentionApplied', data: { photos, positions } })
    return Math.max(knocks.length, sessions.length, photos)
  })
}

/** The same day so many months before, or the last one of a shorter month: photos are not deleted before their time. */
function monthsBefore(now: Date, months: number): Date {
  return new Date(subMonths(new TZDate(now, 'UTC'), months).getTime())
}

/** Deletes the oldest photos that were uploaded before a time, with their places at knocks. */
async function deletePhotos(em: EntityManager, tenantId: string, before: Date): Promise<number> {
  const old = await queryRows<{ id: string }>(
    em,
    `select p.id from photos p where p.tenant_id = $1 and p.created_at < $2
     order by p.created_at limit ${batchSize} for update`,
    [tenantId, before],
  )
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return 0
  await queryRows(em, 'delete from knock_photos where tenant_id = $1 and photo_id = any($2::uuid[])', [tenantId, ids])
  await queryRows(em, 'update knocks set photo_id = null where tenant_id = $1 and photo_id = any($2::uuid[])', [
    tenantId,
    ids,
  ])
  await queryRows(em, 'delete from photos where tenant_id = $1 and id = any($2::uuid[])', [tenantId, ids])
  return ids.length
}
