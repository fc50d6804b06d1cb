import { z } from 'zod'
import { periods } from '../domain/enums.ts'
import { targetMetrics } from '../domain/metrics.ts'
import { usageServices } from '../domain/usageServices.ts'
import { id, time } from './shapes.ts'

/** Response schemas for metrics. */

const userRef = z.object({ id, full_name: z.string(), email: z.string() }).meta({ id: 'UserRef' })
const tenantRef = z.object({ id, name: z.string(), company_name: z.string() }).meta({ id: 'TenantRef' })
const rowTenant = {
  tenant: tenantRef.optional().describe('Tenant of the row; set when the rows of all tenants are returned.'),
}
const money = z.number().describe('Dollars.')
const conversionRate = z.number().describe('Converted leads as a percentage of leads created; 0 if none were created.')

export const period = z.enum(periods).meta({ id: 'Period' })
const periodFields = {
  period,
  from: time,
  to: time,
  time_zone: z
    .string()
    .describe("IANA name of the time zone that defines the period: the tenant's own, or UTC over all tenants."),
}
const lateEvents = z
  .int()
  .describe('Number of counted events that were recorded more than an hour after they happened.')

export const leaderboard = z
  .object({
    data: z.array(
      z.object({
        rank: z.int(),
        user: userRef,
        ...rowTenant,
        leads_created: z.int(),
        leads_converted: z.int(),
        doors_knocked: z.int(),
      }),
    ),
    total: z.int(),
    ...periodFields,
    as_of: time.nullable(),
    late_events: lateEvents,
  })
  .meta({ id: 'Leaderboard' })

const memberFields = {
  user: z.object({ id, name: z.string(), email: z.string() }),
  ...rowTenant,
  metrics: z.object({
    properties_searched: z.int().describe('Lookups that found a parcel.'),
    leads_created: z.int(),
    leads_converted: z.int(),
    doors_knocked: z.int(),
    conversion_rate: conversionRate,
    avg_doors_per_day: z.number().describe('Average knocks per day, over days with at least one knock.'),
    tags_breakdown: z.record(z.string(), z.int()).describe('Leads created by service type, highest count first.'),
  }),
}

export const teamPerformance = z
  .object({
    data: z.object({ ...periodFields, late_events: lateEvents, team_members: z.array(z.object(memberFields)) }),
  })
  .meta({ id: 'TeamPerformance' })

export const salesPerformance = z
  .object({ data: z.object({ ...periodFields, ...memberFields }) })
  .meta({ id: 'SalesPerformance' })

export const neighborhoodPerformance = z
  .object({
    data: z.array(
      z.object({
        id: z.string(),
        neighborhood: z.string().nullable().describe('Null if unknown.'),
        city: z.string().nullable(),
        ...rowTenant,
        total_leads: z.int(),
        leads_converted: z.int(),
        conversion_rate: conversionRate,
      }),
    ),
    total: z.int(),
    ...periodFields,
  })
  .meta({ id: 'NeighborhoodPerformance' })

export const target = z
  .object({
    user_id: id,
    user: userRef,
    ...rowTenant,
    period,
    from: time,
    to: time,
    metric: z.enum(targetMetrics),
    value: z.int(),
    progress: z.int().describe('Value of the metric in the current period.'),
    percent: z.number().describe('Progress as a percentage of the target; can exceed 100.'),
    set_by: z.object({ id, full_name: z.string() }),
    set_at: time,
  })
  .meta({ id: 'Target', description: 'A recurring target of a user.' })

const usageFields = {
  ...periodFields,
  total_cost: money,
  by_service: z.record(z.string(), z.object({ cost: money, count: z.int() })),
}

export const usage = z.object(usageFields).meta({ id: 'Usage' })

export const billing = z
  .object({
    ...usageFields,
    previous_total_cost: money.describe('Cost of the entire previous period in dollars.'),
    history: z
      .array(z.object({ from: time, to: time, total_cost: money }))
      .describe('Earlier periods, most recent first.'),
  })
  .meta({ id: 'Billing' })

const service = z.enum(usageServices).meta({ id: 'UsageService' })

export const costRate = z
  .object({
    id: service,
    service_type: service,
    name: z.string(),
    description: z.string(),
    cost_per_unit: z.number().describe('Dollars per unit, a multiple of 0.0001.'),
    unit_name: z.string(),
    effective_from: time.nullable().describe('When the rate took effect; null for the initial rate.'),
  })
  .meta({ id: 'CostRate', description: 'Rate of a service. Past usage keeps the rate in effect at the time.' })

export const usageReport = z
  .object({ id, service_type: service, quantity: z.int(), note: z.string().nullable(), reported_at: time })
  .meta({ id: 'UsageReport' })

const totals = z
  .object({ revenue: money, users: z.int(), api_calls: z.int(), active_tenants: z.int() })
  .meta({ id: 'ComparisonTotals' })

export const tenantComparison = z
  .object({
    data: z.array(
      z.object({
        tenant: tenantRef,
        metrics: z.object({
          user_count: z.int(),
          property_count: z.int(),
          api_calls: z.int(),
          map_loads: z.int(),
          regrid_lookups: z.int(),
          total_cost: money,
          cost_per_user: money.describe('Cost per user in dollars; 0 if the tenant has no users.'),
        }),
      }),
    ),
    total: z.int(),
    days: z.int(),
    from: time,
    to: time,
    totals,
    previous: totals.describe('Totals for the preceding span of the same length.'),
    trend: z
      .array(z.object({ at: time, revenue: money, users: z.int(), api_calls: z.int(), active_tenants: z.int() }))
      .describe('Totals by UTC day, or by hour if one day is requested; earliest first.'),
  })
  .meta({ id: 'TenantComparison' })
