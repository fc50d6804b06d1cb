import type { LeadFilter, LeadStatus, Priority, PropertyType } from '../../gql/graphql.ts'
import { endOfDay, toTimeRange } from '../../lib/dateRanges.ts'
import { activeFilters, type FilterValues, readFilters, urlFilter } from '../../lib/urlFilters.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'

export const ALL = 'ALL'

/** The value of the filter by assignee for leads without one. */
export const NOBODY = 'nobody'

/** In the order and wording of spec §2. */
export const priorityOptions = [
  { value: ALL, label: 'All Priorities' },
  { value: 'HIGH', label: 'High Priority' },
  { value: 'NORMAL', label: 'Normal Priority' },
] as const
export const statusOptions = [
  { value: ALL, label: 'All Status' },
  { value: 'NEW', label: 'New' },
  { value: 'CONTACTED', label: 'Contacted' },
  { value: 'COMPLETED', label: 'Completed' },
] as const
export const typeOptions = [
  { value: ALL, label: 'All Types' },
  ...propertyTypes.map(({ value, label }) => ({ value, label })),
] as const

const valueOf = <Value>({ value }: { value: Value }) => value

export const leadFilters = {
  search: urlFilter<string>('search', ''),
  tag: urlFilter<PropertyType | typeof ALL>('type', ALL, typeOptions.map(valueOf)),
  priority: urlFilter<Priority | typeof ALL>('priority', ALL, priorityOptions.map(valueOf)),
  status: urlFilter<LeadStatus | typeof ALL>('status', ALL, statusOptions.map(valueOf)),
  letters: urlFilter<'NONE' | typeof ALL>('letters', ALL, [ALL, 'NONE']),
  rep: urlFilter<string>('rep', ''),
  created: urlFilter<string>('created', ''),
  assigned: urlFilter<string>('assigned', ''),
  neighborhood: urlFilter<string>('neighborhood', ''),
  due: urlFilter<'TODAY' | typeof ALL>('due', ALL, [ALL, 'TODAY']),
}

/** The filter values. ALL and the empty string mean that a filter is not set. */
export type LeadFilters = FilterValues<typeof leadFilters>

/** The filters as GraphQL input, without those that are not set. */
export function toFilterInput(filters: LeadFilters): LeadFilter {
  const { letters, rep, created, assigned, due, ...others } = activeFilters(leadFilters, filters)
  const range = created ? toTimeRange(created, new Date()) : null
  return {
    ...(others as LeadFilter),
    ...(letters ? { neverPrinted: true } : {}),
    ...(rep ? { repId: rep } : {}),
    ...(assigned === NOBODY ? { unassigned: true } : assigned ? { assignedTo: assigned } : {}),
    ...(due ? { followUpTo: endOfDay(new Date()).toISOString() } : {}),
    ...(range ? { createdFrom: range.from, ...(range.to ? { createdTo: range.to } : {}) } : {}),
  }
}

/** The filter of a saved view. */
export const toFilterOfQuery = (query: string): LeadFilter =>
  toFilterInput(readFilters(leadFilters, new URLSearchParams(query)))
