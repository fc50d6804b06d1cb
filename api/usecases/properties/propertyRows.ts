import type { Context } from '../../context.ts'
import { selectList, type ColumnOf, type Columns } from '../../database/columns.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { onlyRow } from '../../database/onlyRow.ts'
import { createParameters, inScope } from '../../database/parameters.ts'
import {
  compareKeyed,
  keyed,
  sameHouseMeters,
  type Comparison,
  type HouseFacts,
} from '../../domain/addresses/compareHouses.ts'
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

/** A saved property that may be the house that was asked for. */
export interface SavedHouse {
  property: PropertyView
  comparison: Comparison
}

const limitOfCompared = 200

/**
 * The saved property that is the house at a point: the same by `compareHouses`, else one at exactly this point that may be it. A click
 * means the point at 6 decimals, an address search the point at 5 decimals with its street number; there, a property without a street
 * number is found only if there is none with it (spec §5). Null if there is neither.
 */
export async function findSavedHouse(
  em: EntityManager,
  tenantId: string,
  house: HouseFacts & Point & { streetNumber: string },
  by: 'search' | 'click',
): Promise<SavedHouse | null> {
  const { values, bind } = createParameters()
  const scope = inScope({ tenantId }, bind, 'p')
  const atPoint =
    by === 'click'
      ? `p.point6 = ${bind(pointKey(house, 6))}`
      : `p.point5 = ${bind(pointKey(house, 5))} and p.street_number in (${bind(house.streetNumber)}, '')`
  const near = `${cellCondition(boundsAround(house, sameHouseMeters), bind)} and p.street_number = ${bind(house.streetNumber)} and p.street_number <> ''`
  // Two statements in one: each reads an index of its own.
  const found = await queryRows<PropertyView & { isAtPoint: boolean }>(
    em,
    `select ${propertyColumns}, true as "isAtPoint" from properties p where ${scope} and ${atPoint}
     union all
     select * from (select ${propertyColumns}, false as "isAtPoint" from properties p where ${scope} and ${near} order by p.id limit ${limitOfCompared}) near`,
    values,
  )
  const wanted = keyed(house)
  const compared = found.map(({ isAtPoint, ...property }) => ({
    property,
    isAtPoint,
    comparison: compareKeyed(wanted, keyed(property)),
  }))
  const distance = ({ property }: SavedHouse) => distanceMeters(property, house)
  const byDistance = compared.toSorted(
    (one, other) => distance(one) - distance(other) || (one.property.id < other.property.id ? -1 : 1),
  )
  const hasNumber = ({ property }: SavedHouse) => property.streetNumber === house.streetNumber
  return (
    byDistance.find(({ comparison }) => comparison.verdict === 'same') ??
    byDistance
      .filter(({ isAtPoint, comparison }) => isAtPoint && !isOtherDoor(comparison))
      .toSorted((one, other) => Number(hasNumber(other)) - Number(hasNumber(one)))[0] ??
    null
  )
}

/** Another unit, and another number with the same digits, are other houses even at one point. */
const isOtherDoor = ({ verdict, reason }: Comparison) =>
  verdict === 'different' && (reason === 'unit' || reason === 'number')

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
