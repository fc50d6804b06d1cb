import type { LeadFilter, LeadStatus, Priority, PropertyType } from '../../gql/graphql.ts'
import { propertyTypes } from '../../ui/PropertyTypeIcon.tsx'

export const ALL = 'ALL'

/** What the filters are set to; ALL, and no words, where one narrows nothing. */
export interface LeadFilters {
  search: string
  tag: PropertyType | typeof ALL
  priority: Priority | typeof ALL
  status: LeadStatus | typeof ALL
}

export const noFilters: LeadFilters = { search: '', tag: ALL, priority: ALL, status: ALL }

/** In the order and the words of spec §2. */
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

/** The filters that an address holds, words in small letters; what it says wrongly narrows nothing. */
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

/** The address with some filters changed; those that narrow nothing are not in it. */
export function applyFilters(params: URLSearchParams, change: Partial<LeadFilters>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    const key = paramNames[name as keyof LeadFilters]
    if (value === ALL || value.trim() === '') next.delete(key)
    else next.set(key, name === 'search' ? value : value.toLowerCase())
  }
  return next
}

/** What the server is asked for; nothing where nothing is narrowed. */
export function toFilterInput({ search, tag, priority, status }: LeadFilters): LeadFilter {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(tag === ALL ? {} : { tag }),
    ...(priority === ALL ? {} : { priority }),
    ...(status === ALL ? {} : { status }),
  }
}

/** Whether any of them narrows the list. */
export const isFiltered = (filters: LeadFilters): boolean => Object.keys(toFilterInput(filters)).length > 0
