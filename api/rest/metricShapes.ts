import { z } from 'zod'
import { knockOutcomes, periods, roles } from '../domain/enums.ts'
import { targetMetrics } from '../domain/performance/metrics.ts'
import { rangeUnits } from '../domain/performance/reportRange.ts'
import { usageServices } from '../domain/usage/usageServices.ts'
import { id, knockSession, time } from './shapes.ts'

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

const workMetrics = z
  .object({
    doors_knocked: z.int(),
    talks: z.int().describe('Knocks at which the rep spoke with the owner.'),
    leads_created: z.int(),
    leads_converted: z.int(),
    conversion_rate: conversionRate,
    cost: money.nullable().describe('Dollars of all services; null for one user.'),
  })
  .meta({ id: 'WorkMetrics' })

const rangeFields = { from: time, to: time, time_zone: z.string().describe("IANA name of the tenant's time zone.") }

export const performanceTrend = z
  .object({
    data: z.object({
      ...rangeFields,
      unit: z.enum(rangeUnits).describe('Length of a point: `hour` for one day, `week` for more than 92 days.'),
      compared_from: time,
      compared_to: time.describe('End of the compared time, up to the current hour.'),
      current: workMetrics,
      compared: workMetrics.describe('Sums of the compared time up to the same hour.'),
      points: z.array(
        z.object({
          from: time,
          to: time,
          current: workMetrics.nullable().describe('Null in the future.'),
          compared_from: time.nullable(),
          compared: workMetrics.nullable(),
          is_partial: z.boolean().describe('Whether it contains the current time.'),
          is_worked: z.boolean().describe('Whether anything was counted in it or in the compared one.'),
        }),
      ),
    }),
  })
  .meta({ id: 'PerformanceTrend' })

const talkRate = z
  .object({
    weekday: z.int().describe('1 for Monday to 7 for Sunday.'),
    hour: z.int(),
    doors: z.int(),
    talks: z.int(),
    rate: z.number().nullable().describe('Talks per 100 doors; null for fewer than ten doors.'),
  })
  .meta({ id: 'TalkRate' })

export const talkRates = z
  .object({ data: z.object({ ...rangeFields, cells: z.array(talkRate), best: talkRate.nullable() }) })
  .meta({ id: 'TalkRates' })

const bestDay = z.object({ day: z.string().describe('YYYY-MM-DD.'), count: z.int() }).nullable()

export const repSummary = z
  .object({
    data: z.object({
      ...periodFields,
      compared_from: time,
      compared_to: time.describe('End of the compared time, up to the current hour.'),
      user: userRef,
      role: z.enum(roles).nullable().describe('Null for a former user.'),
      since: time.nullable(),
      current: workMetrics,
      compared: workMetrics,
      active_seconds: z.int().describe('Seconds in sessions that started in the period, without pauses.'),
      compared_active_seconds: z.int(),
      team_conversion_rate: conversionRate,
      rank: z.int().nullable().describe('Rank on the leaderboard; null without activity in the period.'),
      ahead: z.object({ user: userRef, leads: z.int() }).nullable().describe('The user one rank above.'),
      outcomes: z.array(
        z.object({
          outcome: z.enum(knockOutcomes),
          count: z.int(),
          own: z
            .array(z.object({ outcome_id: id, name: z.string(), count: z.int() }))
            .describe("The company's own outcomes that count as this one. `count` includes them."),
        }),
      ),
      records: z
        .object({ most_doors: bestDay, most_leads: bestDay, longest_streak: z.int(), current_streak: z.int() })
        .describe('Records of all time. A weekend without a knock does not end a streak.'),
      sessions: z.array(knockSession.omit({ rep_id: true })),
      recent_knocks: z.array(
        z.object({
          event_id: id,
          outcome: z.enum(knockOutcomes),
          outcome_name: z.string(),
          occurred_at: time,
          property_id: id.nullable(),
          address: z.string().nullable(),
          lat: z.number().nullable(),
          lng: z.number().nullable(),
        }),
      ),
    }),
  })
  .meta({ id: 'RepSummary' })

export const target = z
  .object({
    user_id: id.nullable().describe('Null for a target of the whole team.'),
    user: userRef.nullable(),
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
  .meta({ id: 'Target', description: 'A recurring target of a user or of the whole team.' })

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
