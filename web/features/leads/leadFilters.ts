import type { LeadFilter, LeadStatus, Priority, PropertyType } from '../../gql/graphql.ts'
import { propertyTypes } from '../../ui/PropertyTypeIcon.tsx'

export const ALL = 'ALL'

/** The filter values. ALL and the empty string mean that a filter is not set. */
export interface LeadFilters {
  search: string
  tag: PropertyType | typeof ALL
  priority: Priority | typeof ALL
  status: LeadStatus | typeof ALL
}

export const noFilters: LeadFilters = { search: '', tag: ALL, priority: ALL, status: ALL }

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

const paramNames = { search: 'search', tag: 'type', priority: 'priority', status: 'status' } as const
const optionsByFilter = { tag: typeOptions, priority: priorityOptions, status: statusOptions }

/** The filters in a URL, with lowercase values. Invalid values are ignored. */
export function parseFilters(params: URLSearchParams): LeadFilters {
  const choice = (name: keyof typeof optionsByFilter) =>
    optionsByFilter[name].find(({ value }) => value === params.get(paramNames[name])?.toUpperCase())?.value ?? ALL
  return {
    search: params.get(paramNames.search) ?? '',
    tag: choice('tag') as LeadFilters['tag'],
    priority: choice('priority') as LeadFilters['priority'],
    status: choice('status') as LeadFilters['status'],
  }
}

/** The URL parameters with some filters changed. Filters that are not set are removed. */
export function applyFilters(params: URLSearchParams, change: Partial<LeadFilters>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    const key = paramNames[name as keyof LeadFilters]
    if (value === ALL || value.trim() === '') next.delete(key)
    else next.set(key, name === 'search' ? value : value.toLowerCase())
  }
  return next
}

/** The filters as GraphQL input, without those that are not set. */
export function toFilterInput({ search, tag, priority, status }: LeadFilters): LeadFilter {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(tag === ALL ? {} : { tag }),
    ...(priority === ALL ? {} : { priority }),
    ...(status === ALL ? {} : { status }),
  }
}

/** Whether any filter is set. */
export const isFiltered = (filters: LeadFilters): boolean => Object.keys(toFilterInput(filters)).length > 0
