import { isStoredUuid } from '../domain/ids.ts'
import { queryRows, type EntityManager, type Scope } from './connection.ts'
import type { ListOrders, ResolvedOrder } from './listOrder.ts'
import { createParameters, type Bind } from './parameters.ts'

// Lists in the order of the name of a user of each row, such as its assignee. Names are not copied to the rows, because
// renaming a user would rewrite thousands of them: the users are found first, and then each user's part of an index is read.

/** Stands for the user of a row without one. */
export const noUserId = '00000000-0000-0000-0000-000000000000'
const maxId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The user of a row of a list. */
export interface UserColumn {
  table: 'leads' | 'properties'
  /** The table's alias in `idSql`. */
  alias: string
  /** SQL expression of the user's id, never null. There is an index on (tenant_id, this expression, id). */
  idSql: string
}

/** A column of a row as the id of a user; `noUserId` for null. Under row-level security no index on COALESCE is used. */
export const orNoUserId = (column: string) =>
  `(case when ${column} is null then '${noUserId}'::uuid else ${column} end)`

/** The users of some rows, with the names that they are sorted by, as arrays of equal length. */
export interface NamedUsers {
  ids: string[]
  names: string[]
}

/**
 * The users of all rows in scope, or only the given one. The name of no user is after every other. Finds each user with one
 * look-up in the index, because reading all rows would take too long.
 */
export async function listNamedUsers(
  em: EntityManager,
  scope: Scope,
  { table, alias, idSql }: UserColumn,
  only?: string | null,
): Promise<NamedUsers> {
  const { values, bind } = createParameters()
  const readIds = () => {
    if (only) return `with user_ids (id) as (select unnest(${bind([only].filter(isStoredUuid))}::uuid[]))`
    const inTable = `from ${table} ${alias} where ${alias}.tenant_id = :tenant`
    // The index begins with tenant_id, so it cannot be used across tenants.
    if (scope === 'platform') return `with user_ids (id) as materialized (select distinct ${idSql} ${inTable})`
    const next = (more: string) => `(select ${idSql} ${inTable} ${more} order by ${idSql} limit 1)`
    return `with recursive user_ids (id) as (
      ${next('')} union all select ${next(`and ${idSql} > u.id`)} from user_ids u where u.id is not null)`
  }
  const rows = await queryRows<{ id: string; name: string }>(
    em,
    `${readIds()} select u.id, coalesce(lower(named.full_name), chr(1114109)) as name
     from user_ids u left join people_named(array(select id from user_ids)) named on named.id = u.id where u.id is not null`,
    values,
  )
  return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => name) }
}

/** What to read of a list that is sorted by users. */
interface RowsByUser<Field extends string> {
  column: UserColumn
  users: NamedUsers
  orders: ListOrders<Field>
  order: ResolvedOrder<Field>
  /** A cursor: only the rows after it. */
  after: string | null | undefined
  /** The rows, with the alias of the column. */
  source: string
  where: readonly string[]
  /**
   * Maximum number of rows to read for each user, sorted by id. Null to find all matching rows before sorting, which is faster for
   * selective conditions.
   */
  rowsPerUser: number | null
}

/**
 * The rows after the cursor, with the alias of the column, and their users as `named`, whose `name` is the sort key. As the users
 * come in order, PostgreSQL reads no rows of the users after the page.
 */
export function rowsByUserSql<Field extends string>(
  { column, users, orders, order, after, source, where, rowsPerUser }: RowsByUser<Field>,
  bind: Bind,
): string {
  const { alias, idSql } = column
  const { direction } = order
  const [comparison, opposite, first] = direction === 'asc' ? ['>', '<', noUserId] : ['<', '>', maxId]
  const cursor = after ? orders.decode(order.field, after) : null
  const key = cursor && `${bind(cursor.key)}::text`
  const afterId = cursor ? `case when u.name = ${key} then ${bind(cursor.id)} else '${first}' end` : `'${first}'`
  const ofUser =
    rowsPerUser === null
      ? [`${idSql} = named.id`, `${alias}.id ${comparison} named.after_id`]
      : [
          // A range instead of an equality, for which the planner may scan the index on id and filter by user.
          `(${idSql}, ${alias}.id) ${comparison} (named.id, named.after_id)`,
          `${idSql} ${opposite}= named.id`,
        ]
  const firstRows =
    rowsPerUser === null ? '' : `order by ${idSql} ${direction}, ${alias}.id ${direction} limit ${bind(rowsPerUser)}`
  return `(select u.id, u.name, (${afterId})::uuid as after_id
       from (select id, name collate "C" as name from unnest(${bind(users.ids)}::uuid[], ${bind(users.names)}::text[]) u (id, name)) u
       where ${key ? `u.name ${comparison}= ${key}` : 'true'} order by u.name ${direction}) named
     cross join lateral (select ${alias}.* from ${source} where ${[...where, ...ofUser].join(' and ')} ${firstRows}) ${alias}`
}
