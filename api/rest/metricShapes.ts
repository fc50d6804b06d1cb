import { z } from 'zod'
import { targetMetrics } from '../domain/metrics.ts'
import { usageServices } from '../domain/usageServices.ts'
import { periods } from '../domain/enums.ts'
import { id, time } from './shapes.ts'

/** The shapes of the figures that REST sends: one beside each presenter of `presentFigures.ts`. */

const userRef = z.object({ id, full_name: z.string(), email: z.string() }).meta({ id: 'UserRef' })
const tenantRef = z.object({ id, name: z.string(), company_name: z.string() }).meta({ id: 'TenantRef' })
const rowTenant = {
  tenant: tenantRef.optional().describe('Named where the rows of all tenants stand together.'),
}
const money = z.number().describe('Dollars.')
const conversionRate = z.number().describe('Per cent of the leads created; 0 without any.')

export const period = z.enum(periods).meta({ id: 'Period' })
const periodFields = {
  period,
  from: time,
  to: time,
  time_zone: z.string().describe("IANA name of the calendar: the tenant's own, or UTC over all tenants."),
}
const lateEvents = z.int().describe('Events counted here that were written down more than an hour after they happened.')

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
    avg_doors_per_day: z.number().describe('Over the days with at least one knock.'),
    tags_breakdown: z.record(z.string(), z.int()).describe('Leads by type, most first.'),
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
    percent: z.number().describe('Per cent of the target, also beyond it.'),
    set_by: z.object({ id, full_name: z.string() }),
    set_at: time,
  })
  .meta({ id: 'Target', description: 'What a rep should reach in each period.' })

const usageFields = {
  ...periodFields,
  total_cost: money,
  by_service: z.record(z.string(), z.object({ cost: money, count: z.int() })),
}

export const usage = z.object(usageFields).meta({ id: 'Usage' })

export const billing = z
  .object({
    ...usageFields,
    previous_total_cost: money.describe('Dollars, of the whole period before this one.'),
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
  .meta({ id: 'CostRate', description: 'What one use of a service costs; the past keeps its price.' })

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
          cost_per_user: money.describe('Dollars; 0 without any user.'),
        }),
      }),
    ),
    total: z.int(),
    days: z.int(),
    from: time,
    to: time,
    totals,
    previous: totals.describe('As many days before these.'),
    trend: z
      .array(
        z.object({
          at: time,
          revenue: money,
          users: z.int(),
          api_calls: z.int(),
          active_tenants: z.int(),
        }),
      )
      .describe('By day (UTC), by hour where one day is shown; earliest first.'),
  })
  .meta({ id: 'TenantComparison' })
