import { v7 as uuidv7 } from 'uuid'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { sendTogether } from '../database/sendTogether.ts'
import { addressKeyOf, doorOf } from '../domain/addresses/addressKey.ts'
import { compareProperties, type PropertyDescription } from '../domain/addresses/compareProperties.ts'
import { inBatches } from '../domain/batches.ts'

/** What the marks of a city's list need to know of its version. */
export interface RegistryInForce {
  id: string
  /** Name of the city, as it is shown. */
  city: string
  effectiveFrom: Date
  /** Its marks are in force before this time: that of its end, or of a newer list. */
  endsAt: Date | null
}

const lockSql = (mode: '' | '_shared') => `select pg_advisory_xact_lock${mode}(hashtextextended($1, 2))`

/** Makes others who save properties or lists of the tenant wait until the transaction ends, so that no new property misses a list. */
export async function lockRegistries(em: EntityManager, tenantId: string): Promise<void> {
  await queryRows(em, lockSql(''), [tenantId])
}

/** Marks the doors that a list forbids, and that it has not marked yet. Returns the ids of the marks by the property. */
export async function insertRegistryMarks(
  em: EntityManager,
  tenantId: string,
  registry: RegistryInForce,
  propertyIds: readonly string[],
  setBy: string | null,
  setAt: Date,
): Promise<Map<string, string>> {
  const marks: [propertyId: string, markId: string][] = []
  await inBatches(propertyIds, async (batch) => {
    const { id, city, effectiveFrom, endsAt } = registry
    const { values, bind } = createParameters(tenantId, id, city, effectiveFrom, endsAt, setAt, setBy)
    const rows = batch.map((propertyId) => ({ propertyId, markId: uuidv7() }))
    // A property that was deleted meanwhile has no door to mark. Two addresses of the list may be the same door.
    const inserted = await queryRows<{ propertyId: string; markId: string }>(
      em,
      `insert into do_not_knock (tenant_id, id, property_id, kind, source, starts_at, ends_at, set_at, set_by, registry_id)
       select $1, r."markId", r."propertyId", 'registry', $3, $4, $5, $6, $7, $2
       from ${rowsTable({ markId: 'uuid', propertyId: 'uuid' }, rows, bind)}
       join properties p on p.tenant_id = $1 and p.id = r."propertyId"
       where not exists (select from do_not_knock m where m.tenant_id = $1 and m.registry_id = $2 and m.property_id = r."propertyId"
         and m.lifted_at is null)
       returning property_id as "propertyId", id as "markId"`,
      values,
    )
    marks.push(...inserted.map(({ propertyId, markId }): [string, string] => [propertyId, markId]))
  })
  return new Map(marks)
}

/** A new property whose address is on a list, and its mark. */
export interface ListedProperty {
  propertyId: string
  markId: string
  until: Date | null
}

/** An address of a list where no property was found. */
interface UnmatchedEntry extends RegistryInForce {
  place: number
  door: string
  address: string
  listedCity: string | null
  zipCode: string | null
}

/** The addresses with these doors, of lists that are in force or will be. */
function queryUnmatched(
  em: EntityManager,
  tenantId: string,
  doors: readonly (string | null)[],
  now: Date,
): Promise<UnmatchedEntry[]> {
  return queryRows<UnmatchedEntry>(
    em,
    `select e.registry_id as id, e.place, e.door, e.address, e.city as "listedCity", e.zip_code as "zipCode", r.city,
       r.effective_from as "effectiveFrom", least(r.expires_at, r.replaced_at) as "endsAt"
     from registry_entries e join registries r on r.tenant_id = e.tenant_id and r.id = e.registry_id
     where e.tenant_id = $1 and r.tenant_id = $1 and e.property_id is null and e.match <> 'skipped' and e.door = any($2::text[])
       and r.saved_at is not null and (r.expires_at is null or r.expires_at > $3) and (r.replaced_at is null or r.replaced_at > $3)
     order by e.registry_id, e.place`,
    [tenantId, doors, now],
  )
}

const isListedAs = ({ address, listedCity: city, zipCode }: UnmatchedEntry, property: PropertyDescription): boolean =>
  compareProperties({ address, city, zipCode }, property).verdict === 'same'

const byDoorOf = <Described extends PropertyDescription>(
  places: readonly Described[],
): Map<string | null, Described[]> => {
  const byDoor = Map.groupBy(places, (place) => doorOf(addressKeyOf(place)))
  byDoor.delete(null)
  return byDoor
}

/** Those of the unsaved houses that are on a list in force now. They are marked when they are saved. */
export async function findListed<Described extends PropertyDescription>(
  em: EntityManager,
  tenantId: string,
  places: readonly Described[],
  now: Date,
): Promise<Set<Described>> {
  const byDoor = byDoorOf(places)
  const entries = byDoor.size > 0 ? await queryUnmatched(em, tenantId, [...byDoor.keys()], now) : []
  const inForce = entries.filter(({ effectiveFrom }) => effectiveFrom <= now)
  return new Set(inForce.flatMap((entry) => byDoor.get(entry.door)!.filter((place) => isListedAs(entry, place))))
}

/** Marks new properties whose addresses are on lists that are in force or will be, and where they were not found. */
export async function markListedProperties(
  em: EntityManager,
  tenantId: string,
  properties: readonly (PropertyDescription & { id: string })[],
  now: Date,
): Promise<ListedProperty[]> {
  const byDoor = byDoorOf(properties)
  const [, entries] = await sendTogether([
    queryRows(em, lockSql('_shared'), [tenantId]),
    queryUnmatched(em, tenantId, [...byDoor.keys()], now),
  ])
  const listed: ListedProperty[] = []
  for (const entry of entries) {
    const same = byDoor.get(entry.door)!.find((property) => isListedAs(entry, property))
    if (!same) continue
    await queryRows(
      em,
      `update registry_entries set property_id = $4, match = 'matched' where tenant_id = $1 and registry_id = $2 and place = $3`,
      [tenantId, entry.id, entry.place, same.id],
    )
    const marks = await insertRegistryMarks(em, tenantId, entry, [same.id], null, now)
    const markId = marks.get(same.id)
    if (markId) listed.push({ propertyId: same.id, markId, until: entry.endsAt })
  }
  return listed
}
