import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { createListOrders, rankKey, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { createParameters, inScope } from '../../database/parameters.ts'
import { priorities, propertyStatuses, type PropertyOrderField } from '../../domain/enums.ts'

export type PropertyOrder = ListOrder<PropertyOrderField>

/** The assignee of a property `p`; the nil UUID if it has none, so that an index can be compared with it. */
export const assigneeSql = `(case when p.assigned_to is null then '00000000-0000-0000-0000-000000000000'::uuid else p.assigned_to end)`

/** Of a property `p`. Migrations 0048 and 0055 have the same expressions in their indexes, except for the assignee's name. */
export const propertySortKeys: Record<PropertyOrderField, SortKey> = {
  created_at: timeKey('p.created_at'),
  updated_at: timeKey('p.updated_at'),
  address: textKey('p.address_key'),
  owner: textKey('p.owner_key'),
  city: textKey('p.city_key'),
  status: rankKey('p.status', propertyStatuses),
  priority: rankKey('p.priority', priorities),
  assignee: textKey('(assignee.name collate "C")'),
}

export const propertyOrders = createListOrders(propertySortKeys, 'created_at')

/** The users that properties are assigned to, with the names that they are sorted by, as arrays of equal length. */
export interface Assignees {
  ids: string[]
  names: string[]
}

/**
 * The assignees of all properties in scope, with the nil UUID if some are unassigned. Reads one property of each from the
 * index, because reading all of them would take too long. Names are not copied to properties: renaming a user would rewrite
 * thousands of rows.
 */
export async function listAssignees(em: EntityManager, scope: Scope): Promise<Assignees> {
  const { values, bind } = createParameters()
  const condition = inScope(scope, bind, 'p')
  const nextOf = (more: string) =>
    `(select ${assigneeSql} from properties p where ${condition} ${more} order by ${assigneeSql} limit 1)`
  // The index begins with the tenant, so it does not help across tenants.
  const ids =
    scope === 'platform'
      ? `select distinct ${assigneeSql} as id from properties p`
      : `select id from steps where id is not null`
  const steps = `with recursive steps (id) as (
      ${nextOf('')} union all select ${nextOf(`and ${assigneeSql} > s.id`)} from steps s where s.id is not null
    )`
  const rows = await queryRows<{ id: string; name: string }>(
    em,
    `${scope === 'platform' ? '' : steps}
     select a.id, coalesce(lower(n.full_name), chr(1114109)) as name
     from (${ids}) a left join people_named(array(${ids})) n on n.id = a.id`,
    values,
  )
  return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => name) }
}
