import type { MockProperty, MockStats, MockUsage, MockUser } from './mockRoutes.ts'
import { DAY_MS } from '../../lib/dates.ts'

export const toActivityStats = ({ days, api_calls, by_action }: MockStats) => ({
  __typename: 'ActivityStats',
  days,
  apiCalls: api_calls,
  byAction: Object.entries(by_action).map(([action, count]) => ({ __typename: 'ActionCount', action, count })),
})

/** The number of points in the trend. */
const TREND_POINTS = 12

/**
 * The comparison of the mock tenants over `days`: the usage of one day times `days`, split by user count so that the
 * rows add up to the totals. The previous period is 10 % lower.
 */
export function toTenantComparison(
  days: number,
  data: { users: MockUser[]; properties: MockProperty[]; stats: MockStats; day: MockUsage },
) {
  const { users, properties, stats, day } = data
  const tenants = uniqueTenants(users)
  const sizes = tenants.map(({ id }) => users.filter(({ tenant }) => tenant?.id === id).length)
  const usageOf = (service: string) => (day.by_service[service]?.count ?? 0) * days
  const cents = Math.round(day.total_cost * 100) * days
  const shares = {
    properties: splitProportionally(properties.length, sizes),
    calls: splitProportionally(stats.api_calls, sizes),
    maps: splitProportionally(usageOf('map_loads'), sizes),
    parcels: splitProportionally(usageOf('regrid_lookups'), sizes),
    cents: splitProportionally(cents, sizes),
  }
  const totals = { revenue: cents / 100, users: users.length, apiCalls: stats.api_calls, activeTenants: tenants.length }
  const to = Date.UTC(2024, 1, 15, 21)
  const from = to - days * DAY_MS
  const scaleTotals = (by: number) => ({
    ...totals,
    revenue: totals.revenue * by,
    apiCalls: Math.round(totals.apiCalls * by),
  })
  return {
    __typename: 'TenantComparison',
    days,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    totals: { __typename: 'ComparisonTotals', ...totals },
    previous: { __typename: 'ComparisonTotals', ...scaleTotals(0.9) },
    trend: Array.from({ length: TREND_POINTS }, (_, point) => ({
      __typename: 'ComparisonPoint',
      at: new Date(from + ((point + 1) * (to - from)) / TREND_POINTS).toISOString(),
      ...scaleTotals((point + 1) / TREND_POINTS),
    })),
    tenants: tenants.map((tenant, index) => ({
      __typename: 'TenantComparisonEntry',
      tenant: { __typename: 'TenantRef', id: tenant.id, name: tenant.name, companyName: tenant.company_name },
      userCount: sizes[index],
      propertyCount: shares.properties[index],
      apiCalls: shares.calls[index],
      mapLoads: shares.maps[index],
      regridLookups: shares.parcels[index],
      totalCost: (shares.cents[index] ?? 0) / 100,
      costPerUser: (shares.cents[index] ?? 0) / 100 / (sizes[index] || 1),
    })),
  }
}

function uniqueTenants(users: readonly MockUser[]) {
  const found = new Map(users.flatMap(({ tenant }) => (tenant ? [[tenant.id, tenant] as const] : [])))
  return [...found.values()]
}

/** Splits `whole` into integers proportional to `sizes`. The last one takes the rounding remainder. */
export function splitProportionally(whole: number, sizes: readonly number[]): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const parts = sizes.map((size) => Math.floor((whole * size) / (total || 1)))
  const remainder = whole - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === parts.length - 1 ? part + remainder : part))
}
