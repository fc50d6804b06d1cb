import { z } from 'zod'
import type { FilterValues, ListFilter, ListFilters } from '../database/listFilters.ts'
import type { ListOrder } from '../database/listOrder.ts'
import { propertyTypes, sortDirections, type PropertyType } from '../domain/enums.ts'
import { Refused } from '../domain/errors.ts'
import type { Page } from '../domain/paging.ts'
import { booleanText, dateTime, idText, limitedText, pagingParameters, propertyTypeText } from './parameters.ts'
import { listResponse } from './shapes.ts'

const names = z
  .union([limitedText('type'), z.array(limitedText('type'))])
  .transform((value) => [value].flat().flatMap((name) => name.split(',')))

const schemasByKind: Partial<Record<ListFilter<never>['kind'], z.ZodType>> = {
  id: idText,
  uuid: z.uuid(),
  names,
  flag: booleanText,
  boolean: booleanText,
  time: dateTime,
  count: z.coerce.number().int().min(0),
}

function schemaOf(name: string, { kind, values }: ListFilter<never>): z.ZodType {
  if (values) return values === propertyTypes ? propertyTypeText : z.enum(values)
  return schemasByKind[kind] ?? limitedText(name)
}

/** The name of a filter in queries; null if REST does not have it. */
export function parameterName(name: string, { rest }: ListFilter<never>): string | null {
  if (rest === false) return null
  return rest ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * The query parameters of a list's filters: `lat` and `lng` for a point, and one for every other filter. Their types are those of
 * the filters, which `toFilter` returns.
 */
export function filterParameters(filters: ListFilters): Record<never, z.ZodType> {
  const parameters = Object.entries(filters).flatMap(([field, filter]): [string, z.ZodType][] => {
    const name = parameterName(field, filter)
    if (name === null) return []
    if (filter.kind !== 'point') return [[name, schemaOf(name, filter).optional().describe(filter.description)]]
    const coordinate = z.coerce.number().optional()
    return [
      ['lat', coordinate.describe(`Latitude; with \`lng\`: ${filter.description}`)],
      ['lng', coordinate],
    ]
  })
  return Object.fromEntries(parameters)
}

/** The filters in the parameters of a query. Throws `Refused` for a tag that is not a property type. */
export function toFilter<Filters extends ListFilters>(
  filters: Filters,
  query: Readonly<Record<string, unknown>>,
): FilterValues<Filters> {
  const { lat, lng } = query
  const values = Object.entries(filters).map(([field, filter]) => {
    if (filter.kind === 'point') return [field, lat !== undefined && lng !== undefined ? { lat, lng } : null]
    const value = query[parameterName(field, filter) ?? '']
    return [field, filter.values === propertyTypes && value ? toPropertyType(value as string) : value]
  })
  return Object.fromEntries(values) as FilterValues<Filters>
}

/** Throws `Refused` with the tag's name for a tag that is not a property type (design §6). */
export function toPropertyType(tag: string): PropertyType {
  const found = propertyTypes.find((type) => type === tag)
  if (!found) throw new Refused(`'${tag}' is not a property type.`, { tag: `One of ${propertyTypes.join(', ')}` })
  return found
}

/** The response of a list that `listQuery` selects, which can be read page by page with cursors. */
export function pagedListResponse<T extends z.ZodType>(shape: T) {
  return listResponse(shape).extend({
    next_cursor: z.string().optional().describe('Sent as `after`, it selects the next page. Absent on the last page.'),
  })
}

/** What `pagedListResponse` is presented from. */
export function toPagedList<Item, Presented>(page: Page<Item>, present: (item: Item) => Presented, total: number) {
  return { data: page.items.map(present), total, nextCursor: page.hasNextPage ? page.cursors.at(-1)! : null }
}

const orderTexts = {
  orderBy: 'Rows that are equal in it are ordered by id.',
  direction: 'Defaults to `desc` for `created_at` and `updated_at`, and to `asc` for the other fields.',
}

/**
 * The query of a list with these filters, which can be ordered by `fields`, the first of which is the default: its parameters, and
 * what they select.
 */
export function listQuery<Filters extends ListFilters, Field extends string>(
  filters: Filters,
  fields: readonly [Field, ...Field[]],
  texts = orderTexts,
) {
  const parameters = z.object({
    ...pagingParameters,
    after: limitedText('after')
      .optional()
      .describe('`next_cursor` of the page before, in the same order: items that are new do not shift the pages.'),
    ...filterParameters(filters),
    order_by: z.enum(fields).optional().describe(`Defaults to \`${fields[0]}\`. ${texts.orderBy}`),
    direction: z.enum(sortDirections).optional().describe(texts.direction),
  })
  const select = (
    query: Omit<z.output<typeof parameters>, 'limit' | 'offset' | 'after'>,
  ): { filter: FilterValues<Filters>; order: ListOrder<Field> } => ({
    filter: toFilter(filters, query),
    order: { field: query.order_by ?? fields[0], direction: query.direction },
  })
  /** The parameters without paging, of which none may be unknown, so that a typo does not select all rows. */
  const selection = parameters.omit({ limit: true, offset: true, after: true }).strict()
  return { parameters, selection, select }
}
