import { z } from 'zod'
import type { FilterValues, ListFilter, ListFilters } from '../database/listFilters.ts'
import { propertyTypes, type PropertyType } from '../domain/enums.ts'
import { Refused } from '../domain/errors.ts'
import { booleanText, dateTime, idText, limitedText, propertyTypeText } from './parameters.ts'

const names = z
  .union([limitedText('type'), z.array(limitedText('type'))])
  .transform((value) => [value].flat().flatMap((name) => name.split(',')))

function schemaOf(name: string, { kind, values }: ListFilter<never>): z.ZodType {
  switch (kind) {
    case 'text':
      return limitedText(name)
    case 'id':
      return idText
    case 'uuid':
      return z.uuid()
    case 'ids':
    case 'names':
      return names
    case 'flag':
    case 'boolean':
      return booleanText
    case 'time':
      return dateTime
    case 'count':
      return z.coerce.number().int().min(0)
    case 'oneOf':
      return values === propertyTypes ? propertyTypeText : z.enum(values!)
    case 'point':
    case 'bounds':
      throw new Error(`A query has no parameter of the kind ${kind}.`)
  }
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
  const values = Object.entries(filters).map(([field, filter]) => {
    const { lat, lng } = query
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
