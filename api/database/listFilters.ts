import { isUuid } from '../domain/ids.ts'
import type { Bounds, Point } from '../domain/point.ts'
import type { Bind } from './parameters.ts'

// A filter of a list is declared once. From its declaration come its condition here, its field of the GraphQL input
// (schema/filterInputs.ts), its query parameter (rest/listQuery.ts), which an export takes as well, and its name in a saved view.

/** The values of filters by their kind. `ids` and `names` match any of them, and a `flag` only filters if it is true. */
interface Kinds {
  text: string
  id: string
  /** As `id`, and REST refuses a text that is not a UUID. */
  uuid: string
  ids: readonly string[]
  names: readonly string[]
  flag: boolean
  boolean: boolean
  time: Date
  count: number
  point: Point
  bounds: Bounds
}

/**
 * The condition on a row: SQL in which `$` stands for the value, or a function. Null for a filter that the list applies itself.
 * Texts are trimmed, and an id that is not a UUID matches nothing: `= any($)`.
 */
type Sql<Value> = string | ((value: Value, bind: Bind) => string) | null

interface Options {
  /** False for a filter that GraphQL does not have. */
  graphql?: false
  /** The name of the query parameter, by default the filter's in snake case; false for a filter that REST does not have. */
  rest?: string | false
  /** The parameter of the list's URL that a saved view has for this filter, by default its name; false if it has none. */
  view?: string | false
  /** The condition is so selective that it is faster to find all matching rows before sorting. */
  isLookup?: true
}

export interface ListFilter<Value> extends Options {
  kind: keyof Kinds | 'oneOf'
  /** The values of a filter of the kind `oneOf`. */
  values?: readonly string[]
  description: string
  sql: Sql<Value>
}

// The type of the values is that of each filter, which `never` accepts.
export type ListFilters = Readonly<Record<string, ListFilter<never>>>

/** The values of the filters of a list; null or missing for those that are not set. */
export type FilterValues<Filters extends ListFilters> = {
  readonly [Name in keyof Filters]?: (Filters[Name] extends ListFilter<infer Value> ? Value : never) | null
}

export function filter<Kind extends keyof Kinds>(
  kind: Kind,
  description: string,
  sql: Sql<Kinds[Kind]>,
  options: Options = {},
): ListFilter<Kinds[Kind]> {
  return { kind, description, sql, ...options }
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  description: string,
  sql: Sql<Value>,
  options: Options = {},
): ListFilter<Value> {
  return { kind: 'oneOf', values, description, sql, ...options }
}

/** The filters that are set, without those that are blank. */
export function onlySet<Filters extends ListFilters>(
  filters: Filters,
  given: FilterValues<Filters>,
): FilterValues<Filters> {
  const names = Object.keys(filters).filter((name) => isSet(filters[name]!.kind, given[name]))
  return Object.fromEntries(names.map((name) => [name, given[name]])) as FilterValues<Filters>
}

function isSet(kind: ListFilter<never>['kind'], value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (kind === 'flag') return value === true
  if (kind === 'names') return (value as string[]).length > 0
  return typeof value !== 'string' || value.trim() !== ''
}

/** The conditions of the filters that are set, except those that the list applies itself. */
export function filterConditions<Filters extends ListFilters>(
  filters: Filters,
  given: FilterValues<Filters>,
  bind: Bind,
): string[] {
  return Object.entries(onlySet(filters, given)).flatMap(([name, value]) => {
    const { kind, sql } = filters[name]! as ListFilter<unknown>
    if (sql === null) return []
    if (typeof sql === 'function') return [sql(value, bind)]
    return [sql.replace('$', () => bind(toParameter(kind, value)))]
  })
}

function toParameter(kind: ListFilter<never>['kind'], value: unknown): unknown {
  if (kind === 'text') return (value as string).trim()
  return kind === 'id' || kind === 'ids' ? [value].flat().filter((id) => isUuid(id as string)) : value
}

/** Whether one of the filters that are set makes a lookup. */
export function makesLookup<Filters extends ListFilters>(filters: Filters, given: FilterValues<Filters>): boolean {
  return Object.keys(onlySet(filters, given)).some((name) => filters[name]!.isLookup)
}

/** The parameters of a list's URL that a saved view may have for these filters, in their order. */
export function viewParametersOf(filters: ListFilters): string[] {
  const names = Object.entries(filters).map(([name, { view = name }]) => view)
  return [...new Set(names.filter((name) => name !== false))]
}
