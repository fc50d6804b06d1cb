import type { Context } from '../../context.ts'
import { withMissingUnit } from '../../domain/addresses/parseAddress.ts'
import { Conflict } from '../../domain/errors.ts'
import { newRecordId, parseClientId } from '../../domain/ids.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import { parseTexts } from '../../domain/parseTexts.ts'
import { checkPoint } from '../../domain/point.ts'
import { propertyFields } from '../../domain/properties/propertyFields.ts'
import { claimClientAction, transactOnce, type ClientAction, withUnusedId } from '../../log/clientActions.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { findForgotten, withoutHousehold } from '../../records/forgottenAddresses.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import {
  doorAtPoint,
  findTakenDoors,
  insertProperties,
  lockDoors,
  lockProperty,
  neighborhoodOf,
} from '../../records/propertyWrites.ts'
import { requireAddress, type NewProperty } from './propertyInput.ts'
import { readDoor } from './teamDoors.ts'

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
  return id == null ? null : { id, kind: 'property', content }
}

/** What a lead at the property needs of it. */
type SavedProperty = Pick<PropertyView, 'id' | 'assignedTo' | 'city' | 'neighborhood'>

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
): Promise<SavedProperty> {
  const action = clientActionOf(input)
  const tenantId = requireTenant(ctx.actor)
  if (action && !(await claimClientAction(transaction, ctx, tenantId, action)))
    return lockProperty(transaction.em, tenantId, parseClientId(action.id), 'for no key update')
  return withUnusedId(action, () => addProperty(ctx, transaction, { ...input, ...more }, occurredAt))
}

async function addProperty(
  ctx: Context,
  transaction: WriteTransaction,
  input: NewProperty,
  occurredAt: Date,
): Promise<SavedProperty> {
  const address = withMissingUnit(requireAddress(input.address), input.unit, input)
  checkPoint(input)
  const texts = parseTexts(propertyFields, { ...input, address })
  const { em } = transaction
  const actor = ctx.actor!
  const tenantId = requireTenant(actor)
  const facts = { ...input, ...texts, address }
  const door = doorAtPoint(facts)
  await lockDoors(em, tenantId, [door])
  // The units of a building are at one point with one number.
  if ((await findTakenDoors(em, tenantId, [door])).length > 0) throw new Conflict('Property already in system')
  const isForgotten = (await findForgotten(ctx, em, tenantId, [facts])).size > 0
  const property = {
    id: newRecordId(input.id),
    facts: isForgotten ? withoutHousehold(facts) : facts,
    tags: [...new Set(input.tags ?? [])],
    priority: input.priority ?? 'normal',
    status: 'new' as const,
    // A global admin is not in the team, so the property stays unassigned, unless they view as a rep, who sees only their own.
    assignedTo: actor.role === 'global_admin' && reachOf(actor, 'property.read') === 'all' ? null : actor.userId,
    repId: actor.userId,
    createdAt: occurredAt,
  }
  await insertProperties(ctx, transaction, tenantId, [property])
  const { id, assignedTo } = property
  return { id, assignedTo, city: facts.city ?? null, neighborhood: neighborhoodOf(facts) }
}
