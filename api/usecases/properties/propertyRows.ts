import type { Context } from '../../context.ts'
import { selectList, type ColumnOf, type Columns } from '../../database/columns.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { onlyRow } from '../../database/onlyRow.ts'
import { createParameters, inScope } from '../../database/parameters.ts'
import { normalizeStreet, parseAddress } from '../../domain/address.ts'
import { NotFound } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import { boundsAround, distanceMeters, pointKey, type Point } from '../../domain/point.ts'
import type { PropertyType } from '../../domain/enums.ts'
import type { Property } from '../../entities/property.ts'
import { cellCondition } from './cellCondition.ts'

/** A property row without its index columns, with its tags. */
export interface PropertyView extends Required<Omit<Property, symbol | 'cell' | 'point5' | 'point6' | 'lat' | 'lng'>> {
  lat: number
  lng: number
  tags: PropertyType[]
  /** The property of a colleague, without what only its assignee and the managers may read. */
  limited: boolean
}

export type PropertyColumn = ColumnOf<PropertyView>

/** Selected from `properties p`. */
export const propertyColumnSql: Columns<PropertyView> = {
  tenantId: 'p.tenant_id',
  id: 'p.id',
  address: 'p.address',
  streetNumber: 'p.street_number',
  streetName: 'p.street_name',
  city: 'p.city',
  state: 'p.state',
  zipCode: 'p.zip_code',
  lat: 'p.lat',
  lng: 'p.lng',
  ownerName: 'p.owner_name',
  ownerAddress: 'p.owner_address',
  ownerSource: 'p.owner_source',
  ownerPhone: 'p.owner_phone',
  ownerEmail: 'p.owner_email',
  parcelId: 'p.parcel_id',
  unconfirmed: 'p.unconfirmed',
  neighborhood: 'p.neighborhood',
  notes: 'p.notes',
  priority: 'p.priority',
  status: 'p.status',
  assignedTo: 'p.assigned_to',
  createdBy: 'p.created_by',
  version: 'p.version',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  limited: 'false',
  tags: 'array(select t.tag from property_tags t where t.tenant_id = p.tenant_id and t.property_id = p.id order by t.position)',
}

export const propertyColumnNames = Object.keys(propertyColumnSql) as PropertyColumn[]
/** All columns of a `PropertyView`. */
export const propertyColumns = selectList(propertyColumnSql, propertyColumnNames)

/** The property with this id in the scope, or null. Throws `Refused` as `onlyRow` does. */
export async function findProperty(em: EntityManager, scope: Scope, id: string): Promise<PropertyView | null> {
  const { values, bind } = createParameters(id)
  const found = await queryRows<PropertyView>(
    em,
    `select ${propertyColumns} from properties p where ${inScope(scope, bind, 'p')} and p.id = $1`,
    values,
  )
  return onlyRow(found)
}

/**
 * The saved property at a point. A click matches the point at 6 decimals. An address search matches it at 5 decimals with
 * the same street number; a property without a street number matches only if there is none with it (spec §5).
 */
export async function findPropertyAt(
  em: EntityManager,
  tenantId: string,
  point: Point,
  by: { streetNumber: string } | 'click',
): Promise<PropertyView | null> {
  const [condition, values] =
    by === 'click'
      ? ['p.point6 = $2 order by p.id', [tenantId, pointKey(point, 6)]]
      : [
          `p.point5 = $2 and p.street_number in ($3, '') order by p.street_number <> $3, p.id`,
          [tenantId, pointKey(point, 5), by.streetNumber],
        ]
  const [found] = await queryRows<PropertyView>(
    em,
    `select ${propertyColumns} from properties p where p.tenant_id = $1 and ${condition} limit 1`,
    values,
  )
  return found ?? null
}

/** A house with the same number and street within this distance is the same house, saved at another point. */
const sameHouseMeters = 150

/** The nearest saved property with the number and street of the address, if there is one close to the point. */
export async function findPropertyNear(
  em: EntityManager,
  tenantId: string,
  { address, streetNumber, ...point }: Point & { address: string; streetNumber: string },
): Promise<PropertyView | null> {
  if (streetNumber === '') return null
  const { values, bind } = createParameters()
  const found = await queryRows<PropertyView>(
    em,
    `select ${propertyColumns} from properties p
     where ${inScope({ tenantId }, bind, 'p')} and ${cellCondition(boundsAround(point, sameHouseMeters), bind)}
       and p.street_number = ${bind(streetNumber)} order by p.id`,
    values,
  )
  const wanted = parseAddress(address)
  const isSameHouse = (property: PropertyView) => {
    const { number, street, unit } = parseAddress(property.address)
    return (
      number.toLowerCase() === wanted.number.toLowerCase() &&
      normalizeStreet(street) === normalizeStreet(wanted.street) &&
      unit?.toLowerCase() === wanted.unit?.toLowerCase()
    )
  }
  const distance = (property: PropertyView) => distanceMeters(property, point)
  return found.filter(isSameHouse).toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

/**
 * Locks a property until the transaction ends and returns its latest committed row. Throws `NotFound` for a deleted one.
 * Every transaction locks properties before their leads, tags and knocks, so that two transactions cannot deadlock.
 */
export async function lockProperty(
  em: EntityManager,
  tenantId: string,
  id: string,
  lockMode: 'for no key update' | 'for update',
): Promise<PropertyView> {
  await queryRows(em, `select from properties where tenant_id = $1 and id = $2 ${lockMode}`, [tenantId, id])
  // A second statement, because the first one's snapshot is older than the commits it waited for.
  const property = await findProperty(em, { tenantId }, id)
  if (!property) throw new NotFound('Property not found')
  return property
}

/** Throws `NotFound` if the actor may act only on their own properties and this one is not assigned to them. */
export function authorizeProperty(
  ctx: Context,
  action: 'property.read' | 'property.edit',
  property: Pick<PropertyView, 'assignedTo'>,
): void {
  authorize(ctx.actor, action, { ownerId: property.assignedTo ?? null })
}

/** The fields that every event about a property has. */
export function propertyRefOf(property: Pick<PropertyView, 'id' | 'neighborhood'>) {
  return { propertyId: property.id, neighborhood: property.neighborhood ?? null }
}

/** The same for events about its leads, which also need the city: neighborhood names repeat between cities. */
export function propertyRefWithCity(property: Pick<PropertyView, 'id' | 'neighborhood' | 'city'>) {
  return { ...propertyRefOf(property), city: property.city ?? null }
}
