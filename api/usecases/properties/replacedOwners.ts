import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import { parseId, tenantKeyOf, type TenantKey } from '../../domain/ids.ts'
import { authorize } from '../../domain/permissions.ts'
import type { DomainEvent } from '../../events/catalog.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { findProperty, propertyRefOf, type PropertyView } from '../../records/propertyRows.ts'
import { type LockedProperty, lockProperty, type PropertyValues, writeValues } from '../../records/propertyWrites.ts'
import { readProperty } from './readProperty.ts'

/** The fields of a property that a parcel record replaces. What they were before can be restored. */
export const replaceableFields = ['ownerName', 'ownerAddress', 'ownerSource', 'parcelId'] as const

export type OwnerValues = Pick<PropertyView, (typeof replaceableFields)[number]>

/** An owner and a parcel id that a property had before they were replaced. */
export interface ReplacedOwner {
  /** The id of the event that replaced them. */
  id: string
  ownerName: string | null
  parcelId: string | null
  replacedAt: Date
}

const maxShown = 10

/**
 * Saves a change of a locked property under a new event, and keeps the owner and parcel id that it replaces, which the log must not
 * contain. Returns the saved property.
 */
export async function replaceOwner(
  ctx: Context,
  { em, record }: WriteTransaction,
  current: LockedProperty,
  change: PropertyValues,
  event: DomainEvent,
): Promise<PropertyView> {
  const { tenantId, id } = current
  const eventId = uuidv7()
  await writeValues(ctx, em, tenantId, [{ before: current, change }])
  record({ ...event, eventId, subjectId: id })
  const after = { ...current, ...change }
  if (!isSameOwner(current, after)) {
    const values = [current, after].flatMap((owner) => replaceableFields.map((field) => owner[field] ?? null))
    await queryRows(
      em,
      `insert into replaced_owners (tenant_id, id, property_id, owner_name, owner_address, owner_source, parcel_id,
         new_owner_name, new_owner_address, new_owner_source, new_parcel_id, replaced_at, replaced_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [tenantId, eventId, id, ...values, ctx.now(), ctx.actor!.userId],
    )
  }
  return (await findProperty(em, id))!
}

export function isSameOwner(one: OwnerValues, other: OwnerValues): boolean {
  return replaceableFields.every((field) => (one[field] ?? null) === (other[field] ?? null))
}

/**
 * Puts back an owner and a parcel id that were replaced. Those that they replace can be restored, too. Throws `NotFound` for an
 * unknown id, and `Conflict` if a person or a file has changed the owner since something was last replaced.
 */
export async function restoreOwner(ctx: Context, propertyId: string, replacedId: string): Promise<PropertyView> {
  const property = await readProperty(ctx, propertyId)
  const { tenantId, id } = property
  authorize(ctx.actor, 'owner.refresh', { ownerId: property.assignedTo ?? null })
  const chosen = parseId(replacedId, 'Replaced owner')
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const { em } = transaction
    const current = await lockProperty(em, tenantId, id, 'for no key update')
    authorize(ctx.actor, 'owner.refresh', { ownerId: current.assignedTo ?? null })
    const [replaced] = await queryRows<OwnerValues>(em, `${storedSql('')} and id = $3`, [tenantId, id, chosen])
    if (!replaced) throw new NotFound('Replaced owner not found')
    const [left] = await queryRows<OwnerValues>(em, `${storedSql('new_')} order by replaced_at desc, id desc limit 1`, [
      tenantId,
      id,
    ])
    if (!isSameOwner(current, left!))
      throw new Conflict('The owner was changed since. Enter the owner and the parcel id in the property instead.')
    // It is the owner again, so it is not one that was replaced.
    await queryRows(em, 'delete from replaced_owners where tenant_id = $1 and id = $2', [tenantId, chosen])
    const fields = replaceableFields.filter((field) => (replaced[field] ?? null) !== (current[field] ?? null))
    if (fields.length === 0) return current
    const data = { ...propertyRefOf(current), fields }
    return replaceOwner(ctx, transaction, current, replaced, { type: 'PropertyEdited', data })
  })
}

const storedSql = (
  prefix: '' | 'new_',
) => `select ${prefix}owner_name as "ownerName", ${prefix}owner_address as "ownerAddress",
    ${prefix}owner_source as "ownerSource", ${prefix}parcel_id as "parcelId"
  from replaced_owners where tenant_id = $1 and property_id = $2`

/** The owners of properties that were replaced, newest first, at most ten for each. The caller has checked that the actor may read them. */
export async function readReplacedOwners(ctx: Context, properties: readonly TenantKey[]): Promise<ReplacedOwner[][]> {
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<ReplacedOwner & { tenantId: string; propertyId: string }>(
      em,
      `select p.tenant_id as "tenantId", p.id as "propertyId", r.* from properties p cross join lateral (
         select o.id, o.owner_name as "ownerName", o.parcel_id as "parcelId", o.replaced_at as "replacedAt"
         from replaced_owners o where o.tenant_id = p.tenant_id and o.property_id = p.id and o.tenant_id = :tenant
         order by o.replaced_at desc, o.id desc limit ${maxShown}) r
       where p.tenant_id = :tenant and p.id = any($1) order by r."replacedAt" desc, r.id desc`,
      [properties.map(({ id }) => id)],
    ),
  )
  const byProperty = Map.groupBy(found, ({ tenantId, propertyId }) => tenantKeyOf({ tenantId, id: propertyId }))
  return properties.map((property) => byProperty.get(tenantKeyOf(property)) ?? [])
}

/** The owners of one property that were replaced. Throws `NotFound` as `readProperty` does. */
export async function listReplacedOwners(ctx: Context, propertyId: string): Promise<ReplacedOwner[]> {
  const [replaced] = await readReplacedOwners(ctx, [await readProperty(ctx, propertyId)])
  return replaced!
}
