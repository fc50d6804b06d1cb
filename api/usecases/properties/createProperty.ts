import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { streetNumberOf } from '../../domain/address.ts'
import { cellOf } from '../../domain/cells.ts'
import { Conflict } from '../../domain/errors.ts'
import { isKnownOwner } from '../../domain/owner.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, pointKey } from '../../domain/point.ts'
import { Property } from '../../entities/property.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { checkTextLengths, manualOwnerSource, requireAddress, type NewProperty } from './propertyInput.ts'
import { findProperty, propertyRefOf, type PropertyView } from './propertyRows.ts'
import { setTags } from './propertyTags.ts'

/** Saves a property and assigns it to the actor. Throws `Conflict` if the tenant already has a property there. */
export async function createProperty(ctx: Context, input: NewProperty): Promise<PropertyView> {
  authorize(ctx.actor, 'property.create')
  return transactInTenant(ctx, requireTenant(ctx.actor), async (transaction) => {
    const property = await addProperty(ctx, transaction, input)
    return (await findProperty(transaction.em, property.id))!
  })
}

/** `createProperty` within the transaction of a caller that has checked the permission, such as one that adds a lead. */
export async function addProperty(
  ctx: Context,
  { em, record }: WriteTransaction,
  input: NewProperty,
): Promise<Property> {
  const address = requireAddress(input.address)
  const point = { lat: input.lat, lng: input.lng }
  checkPoint(point)
  checkTextLengths({ ...input, address })
  const actor = ctx.actor!
  const streetNumber = input.streetNumber?.trim() || streetNumberOf(address)
  const point5 = pointKey(point, 5)
  // Without the lock, two reps who save the same property at once would both find no duplicate.
  await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 1))', [`${actor.tenantId} ${point5}`])
  if (await em.count(Property, { tenantId: actor.tenantId!, point5, streetNumber }))
    throw new Conflict('Property already in system')
  const now = ctx.now()
  const property = em.create(Property, {
    tenantId: actor.tenantId!,
    id: uuidv7(),
    address,
    streetNumber,
    streetName: input.streetName ?? null,
    city: input.city ?? null,
    state: input.state ?? null,
    zipCode: input.zipCode ?? null,
    ...point,
    cell: cellOf(point),
    point5,
    point6: pointKey(point, 6),
    ownerName: input.ownerName ?? null,
    ownerAddress: input.ownerAddress ?? null,
    ownerSource: ownerSourceOf(input),
    parcelId: input.parcelId ?? null,
    unconfirmed: input.unconfirmed ?? false,
    neighborhood: input.neighborhood ?? input.zipCode ?? input.city ?? null,
    notes: input.notes ?? null,
    priority: input.priority ?? 'normal',
    status: 'new',
    // A global admin is not in the team, so the property stays unassigned, unless they view as a rep, who sees only their own.
    assignedTo: actor.role === 'global_admin' && reachOf(actor, 'property.read') === 'all' ? null : actor.userId,
    createdBy: actor.userId,
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  const tags = [...new Set(input.tags ?? [])]
  await setTags(em, property, tags)
  record({
    type: 'PropertySaved',
    subjectId: property.id,
    data: { ...propertyRefOf(property), repId: actor.userId, tags, priority: property.priority },
  })
  return property
}

/** Every stored owner has a source (design §7). An owner without one was typed in. */
function ownerSourceOf({ ownerName, ownerAddress, ownerSource }: NewProperty): string | null {
  return ownerSource?.trim() || (isKnownOwner(ownerName) || ownerAddress ? manualOwnerSource : null)
}
