import type { Config } from '../config.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { sendTogether } from '../database/sendTogether.ts'
import { addressKeyOf } from '../domain/addresses/addressKey.ts'
import { isSameDoorNumber } from '../domain/addresses/compareProperties.ts'
import { streetNumberOf } from '../domain/addresses/houseNumbers.ts'
import { parseAddress } from '../domain/addresses/parseAddress.ts'
import { inBatches } from '../domain/batches.ts'
import { cellOf } from '../domain/cells.ts'
import { toSnakeCase } from '../domain/fields.ts'
import { check, NotFound } from '../domain/errors.ts'
import { byId } from '../domain/ids.ts'
import type { Priority, PropertyStatus, PropertyType } from '../domain/enums.ts'
import { isKnownOwner } from '../domain/properties/owner.ts'
import {
  type ChangedField,
  emptyProperty,
  type PropertyFacts,
  storedFields,
} from '../domain/properties/propertyFields.ts'
import { pointKey } from '../domain/point.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'
import { deleteLeads, lockLeads } from './leadWrites.ts'
import { propertyColumns, propertyRefOf, type PropertyView } from './propertyRows.ts'
import { deriveStatuses } from './propertyStatuses.ts'
import { insertTags, replaceTags } from './propertyTags.ts'
import { markListedProperties } from './registryRows.ts'

// Every write of properties, except the status after a knock (`log_knocks`, `recomputeStatus`). Each function takes many properties, and
// one property is a batch of one. Permissions and rules are the use cases'.

/** The `ownerSource` of an owner that a user typed in. */
export const manualOwnerSource = 'entered'

/** A locked property, with the last status that something else than a knock set, and when. */
export interface LockedProperty extends PropertyView {
  setStatus: PropertyStatus | null
  setStatusAt: Date | null
}

/**
 * Locks properties, in id order, until the transaction ends, and returns the latest committed rows of those that still exist. Every
 * transaction locks properties before their leads, tags and knocks, so that two transactions cannot deadlock.
 */
export async function lockProperties(
  em: EntityManager,
  tenantId: string,
  ids: readonly string[],
  lockMode: 'for no key update' | 'for update' = 'for no key update',
): Promise<LockedProperty[]> {
  const properties: LockedProperty[] = []
  await inBatches([...new Set(ids)].toSorted(), async (batch) => {
    await queryRows(
      em,
      `select from properties where tenant_id = $1 and id = any($2::uuid[]) order by id ${lockMode}`,
      [tenantId, batch],
    )
    // A second statement, because the first one's snapshot is older than the commits it waited for.
    const found = await queryRows<LockedProperty>(
      em,
      `select ${propertyColumns}, p.set_status as "setStatus", p.set_status_at as "setStatusAt" from properties p where p.tenant_id = $1 and p.id = any($2::uuid[]) order by p.id`,
      [tenantId, batch],
    )
    properties.push(...found)
  })
  return properties
}

/** `lockProperties` of one. Throws `NotFound` if it was deleted. */
export async function lockProperty(
  em: EntityManager,
  tenantId: string,
  id: string,
  lockMode: 'for no key update' | 'for update',
): Promise<LockedProperty> {
  const [property] = await lockProperties(em, tenantId, [id], lockMode)
  if (!property) throw new NotFound('Property not found')
  return property
}

/** A property that is saved. */
export interface NewPropertyRow {
  id: string
  facts: PropertyFacts
  tags: readonly PropertyType[]
  priority: Priority
  status: PropertyStatus
  assignedTo: string | null
  /** The rep who saved it and is credited with it; null for none. */
  repId: string | null
  createdAt: Date
}

/** The `repId` of a property that is saved by no rep, and of a visit by somebody without an account. */
export const noRepId = '00000000-0000-0000-0000-000000000000'

/** What makes a house one of its own: only one with this number and unit can be saved at a point. */
export interface PlaceAtPoint {
  address: string
  point5: string
  streetNumber: string
}

export function doorAtPoint(facts: Pick<PropertyFacts, 'address' | 'streetNumber' | 'lat' | 'lng'>): PlaceAtPoint {
  const { address, streetNumber } = facts
  return { address, point5: pointKey(facts, 5), streetNumber: streetNumber?.trim() || streetNumberOf(address) }
}

/** The places in `doors` of those that are saved already, apart from the properties `own`. */
export async function findTakenDoors(
  em: EntityManager,
  tenantId: string,
  doors: readonly PlaceAtPoint[],
  own: ReadonlySet<string> = new Set(),
): Promise<number[]> {
  const saved = await queryRows<{ at: number; id: string; address: string }>(
    em,
    `select wanted.at::int as at, p.id, p.address from unnest($2::text[], $3::text[]) with ordinality as wanted (point5, street_number, at)
     join properties p on p.tenant_id = $1 and p.point5 = wanted.point5 and p.street_number = wanted.street_number`,
    [tenantId, doors.map(({ point5 }) => point5), doors.map(({ streetNumber }) => streetNumber)],
  )
  return saved
    .filter(
      ({ at, id, address }) =>
        !own.has(id) && isSameDoorNumber(addressKeyOf({ address }), addressKeyOf({ address: doors[at - 1]!.address })),
    )
    .map(({ at }) => at - 1)
}

/** So few that a file of many houses locks no more than these. */
const doorLocks = 64

/**
 * Makes others who save a house at one of these doors wait until the transaction ends. Without it, two that save the same house at
 * once would both find no other.
 */
export async function lockDoors(em: EntityManager, tenantId: string, doors: readonly PlaceAtPoint[]): Promise<void> {
  await queryRows(
    em,
    `select pg_advisory_xact_lock(hashtextextended($1 || ' ' || part.number, 1))
     from (select distinct hashtext(door.point5) & ${doorLocks - 1} as number from unnest($2::text[]) as door (point5)
       order by number) part`,
    [tenantId, [...new Set(doors.map(({ point5 }) => point5))]],
  )
}

/** The types of the columns that are not texts. */
const otherTypes: Partial<Record<string, string>> = {
  id: 'uuid',
  lat: 'float8',
  lng: 'float8',
  cell: 'bigint',
  unconfirmed: 'boolean',
  setStatusAt: 'timestamptz',
  assignedTo: 'uuid',
  createdAt: 'timestamptz',
}

const typesOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, otherTypes[name] ?? 'text'])) as Record<Name, string>

const insertedTypes = typesOf([
  ...storedFields,
  'setStatus',
  'setStatusAt',
  'id',
  'cell',
  'point5',
  'point6',
  'createdAt',
])

/** The values of the columns. The neighborhood of a house that has none is its ZIP code, else its city. */
function rowOf(property: NewPropertyRow): Record<string, unknown> {
  const { id, facts, priority, status, assignedTo, createdAt } = property
  return {
    ...emptyProperty,
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null)),
    ...{ id, priority, status, assignedTo, createdAt },
    // Without it, a property is new as long as no knock says otherwise.
    ...(status === 'new' ? { setStatus: null, setStatusAt: null } : { setStatus: status, setStatusAt: createdAt }),
    ...doorAtPoint(facts),
    streetName: facts.streetName ?? (parseAddress(facts.address, facts).street || null),
    cell: String(cellOf(facts)),
    point6: pointKey(facts, 6),
    // Every stored owner has a source (design §7).
    ownerSource:
      facts.ownerSource?.trim() || (isKnownOwner(facts.ownerName) || facts.ownerAddress ? manualOwnerSource : null),
    neighborhood: neighborhoodOf(facts),
  }
}

/** The neighborhood that a property is saved with: the given one, else its ZIP code, else its city. */
export function neighborhoodOf({ neighborhood, zipCode, city }: PropertyFacts): string | null {
  return neighborhood ?? zipCode ?? city ?? null
}

/**
 * Saves new properties with their tags, each with a `PropertySaved` event at its creation time. `onProgress` gets how many are saved.
 * The caller has made sure that none is saved already. Throws `Refused` if the tenant may not have so many.
 */
export async function insertProperties(
  ctx: WriteContext & { config: Pick<Config, 'maxProperties'> },
  { em, record }: WriteTransaction,
  tenantId: string,
  properties: readonly NewPropertyRow[],
  onProgress?: (done: number) => Promise<void>,
): Promise<void> {
  const actor = ctx.actor!
  await assertRoom(em, ctx.config.maxProperties, tenantId, properties.length)
  await inBatches(
    properties,
    async (batch) => {
      const { values, bind } = createParameters(tenantId, actor.userId, ctx.now())
      await sendTogether([
        queryRows(
          em,
          `insert into properties (tenant_id, created_by, updated_at, ${Object.keys(insertedTypes).map(toSnakeCase).join(', ')})
           select $1, $2, $3, r.* from ${rowsTable<string>(insertedTypes, batch.map(rowOf), bind)}`,
          values,
        ),
        insertTags(em, tenantId, batch),
      ])
      const places = batch.map(({ id, facts }) => ({ ...facts, id }))
      for (const { propertyId, markId, until } of await markListedProperties(em, tenantId, places, ctx.now())) {
        const { facts } = batch.find(({ id }) => id === propertyId)!
        const ref = propertyRefOf({ id: propertyId, neighborhood: neighborhoodOf(facts) })
        const data = { ...ref, markId, kind: 'registry' as const, until: until?.toISOString() ?? null }
        record({ type: 'DoNotKnockSet', subjectId: propertyId, data })
      }
      for (const { id, facts, tags, priority, status, assignedTo, repId, createdAt } of batch) {
        const ref = propertyRefOf({ id, neighborhood: neighborhoodOf(facts) })
        record({
          type: 'PropertySaved',
          occurredAt: createdAt,
          subjectId: id,
          data: { ...ref, repId: repId ?? noRepId, tags: [...tags], priority, ...(status !== 'new' && { status }) },
        })
        // A property that a global admin saves belongs to nobody until it is assigned.
        if (assignedTo && actor.role === 'global_admin' && assignedTo !== actor.userId)
          record({ type: 'PropertyAssigned', subjectId: id, data: { ...ref, from: null, to: assignedTo } })
      }
    },
    onProgress,
  )
}

/** Counts no further than the limit, so that it costs nothing without one. */
async function assertRoom(em: EntityManager, limit: number | null, tenantId: string, added: number): Promise<void> {
  if (limit === null || added === 0) return
  const [row] = await queryRows<{ saved: number }>(
    em,
    'select count(*)::int as saved from (select from properties where tenant_id = $1 limit $2) p',
    [tenantId, limit],
  )
  check(
    row!.saved + added <= limit,
    `This company may have ${limit.toLocaleString('en-US')} saved properties, and this would be more. Delete some, or ask whoever runs this server to raise the limit.`,
  )
}

/**
 * The values of a property that can change. Omitted ones are unchanged. A `status` is set at the time of the change, unless `setStatus` and
 * `setStatusAt` restore what was set before.
 */
export type PropertyValues = Partial<
  Pick<PropertyView, ChangedField> & Pick<LockedProperty, 'setStatus' | 'setStatusAt'>
>

/** A change of a locked property, with only what differs (`differencesFrom`). */
export interface ChangedProperty {
  before: LockedProperty
  change: PropertyValues
  /** When it happened; now if omitted. */
  at?: Date
}

/**
 * The given values that differ. An owner name that differs comes with its source, `entered` unless another is given, and without an
 * address removes that of a known owner before, so that no letter goes there.
 */
export function differencesFrom(before: PropertyView, given: PropertyValues): PropertyValues {
  const changesOwner = given.ownerName !== undefined && given.ownerName !== before.ownerName
  const wanted: PropertyValues = {
    ...given,
    ...(changesOwner && {
      ownerSource: given.ownerSource ?? manualOwnerSource,
      ownerAddress: given.ownerAddress ?? (isKnownOwner(before.ownerName) ? null : before.ownerAddress),
    }),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) =>
      value === undefined
        ? false
        : name === 'tags'
          ? (value as PropertyType[]).join() !== before.tags.join()
          : value !== (before[name as keyof PropertyView] ?? null),
    ),
  )
}

/** The values before the change, to be restored by another change. */
export function previousOf({ before, change }: ChangedProperty): Record<string, unknown> {
  const names = 'status' in change ? [...Object.keys(change), 'setStatus', 'setStatusAt'] : Object.keys(change)
  return Object.fromEntries(names.map((name) => [name, before[name as keyof LockedProperty] ?? null]))
}

/**
 * Changes locked properties, and records `PropertyEdited` with the names of the fields, and `PropertyAssigned`. `onProgress` gets how many
 * are changed.
 */
export async function changeProperties(
  ctx: WriteContext,
  transaction: WriteTransaction,
  tenantId: string,
  changes: readonly ChangedProperty[],
  onProgress?: (done: number) => Promise<void>,
): Promise<void> {
  await inBatches(
    changes,
    async (batch) => {
      await writeValues(ctx, transaction.em, tenantId, batch)
      for (const one of batch) recordChange(transaction, one)
    },
    onProgress,
  )
}

/** Writes the changes, which another event than `PropertyEdited` tells of. */
export async function writeValues(
  ctx: WriteContext,
  em: EntityManager,
  tenantId: string,
  given: readonly ChangedProperty[],
): Promise<void> {
  const changes = await withDerivedStatuses(ctx, em, tenantId, given)
  const retagged = changes.filter(({ change }) => change.tags)
  const names = [...new Set(changes.flatMap(({ change }) => Object.keys(change)))].filter(
    (name): name is Exclude<keyof PropertyValues, 'tags'> => name !== 'tags',
  )
  const { values, bind } = createParameters(tenantId, ctx.now())
  const rows = changes.map(({ before, change }) => ({
    ...before,
    ...change,
    // The trigger that raises the version does not see the tags.
    version: change.tags ? before.version + 1 : before.version,
  }))
  const types = { ...typesOf(['id', ...names]), version: 'integer' }
  const assignments = [...names.map((name) => `${toSnakeCase(name)} = r."${name}"`), 'version = r.version']
  await queryRows(
    em,
    `update properties p set ${assignments.join(', ')}, updated_at = $2
     from ${rowsTable<string>(types, rows, bind)} where p.tenant_id = $1 and p.id = r.id`,
    values,
  )
  await replaceTags(
    em,
    tenantId,
    retagged.map(({ before, change }) => ({ id: before.id, tags: change.tags! })),
  )
}

/** Stores the statuses that are set, and returns the changes with those that follow from them and the knocks. */
async function withDerivedStatuses(
  ctx: WriteContext,
  em: EntityManager,
  tenantId: string,
  changes: readonly ChangedProperty[],
): Promise<readonly ChangedProperty[]> {
  const set = changes.filter(({ change }) => change.status !== undefined)
  if (set.length === 0) return changes
  const rows = set.map(({ before: { id }, change: { status, setStatus = status, setStatusAt }, at = ctx.now() }) => ({
    id,
    setStatus,
    setStatusAt: setStatusAt === undefined ? at : setStatusAt,
  }))
  const { values, bind } = createParameters(tenantId)
  await queryRows(
    em,
    `update properties p set set_status = r."setStatus", set_status_at = r."setStatusAt"
     from ${rowsTable<string>(typesOf(['id', 'setStatus', 'setStatusAt']), rows, bind)} where p.tenant_id = $1 and p.id = r.id`,
    values,
  )
  const derived = byId(await deriveStatuses(em, rows))
  return changes.map((changed) => {
    const { setStatus: _, setStatusAt: _at, ...change } = changed.change
    const status = derived.get(changed.before.id)?.status
    return { ...changed, change: status ? { ...change, status } : change }
  })
}

function recordChange({ record }: WriteTransaction, { before, change, at }: ChangedProperty): void {
  const { assignedTo, setStatus = change.status, setStatusAt: _, ...others } = change
  const [ref, subjectId] = [propertyRefOf(before), before.id]
  const time = at && { occurredAt: at }
  // The source follows from the name.
  const fields = Object.keys(others).filter((name) => name !== 'ownerSource' || !('ownerName' in others))
  const status = 'status' in others ? { status: setStatus } : {}
  if (fields.length > 0) record({ type: 'PropertyEdited', ...time, subjectId, data: { ...ref, fields, ...status } })
  if (assignedTo !== undefined)
    record({
      type: 'PropertyAssigned',
      ...time,
      subjectId,
      data: { ...ref, from: before.assignedTo ?? null, to: assignedTo },
    })
}

/**
 * Deletes properties, which are locked 'for update', with their leads and the photos of their knocks, each with an event. Keeps their
 * addresses for the activity log, for 90 days.
 */
export async function deleteProperties(
  transaction: WriteTransaction,
  tenantId: string,
  properties: readonly PropertyView[],
): Promise<void> {
  const { em, record } = transaction
  await inBatches(properties, async (batch) => {
    const ids = batch.map(({ id }) => id)
    const leads = await queryRows<{ id: string }>(
      em,
      'select id from leads where tenant_id = $1 and property_id = any($2::uuid[])',
      [tenantId, ids],
    )
    const leadIds = leads.map(({ id }) => id)
    await deleteLeads(transaction, tenantId, await lockLeads(transaction, tenantId, leadIds))
    await deletePhotosOf(em, tenantId, ids)
    await queryRows(
      em,
      `insert into deleted_addresses (tenant_id, property_id, address, deleted_at)
       select p.tenant_id, p.id, p.address, now() from properties p where p.tenant_id = $1 and p.id = any($2::uuid[])
       on conflict (tenant_id, property_id) do update set address = excluded.address, deleted_at = excluded.deleted_at`,
      [tenantId, ids],
    )
    await queryRows(em, 'delete from properties where tenant_id = $1 and id = any($2::uuid[])', [tenantId, ids])
    for (const property of batch)
      record({ type: 'PropertyDeleted', subjectId: property.id, data: propertyRefOf(property) })
  })
}

/**
 * Detaches the knocks of the properties, and deletes their photos, except photos that a knock at another property has too. A foreign
 * key cannot do this, because a distributed database does not support ON DELETE SET NULL. Returns the number of deleted photos.
 */
export async function deletePhotosOf(
  em: EntityManager,
  tenantId: string,
  propertyIds: readonly string[],
): Promise<number> {
  const photos = await queryRows<{ id: string }>(
    em,
    `delete from knock_photos f using knocks k
     where f.tenant_id = $1 and k.tenant_id = $1 and k.event_id = f.knock_id and k.property_id = any($2::uuid[])
     returning f.photo_id as id`,
    [tenantId, propertyIds],
  )
  await queryRows(
    em,
    'update knocks set property_id = null, photo_id = null where tenant_id = $1 and property_id = any($2::uuid[])',
    [tenantId, propertyIds],
  )
  const deleted = await queryRows(
    em,
    `delete from photos p where p.tenant_id = $1 and p.id = any($2::uuid[])
       and not exists (select from knock_photos f where f.tenant_id = $1 and f.photo_id = p.id) returning 1`,
    [tenantId, photos.map(({ id }) => id)],
  )
  return deleted.length
}
