import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { isSameDoorNumber } from '../../domain/addresses/compareHouses.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { withMissingUnit } from '../../domain/addresses/parseAddress.ts'
import { cellOf } from '../../domain/cells.ts'
import { Conflict } from '../../domain/errors.ts'
import { parseClientId } from '../../domain/ids.ts'
import { isKnownOwner } from '../../domain/owner.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, pointKey } from '../../domain/point.ts'
import { Property } from '../../entities/property.ts'
import { claimClientAction, transactOnce, type ClientAction, withUnusedId } from '../../log/clientActions.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import {
  checkTextLengths,
  manualOwnerSource,
  parseOwnerContact,
  requireAddress,
  type NewProperty,
} from './propertyInput.ts'
import { lockProperty, propertyRefOf, type PropertyView } from './propertyRows.ts'
import { readDoor } from './teamDoors.ts'
import { setTags } from './propertyTags.ts'

/**
 * Saves a property and assigns it to the actor. Throws `Conflict` if the tenant already has a property there. Saving it again
 * with the same client-made id only reads it, with `replayed` set.
 */
export async function createProperty(ctx: Context, input: NewProperty): Promise<PropertyView & { replayed: boolean }> {
  const { id, replayed } = await saveProperty(ctx, input)
  return { ...(await readDoor(ctx, id)), replayed }
}

/** `createProperty` without reading the property. `occurredAt` is when it was saved in the field. */
export async function saveProperty(
  ctx: Context,
  input: NewProperty,
  occurredAt = ctx.now(),
): Promise<{ id: string; replayed: boolean }> {
  authorize(ctx.actor, 'property.create')
  const saved = await transactOnce(ctx, requireTenant(ctx.actor), clientActionOf(input), (transaction) =>
    addProperty(ctx, transaction, input, occurredAt),
  )
  return { id: saved?.id ?? parseClientId(input.id!), replayed: saved === null }
}

/** The action of saving a property with a client-made id; null for a property without one. */
function clientActionOf({ id, ...content }: NewProperty): ClientAction | null {
  return id ? { id, kind: 'property', content } : null
}

/**
 * Saves a property within the transaction of a caller that has checked the permission, such as one that adds a lead. `more`
 * is set on a new property only. Returns the existing property if it was already saved with the same client-made id.
 */
export async function addPropertyOnce(
  ctx: Context,
  transaction: WriteTransaction,
  input: NewProperty,
  more: Partial<NewProperty>,
  occurredAt: Date,
): Promise<Property | PropertyView> {
  const action = clientActionOf(input)
  if (action && !(await claimClientAction(transaction, ctx, action)))
    return lockProperty(transaction.em, requireTenant(ctx.actor), parseClientId(action.id), 'for no key update')
  return withUnusedId(action, () => addProperty(ctx, transaction, { ...input, ...more }, occurredAt))
}

async function addProperty(
  ctx: Context,
  { em, record }: WriteTransaction,
  input: NewProperty,
  occurredAt: Date,
): Promise<Property> {
  const address = withMissingUnit(requireAddress(input.address), input.unit, input)
  const point = { lat: input.lat, lng: input.lng }
  checkPoint(point)
  checkTextLengths({ ...input, address })
  const { ownerPhone, ownerEmail } = parseOwnerContact(input)
  const actor = ctx.actor!
  const streetNumber = input.streetNumber?.trim() || streetNumberOf(address)
  const point5 = pointKey(point, 5)
  // Without the lock, two reps who save the same property at once would both find no duplicate.
  await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 1))', [`${actor.tenantId} ${point5}`])
  const atPoint = await em.find(Property, { tenantId: actor.tenantId!, point5, streetNumber }, { fields: ['address'] })
  const key = addressKeyOf({ address, city: input.city, state: input.state, zipCode: input.zipCode })
  // The units of a building are at one point with one number.
  if (atPoint.some((saved) => isSameDoorNumber(key, addressKeyOf({ address: saved.address }))))
    throw new Conflict('Property already in system')
  const property = em.create(Property, {
    tenantId: actor.tenantId!,
    id: input.id ? parseClientId(input.id) : uuidv7(),
    address,
    streetNumber,
    streetName: input.streetName ?? (key.parsed.street || null),
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
    ownerPhone: ownerPhone ?? null,
    ownerEmail: ownerEmail ?? null,
    parcelId: input.parcelId ?? null,
    unconfirmed: input.unconfirmed ?? false,
    neighborhood: input.neighborhood ?? input.zipCode ?? input.city ?? null,
    notes: input.notes ?? null,
    priority: input.priority ?? 'normal',
    status: 'new',
    // A global admin is not in the team, so the property stays unassigned, unless they view as a rep, who sees only their own.
    assignedTo: actor.role === 'global_admin' && reachOf(actor, 'property.read') === 'all' ? null : actor.userId,
    createdBy: actor.userId,
    createdAt: occurredAt,
    updatedAt: ctx.now(),
  })
  await em.flush()
  const tags = [...new Set(input.tags ?? [])]
  await setTags(em, property, tags)
  record({
    type: 'PropertySaved',
    occurredAt,
    subjectId: property.id,
    data: { ...propertyRefOf(property), repId: actor.userId, tags, priority: property.priority },
  })
  return property
}

/** Every stored owner has a source (design §7). An owner without one was typed in. */
function ownerSourceOf({ ownerName, ownerAddress, ownerSource }: NewProperty): string | null {
  return ownerSource?.trim() || (isKnownOwner(ownerName) || ownerAddress ? manualOwnerSource : null)
}
