import type { Priority, PropertyFilter, PropertyOrderField, PropertyStatus, PropertyType } from '../../gql/graphql.ts'
import { toTimeRange } from '../../lib/dateRanges.ts'
import { activeFilters, type FilterValues, readFilters, urlFilter } from '../../lib/urlFilters.ts'
import { urlOrder } from '../../lib/urlOrder.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'

export const ALL = 'ALL'
/** The value of the filter by assignee for properties without one. */
export const NOBODY = 'nobody'

export const statuses = ['NEW', 'CONTACTED', 'INTERESTED', 'NOT_INTERESTED'] as const satisfies PropertyStatus[]
export const priorities = ['HIGH', 'NORMAL'] as const satisfies Priority[]

export const propertyFilters = {
  search: urlFilter<string>('search', ''),
  tag: urlFilter<PropertyType | typeof ALL>('tag', ALL, [ALL, ...propertyTypes.map(({ value }) => value)]),
  status: urlFilter<PropertyStatus | typeof ALL>('status', ALL, [ALL, ...statuses]),
  priority: urlFilter<Priority | typeof ALL>('priority', ALL, [ALL, ...priorities]),
  assigned: urlFilter<string>('assigned', ''),
  neighborhood: urlFilter<string>('neighborhood', ''),
  created: urlFilter<string>('created', ''),
}

/** Whether the properties are shown as cards or as a table. */
export const propertyView = { view: urlFilter<'cards' | 'table'>('view', 'cards', ['cards', 'table']) }

const fields: readonly PropertyOrderField[] = [
  'ADDRESS',
  'OWNER',
  'CITY',
  'STATUS',
  'PRIORITY',
  'ASSIGNEE',
  'CREATED_AT',
  'UPDATED_AT',
]

/** The order of the list, stored in the URL. Times and high priority come first at the first click. */
export const propertyOrder = urlOrder<PropertyOrderField>(fields, '-CREATED_AT', [
  'CREATED_AT',
  'UPDATED_AT',
  'PRIORITY',
])

export type PropertyFilters = FilterValues<typeof propertyFilters>

/** The filters as GraphQL input, without those that are not set. */
export function toFilterInput(filters: PropertyFilters): PropertyFilter {
  const { search, assigned, created, ...others } = activeFilters(propertyFilters, filters)
  const range = created ? toTimeRange(created, new Date()) : null
  return {
    ...(others as PropertyFilter),
    ...(search ? { search: search.replace(/\s+/g, ' ') } : {}),
    ...(assigned === NOBODY ? { unassigned: true } : assigned ? { assignedTo: assigned } : {}),
    ...(range ? { createdFrom: range.from, ...(range.to ? { createdTo: range.to } : {}) } : {}),
  }
}

/** The filter of a saved view. */
export const toFilterOfQuery = (query: string): PropertyFilter =>
  toFilterInput(readFilters(propertyFilters, new URLSearchParams(query)))
