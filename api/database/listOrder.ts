import type { EntityManager } from '@mikro-orm/postgresql'
import type { SortDirection } from '../domain/enums.ts'
import { isStoredUuid } from '../domain/ids.ts'
import { isDatabaseTimestamp, readCursor, toPage, writeCursor, type Page, type PageRequest } from '../domain/paging.ts'
import { queryRows } from './connection.ts'
import type { Bind, Parameters } from './parameters.ts'

/** The order of a list. Rows that are equal in the field are ordered by id. */
export interface ListOrder<Field extends string> {
  field: Field
  /** By default the newest first and the most first, and every other field ascending. */
  direction?: SortDirection | null
}

export interface ResolvedOrder<Field extends string> {
  field: Field
  direction: SortDirection
}

/** What a list is sorted by. */
export interface SortKey {
  /** The SQL expression of a row, never null. An index begins with it and the id, unless the list is short enough to be sorted. */
  sql: string
  type: 'timestamptz' | 'text' | 'int'
  /** Whether PostgreSQL can have printed this key. */
  isValid: (key: string) => boolean
  /** Defaults to 'desc' for times and to 'asc' for other keys. */
  defaultDirection?: SortDirection
}

export const timeKey = (sql: string): SortKey => ({ sql, type: 'timestamptz', isValid: isDatabaseTimestamp })

/** A text, whose collation must be "C". */
export const textKey = (sql: string): SortKey => ({ sql, type: 'text', isValid: (key) => !key.includes('\0') })

/** The position of a column's value in `values`, which are all that the column can have. */
export function rankKey(column: string, values: readonly string[]): SortKey {
  const last = values.length - 1
  const cases = values.slice(0, last).map((value, rank) => `when '${value}' then ${rank}`)
  return {
    sql: `(case ${column} ${cases.join(' ')} else ${last} end)`,
    type: 'int',
    isValid: (key) => /^\d$/.test(key) && Number(key) <= last,
  }
}

/** The rows of a list, in SQL. */
interface ListedRows {
  columns: string
  /** The tables, as after `from`. */
  from: string
  /** The expression of the row's id, which is also among the columns, as `id`. */
  id: string
  where: readonly string[]
}

/** The orders of one list: how they are resolved, compared and written into cursors. */
export interface ListOrders<Field extends string> {
  resolve: (order: ListOrder<Field> | null | undefined) => ResolvedOrder<Field>
  /** Makes a page of up to `limit + 1` rows, which have their sort key as text. Cursors of the default order contain no field name. */
  page: <Row extends { id: string; cursorKey: string }>(
    rows: Row[],
    order: ResolvedOrder<Field>,
    limit: number,
  ) => Page<Row>
  /** Reads a page of the rows. `parameters` are those of `where`. Throws `Malformed` for a cursor of another list or order. */
  read: <Row extends { id: string }>(
    em: EntityManager,
    rows: ListedRows,
    order: ResolvedOrder<Field>,
    page: PageRequest,
    parameters: Parameters,
  ) => Promise<Page<Row>>
  /** Throws `Malformed` if `page` cannot have produced the cursor for this field. */
  decode: (field: Field, cursor: string) => { key: string; id: string }
  /** The condition that a row stands after the cursor. `id` is the SQL expression of its id. */
  afterSql: (order: ResolvedOrder<Field>, cursor: string, id: string, bind: Bind) => string
}

export function createListOrders<Field extends string>(
  keys: Record<Field, SortKey>,
  defaultField: NoInfer<Field>,
): ListOrders<Field> {
  const namesField = (field: Field) => field !== defaultField
  const encode = (field: Field, key: string, id: string) => writeCursor(...(namesField(field) ? [field] : []), key, id)
  const decode = (field: Field, cursor: string) => {
    const checks = [keys[field].isValid, isStoredUuid]
    const parts = namesField(field)
      ? readCursor(cursor, [(part) => part === field, ...checks], 1).slice(1)
      : readCursor(cursor, checks)
    return { key: parts[0]!, id: parts[1]! }
  }
  const toListPage: ListOrders<Field>['page'] = (rows, { field }, limit) =>
    toPage(rows, limit, ({ cursorKey, id }) => encode(field, cursorKey, id))
  const afterSql: ListOrders<Field>['afterSql'] = ({ field, direction }, cursor, idSql, bind) => {
    const { key, id } = decode(field, cursor)
    const { sql, type } = keys[field]
    return `(${sql}, ${idSql}) ${direction === 'asc' ? '>' : '<'} (${bind(key)}::${type}, ${bind(id)}::uuid)`
  }
  return {
    resolve: (order) => {
      const field = order?.field ?? defaultField
      const { type, defaultDirection = type === 'timestamptz' ? 'desc' : 'asc' } = keys[field]
      return { field, direction: order?.direction ?? defaultDirection }
    },
    page: toListPage,
    async read<Row extends { id: string }>(
      em: EntityManager,
      { columns, from, id, where }: ListedRows,
      order: ResolvedOrder<Field>,
      { limit, after, offset = 0 }: PageRequest,
      { values, bind }: Parameters,
    ) {
      const { sql: key } = keys[order.field]
      const conditions = after ? [...where, afterSql(order, after, id, bind)] : where
      const found = await queryRows<Row & { cursorKey: string }>(
        em,
        `select ${columns}, ${key}::text as "cursorKey" from ${from} where ${conditions.join(' and ')}
         order by ${key} ${order.direction}, ${id} ${order.direction} limit ${bind(limit + 1)} offset ${bind(offset)}`,
        values,
      )
      const { items, ...rest } = toListPage(found, order, limit)
      return { ...rest, items: items.map(({ cursorKey: _cursorKey, ...row }) => row as unknown as Row) }
    },
    decode,
    afterSql,
  }
}
