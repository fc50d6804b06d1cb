import { columnsOf, selectList, type ColumnOf, type Columns } from '../database/columns.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { onlyRow } from '../database/onlyRow.ts'
import type { PropertyType } from '../domain/enums.ts'
import { storedFields, type StoredProperty } from '../domain/properties/propertyFields.ts'

/** A property that a tenant saved, without its index columns, with its tags. */
export interface PropertyView extends StoredProperty {
  tenantId: string
  id: string
  createdBy: string
  /** 1, and one more with each change, tags included (rowVersions.sql.ts). */
  version: number
  createdAt: Date
  updatedAt: Date
  tags: PropertyType[]
  /** The property of a colleague, without what only its assignee and the managers may read. */
  limited: boolean
}

export type PropertyColumn = ColumnOf<PropertyView>

const rowColumns = [...storedFields, 'tenantId', 'id', 'createdBy', 'version', 'createdAt', 'updatedAt'] as const

/** Selected from `properties p`. */
export const propertyColumnSql: Columns<PropertyView> = {
  ...columnsOf('p', rowColumns),
  limited: 'false',
  // Without a parameter of its own, a cluster would ask every node for the tags, and fail while one of them is down.
  tags: `array(select t.tag from property_tags t where t.tenant_id = :tenant and t.tenant_id = p.tenant_id
    and t.property_id = p.id order by t.position)`,
}

export const propertyColumnNames = Object.keys(propertyColumnSql) as PropertyColumn[]
/** All columns of a `PropertyView`. */
export const propertyColumns = selectList(propertyColumnSql, propertyColumnNames)

/** The property with this id in the scope, or null. Throws `Refused` as `onlyRow` does. */
export async function findProperty(em: EntityManager, id: string): Promise<PropertyView | null> {
  const found = await queryRows<PropertyView>(
    em,
    `select ${propertyColumns} from properties p where p.tenant_id = :tenant and p.id = $1`,
    [id],
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
