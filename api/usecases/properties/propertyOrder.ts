import { createListOrders, rankKey, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { orNoUserId, type UserColumn } from '../../database/userOrder.ts'
import { priorities, propertyStatuses, type PropertyOrderField } from '../../domain/enums.ts'

export type PropertyOrder = ListOrder<PropertyOrderField>

export const assigneeColumn: UserColumn = { table: 'properties', alias: 'p', idSql: orNoUserId('p.assigned_to') }

/** Of a property `p`. Migrations 0048 and 0055 have the same expressions in their indexes, except for the assignee's name. */
export const propertySortKeys: Record<PropertyOrderField, SortKey> = {
  created_at: timeKey('p.created_at'),
  updated_at: timeKey('p.updated_at'),
  address: textKey('p.address_key'),
  owner: textKey('p.owner_key'),
  city: textKey('p.city_key'),
  status: rankKey('p.status', propertyStatuses),
  priority: rankKey('p.priority', priorities),
  assignee: textKey('named.name'),
}

export const propertyOrders = createListOrders(propertySortKeys, 'created_at')
