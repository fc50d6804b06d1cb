import { selectList, type ColumnOf, type Columns } from '../database/columns.ts'
import { queryRows, type EntityManager, type Scope } from '../database/connection.ts'
import { onlyRow } from '../database/onlyRow.ts'
import { createParameters, inScope } from '../database/parameters.ts'
import type { PropertyType } from '../domain/enums.ts'
import type { Property } from '../entities/property.ts'

/** A property row without its index columns, with its tags. */
export interface PropertyView extends Omit<Property, 'cell' | 'point5' | 'point6'> {
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

/** The fields that every event about a property has. */
export function propertyRefOf(property: Pick<PropertyView, 'id' | 'neighborhood'>) {
  return { propertyId: property.id, neighborhood: property.neighborhood ?? null }
}

/** The same for events about its leads, which also need the city: neighborhood names repeat between cities. */
export function propertyRefWithCity(property: Pick<PropertyView, 'id' | 'neighborhood' | 'city'>) {
  return { ...propertyRefOf(property), city: property.city ?? null }
}
