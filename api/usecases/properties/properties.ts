import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { streetNumberOf, normalizeAddressSpacing } from '../../domain/address.ts'
import { cellOf } from '../../domain/cells.ts'
import { Conflict, NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { isKnownOwner } from '../../domain/owner.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, pointKey } from '../../domain/point.ts'
import type { LeadStatus, Priority, PropertyStatus, PropertyType, Role } from '../../domain/enums.ts'
import { Property } from '../../entities/property.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { setTags } from './propertyTags.ts'

/** A property as everybody reads it: its row with its tags. */
export interface PropertyView extends Omit<Property, 'cell' | 'point5' | 'point6' | 'lat' | 'lng'> {
  lat: number
  lng: number
  tags: PropertyType[]
  /** created_at as the database writes it, for cursors. */
  cursorAt: string
}

export interface NewProperty {
  address: string
  streetNumber?: string | null
  streetName?: string | null
  city?: string | null
  state?: string | null
  zipCode?: string | null
  lat: number
  lng: number
  ownerName?: string | null
  ownerAddress?: string | null
  ownerSource?: string | null
  parcelId?: string | null
  unconfirmed?: boolean | null
  neighborhood?: string | null
  tags?: PropertyType[] | null
  priority?: Priority | null
  notes?: string | null
}

export interface PropertyChange {
  ownerName?: string | null
  notes?: string | null
  tags?: PropertyType[] | null
  priority?: Priority | null
  parcelId?: string | null
  streetNumber?: string | null
  assignedTo?: string | null
  unconfirmed?: boolean | null
}

/** What a `PropertyView` is read from, out of `properties p`. */
export const propertyColumns = `p.tenant_id as "tenantId", p.id, p.address, p.street_number as "streetNumber", p.street_name as "streetName",
  p.city, p.state, p.zip_code as "zipCode", p.lat, p.lng, p.owner_name as "ownerName", p.owner_address as "ownerAddress",
  p.owner_source as "ownerSource", p.parcel_id as "parcelId", p.unconfirmed, p.neighborhood, p.notes,
  p.priority, p.status, p.assigned_to as "assignedTo", p.created_by as "createdBy", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.created_at::text as "cursorAt",
  array(select t.tag from property_tags t where t.tenant_id = p.tenant_id and t.property_id = p.id order by t.position) as tags`

/** One property. Throws `NotFound` for an unknown id, another tenant's, and for a rep one not assigned to them. */
export async function readProperty(ctx: Context, id: string): Promise<PropertyView> {
  authorize(ctx.actor, 'property.read')
  const found = await ctx.database.within(readScope(ctx), (em) => findProperty(em, parseId(id, 'Property')))
  if (!found) throw new NotFound('Property not found')
  authorizeProperty(ctx, 'property.read', found)
  return found
}

/** Several properties by id, for loaders: those the actor may see, in no order. */
export async function readProperties(ctx: Context, ids: readonly string[]): Promise<PropertyView[]> {
  const reach = authorize(ctx.actor, 'property.read')
  const found = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<PropertyView>(em, `select ${propertyColumns} from properties p where p.id = any($1)`, [ids]),
  )
  return reach === 'all' ? found : found.filter((property) => property.assignedTo === ctx.actor!.userId)
}

/** Saves a property, assigned to the rep who saves it. Throws `Conflict` when the tenant has this house already. */
export async function createProperty(ctx: Context, input: NewProperty): Promise<PropertyView> {
  authorize(ctx.actor, 'property.create')
  return transactInTenant(ctx, requireTenant(ctx.actor), async (writing) => {
    const property = await addProperty(ctx, writing, input)
    return (await findProperty(writing.em, property.id))!
  })
}

/** Saves a property within a transaction that does more, such as making its first lead. */
export async function addProperty(
  ctx: Context,
  { em, record }: WriteTransaction,
  input: NewProperty,
): Promise<Property> {
  const address = normalizeAddressSpacing(input.address)
  check(address, 'Please enter an address', { address: 'Please enter an address' })
  const point = { lat: input.lat, lng: input.lng }
  checkPoint(point)
  checkTextLengths({ ...input, address })
  const actor = ctx.actor!
  const streetNumber = input.streetNumber?.trim() || streetNumberOf(address)
  const point5 = pointKey(point, 5)
  // Two reps who save the same house at once take turns, and the second is told.
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
    // A global admin belongs to no team: the house then waits to be assigned, unless they view as a rep and would lose it.
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

/** Every stored owner carries its source (design §7): who is named by no records was typed in. */
function ownerSourceOf({ ownerName, ownerAddress, ownerSource }: NewProperty): string | null {
  const hasOwner = isKnownOwner(ownerName) || ownerAddress
  return ownerSource?.trim() || (hasOwner ? manualSource : null)
}

function checkTextLengths(texts: Partial<NewProperty> | PropertyChange): void {
  const { streetName, city, state, zipCode, ownerAddress, ownerSource, neighborhood, address }: Partial<NewProperty> =
    texts
  checkLengths({
    ...{ address, city, state, neighborhood, notes: texts.notes },
    ...{ street_number: texts.streetNumber, street_name: streetName, zip_code: zipCode, parcel_id: texts.parcelId },
    ...{ owner_name: texts.ownerName, owner_address: ownerAddress, owner_source: ownerSource },
  })
}

/**
 * Changes what is given and leaves the rest. Assigning is for those who see everybody's houses. An owner who is typed in
 * is no longer the records' word: the source then says so, and the address of the owner before goes with them. `asSeen`
 * throws when it is not as the caller saw it.
 */
export async function updateProperty(
  ctx: Context,
  id: string,
  change: PropertyChange,
  ifMatch?: (current: PropertyView) => void,
): Promise<PropertyView> {
  const { tenantId } = await readProperty(ctx, id)
  checkTextLengths(change)
  if (change.assignedTo !== undefined) authorize(ctx.actor, 'property.assign')
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    // Compared under the lock: two who change one house at once take turns, and each tells of what it found.
    const before = await lockProperty(em, parseId(id, 'Property'), 'for no key update')
    authorizeProperty(ctx, 'property.edit', before)
    ifMatch?.(before)
    const { tags, assignedTo, ...fields } = changedFields(before, change)
    if (!tags && assignedTo === undefined && Object.keys(fields).length === 0) return before
    if (assignedTo) await assertActiveUser(em, assignedTo)
    await em.nativeUpdate(
      Property,
      { tenantId: before.tenantId, id: before.id },
      {
        ...fields,
        ...(fields.ownerName === undefined ? {} : manualOwnerFields(before)),
        ...(assignedTo === undefined ? {} : { assignedTo }),
        updatedAt: ctx.now(),
      },
    )
    if (tags) await setTags(em, before, tags)
    const editedFields = [...Object.keys(fields), ...(tags ? ['tags'] : [])]
    if (editedFields.length > 0)
      record({ type: 'PropertyEdited', subjectId: before.id, data: { ...propertyRefOf(before), fields: editedFields } })
    if (assignedTo !== undefined)
      record({
        type: 'PropertyAssigned',
        subjectId: before.id,
        data: { ...propertyRefOf(before), from: before.assignedTo ?? null, to: assignedTo },
      })
    return (await findProperty(em, before.id))!
  })
}

/** Where an owner's name comes from that somebody of the team typed in. */
const manualSource = 'entered'

/** What a typed owner brings along: letters to them must not go to where the owner before them lived. */
function manualOwnerFields({ ownerName }: PropertyView): { ownerSource: string; ownerAddress?: null } {
  const hadOwner = isKnownOwner(ownerName)
  return { ownerSource: manualSource, ...(hadOwner ? { ownerAddress: null } : {}) }
}

/** What of the change is given and not so already; a street number, a priority and tags cannot be taken away. */
function changedFields(before: PropertyView, change: PropertyChange): PropertyChange {
  const tags = change.tags ? [...new Set(change.tags)] : undefined
  const requested: PropertyChange = {
    ...change,
    tags: tags && tags.join() !== before.tags.join() ? tags : undefined,
    priority: change.priority ?? undefined,
    streetNumber: change.streetNumber?.trim() || undefined,
    unconfirmed: change.unconfirmed ?? undefined,
  }
  return Object.fromEntries(
    Object.entries(requested).filter(
      ([key, value]) =>
        value !== undefined && (key === 'tags' || value !== (before[key as keyof PropertyView] ?? null)),
    ),
  )
}

/**
 * Deletes a property and its leads; what was counted for the leads is taken back, each in its hour. `asSeen` throws when
 * it is not as the caller saw it.
 */
export async function deleteProperty(
  ctx: Context,
  id: string,
  ifMatch?: (current: PropertyView) => void,
): Promise<void> {
  authorize(ctx.actor, 'property.delete')
  const { tenantId } = await readProperty(ctx, id)
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    // Whoever makes a lead here at this moment is waited for, and their lead is taken back with the others.
    const property = await lockProperty(em, parseId(id, 'Property'), 'for update')
    ifMatch?.(property)
    const leads = await queryRows<{
      id: string
      repId: string
      tag: PropertyType
      status: LeadStatus
      createdAt: Date
      completedAt: Date | null
    }>(
      em,
      `delete from leads where property_id = $1 returning id, rep_id as "repId", tag, status, created_at as "createdAt",
         completed_at as "completedAt"`,
      [property.id],
    )
    await em.nativeDelete(Property, { tenantId, id: property.id })
    for (const lead of leads)
      record({
        type: 'LeadDeleted',
        subjectId: property.id,
        data: {
          ...propertyRefWithCity(property),
          leadId: lead.id,
          repId: lead.repId,
          tag: lead.tag,
          countedAt: lead.createdAt.toISOString(),
          convertedAt: lead.completedAt?.toISOString() ?? null,
          status: lead.status,
        },
      })
    record({ type: 'PropertyDeleted', subjectId: property.id, data: propertyRefOf(property) })
  })
}

/**
 * The house as whoever held it last left it, held until the transaction ends: for a share where it only has to stay.
 * Houses are held before what belongs to them (leads, tags, knocks), so that nobody waits in a circle. Throws `NotFound`
 * for one that is gone.
 */
export async function lockProperty(
  em: EntityManager,
  id: string,
  lockMode: 'for share' | 'for no key update' | 'for update',
): Promise<PropertyView> {
  await queryRows(em, `select from properties where id = $1 ${lockMode}`, [id])
  // A statement of its own: it sees what was committed while the first one waited.
  const property = await findProperty(em, id)
  if (!property) throw new NotFound('Property not found')
  return property
}

export function authorizeProperty(
  ctx: Context,
  action: 'property.read' | 'property.edit',
  property: PropertyView,
): void {
  authorize(ctx.actor, action, { ownerId: property.assignedTo ?? null })
}

export function propertyRefOf(property: Pick<PropertyView, 'id' | 'neighborhood'>) {
  return { propertyId: property.id, neighborhood: property.neighborhood ?? null }
}

/** The house as events of its leads tell it: neighbourhoods are compared within their city. */
export function propertyRefWithCity(property: Pick<PropertyView, 'id' | 'neighborhood' | 'city'>) {
  return { ...propertyRefOf(property), city: property.city ?? null }
}

export async function findProperty(em: EntityManager, id: string): Promise<PropertyView | null> {
  const [found] = await queryRows<PropertyView>(em, `select ${propertyColumns} from properties p where p.id = $1`, [id])
  return found ?? null
}

/**
 * The saved property at a place: by search at 5 decimals with the same street number, else one without any; by map click
 * at 6 (spec §5).
 */
export async function findPropertyAt(
  em: EntityManager,
  point: { lat: number; lng: number },
  by: { streetNumber: string } | 'click',
): Promise<PropertyView | null> {
  const [found] =
    by === 'click'
      ? await queryRows<PropertyView>(
          em,
          `select ${propertyColumns} from properties p where p.point6 = $1 order by p.id limit 1`,
          [pointKey(point, 6)],
        )
      : await queryRows<PropertyView>(
          em,
          `select ${propertyColumns} from properties p where p.point5 = $1 and p.street_number in ($2, '')
           order by p.street_number <> $2, p.id limit 1`,
          [pointKey(point, 5), by.streetNumber],
        )
  return found ?? null
}

/** The saved properties at several places that the actor may see, by rounded point and street number. */
export async function findVisibleAt(
  ctx: Context,
  points: { lat: number; lng: number }[],
): Promise<Map<string, { id: string; status: PropertyStatus }>> {
  const reach = authorize(ctx.actor, 'property.read')
  const found = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<{ id: string; status: PropertyStatus; key: string }>(
      em,
      `select id, status, point5 || ' ' || street_number as key from properties
       where point5 = any($1) and ($2::uuid is null or assigned_to = $2)`,
      [points.map((point) => pointKey(point, 5)), reach === 'own' ? ctx.actor!.userId : null],
    ),
  )
  return new Map(found.map(({ key, ...property }) => [key, property]))
}

async function assertActiveUser(em: EntityManager, userId: string): Promise<void> {
  const [found] = await queryRows(em, "select id from users where id = $1 and status = 'active'", [
    parseId(userId, 'User'),
  ])
  if (!found) throw new Refused('Choose somebody of this team.', { assigned_to: 'Choose somebody of this team.' })
}

export interface AssignableUser {
  id: string
  fullName: string
  email: string
  role: Role
}

/** Whose house a property can be: the active people of its team, reps first; without a property, of the actor's team. */
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
