import type { Credentials } from '../../lib/apollo.ts'
import { callRest } from '../../lib/rest.ts'

/** The responses of the mock routes, which have the shapes of the real routes (spec §7). */
export interface MockProperty {
  id: string
  address: string
  street_number: string
  street_name: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  lat: number
  lng: number
  owner_name: string | null
  owner_address: string | null
  owner_source: string | null
  parcel_id: string | null
  unconfirmed: boolean
  neighborhood: string | null
  notes: string | null
  tags: string[]
  priority: string
  status: string
  assigned_to: string | null
  created_at: string
}

export interface MockLead {
  id: string
  property_id: string
  property: { address: string; owner_name: string | null }
  tag: string
  priority: string
  status: string
  rep_id: string
  version: number
  created_at: string
  last_printed_at: string | null
}

export interface MockUser {
  id: string
  email: string
  full_name: string
  role: string
  is_active: boolean
  tenant: { id: string; name: string; company_name: string } | null
}

export interface MockStats {
  days: number
  api_calls: number
  by_action: Record<string, number>
}

export interface MockUsage {
  total_cost: number
  by_service: Record<string, { cost: number; count: number }>
}

/** The mock routes. Each is fetched once, because its response never changes. */
export interface MockData {
  properties: () => Promise<MockProperty[]>
  leads: () => Promise<MockLead[]>
  users: () => Promise<MockUser[]>
  stats: (days: number) => Promise<MockStats>
  usage: (period: string) => Promise<MockUsage>
}

export function createMockData(credentials: Credentials): MockData {
  const cache = new Map<string, Promise<unknown>>()
  const read = <T>(path: string): Promise<T> => {
    const cached = cache.get(path)
    if (cached) return cached as Promise<T>
    const request = fetchData<T>(path, credentials)
    cache.set(path, request)
    // Do not cache a failure.
    request.catch(() => cache.delete(path))
    return request
  }
  return {
    properties: () => read('/mock/properties?mock=true&limit=1000'),
    leads: () => read('/mock/leads?mock=true&limit=1000'),
    users: () => read('/mock/users?mock=true&limit=1000'),
    stats: (days) => read(`/mock/activity/stats?mock=true&days=${days}`),
    usage: (period) => read(`/mock/finops/summary?mock=true&period=${period}`),
  }
}

async function fetchData<T>(path: string, credentials: Credentials): Promise<T> {
  const response = await callRest(path, credentials)
  const { data } = (await response.json()) as { data: T }
  return data
}
