import type { Period } from '../domain/enums.ts'
import type {
  Leaderboard,
  NeighborhoodPerformance,
  SalesPerformance,
  TeamMember,
  TeamPerformance,
} from '../usecases/performance/performance.ts'
import type { Target } from '../usecases/performance/targets.ts'
import type { TenantRef } from '../usecases/tenants/tenants.ts'
import type { TenantComparison } from '../usecases/usage/comparison.ts'
import type { CostRate } from '../usecases/usage/costs.ts'
import type { BillingSummary, UsageReport, UsageSummary } from '../usecases/usage/usage.ts'

/** Convert metrics to response bodies in snake_case. The field names follow spec §3. */

export function presentLeaderboard(board: Leaderboard) {
  return {
    data: board.entries.map((entry) => ({
      rank: entry.rank,
      user: { id: entry.user.id, full_name: entry.user.fullName, email: entry.user.email },
      ...presentRowTenant(entry.tenant),
      leads_created: entry.leadsCreated,
      leads_converted: entry.leadsConverted,
      doors_knocked: entry.doorsKnocked,
    })),
    total: board.entries.length,
    ...presentPeriod(board),
    as_of: board.asOf,
    late_events: board.lateEvents,
  }
}

export function presentTeam(performance: TeamPerformance) {
  return {
    data: {
      ...presentPeriod(performance),
      late_events: performance.lateEvents,
      team_members: performance.teamMembers.map(presentMember),
    },
  }
}

export function presentSales(performance: SalesPerformance) {
  return { data: { ...presentPeriod(performance), ...presentMember(performance.member) } }
}

function presentMember(member: TeamMember) {
  return {
    user: { id: member.user.id, name: member.user.fullName, email: member.user.email },
    ...presentRowTenant(member.tenant),
    metrics: {
      properties_searched: member.propertiesSearched,
      leads_created: member.leadsCreated,
      leads_converted: member.leadsConverted,
      doors_knocked: member.doorsKnocked,
      conversion_rate: member.conversionRate,
      avg_doors_per_day: member.avgDoorsPerDay,
      tags_breakdown: Object.fromEntries(member.tagsBreakdown.map(({ tag, count }) => [tag, count])),
    },
  }
}

export function presentNeighborhoods(performance: NeighborhoodPerformance) {
  return {
    data: performance.neighborhoods.map((neighborhood) => ({
      id: neighborhood.id,
      neighborhood: neighborhood.neighborhood,
      city: neighborhood.city,
      ...presentRowTenant(neighborhood.tenant),
      total_leads: neighborhood.totalLeads,
      leads_converted: neighborhood.leadsConverted,
      conversion_rate: neighborhood.conversionRate,
    })),
    total: performance.neighborhoods.length,
    ...presentPeriod(performance),
  }
}

export function presentTarget(target: Target) {
  return {
    user_id: target.user.id,
    user: { id: target.user.id, full_name: target.user.fullName, email: target.user.email },
    ...presentRowTenant(target.tenant),
    period: target.period,
    from: target.from,
    to: target.to,
    metric: target.metric,
    value: target.value,
    progress: target.progress,
    percent: target.percent,
    set_by: { id: target.setBy.id, full_name: target.setBy.fullName },
    set_at: target.setAt,
  }
}

export function presentUsage(summary: UsageSummary) {
  return {
    ...presentPeriod(summary),
    total_cost: summary.totalCost,
    by_service: Object.fromEntries(summary.byService.map(({ service, cost, count }) => [service, { cost, count }])),
  }
}

export function presentBilling(summary: BillingSummary) {
  return {
    ...presentUsage(summary),
    previous_total_cost: summary.previousTotalCost,
    history: summary.history.map(({ from, to, totalCost }) => ({ from, to, total_cost: totalCost })),
  }
}

export function presentCostRate(rate: CostRate) {
  return {
    id: rate.service,
    service_type: rate.service,
    name: rate.name,
    description: rate.description,
    cost_per_unit: rate.costPerUnit,
    unit_name: rate.unitName,
    effective_from: rate.effectiveFrom,
  }
}

export function presentUsageReport(report: UsageReport) {
  return {
    id: report.id,
    service_type: report.service,
    quantity: report.quantity,
    note: report.note,
    reported_at: report.reportedAt,
  }
}

export function presentComparison(comparison: TenantComparison) {
  const { days, from, to, totals, previous, trend, tenants } = comparison
  const presentTotals = ({ revenue, users, apiCalls, activeTenants }: TenantComparison['totals']) => ({
    revenue,
    users,
    api_calls: apiCalls,
    active_tenants: activeTenants,
  })
  return {
    data: tenants.map((entry) => ({
      tenant: presentTenant(entry.tenant),
      metrics: {
        user_count: entry.userCount,
        property_count: entry.propertyCount,
        api_calls: entry.apiCalls,
        map_loads: entry.mapLoads,
        regrid_lookups: entry.regridLookups,
        total_cost: entry.totalCost,
        cost_per_user: entry.costPerUser,
      },
    })),
    total: tenants.length,
    days,
    from,
    to,
    totals: presentTotals(totals),
    previous: presentTotals(previous),
    trend: trend.map((point) => ({ at: point.at, ...presentTotals(point) })),
  }
}

function presentTenant(tenant: TenantRef) {
  return { id: tenant.id, name: tenant.name, company_name: tenant.companyName }
}

/** The tenant is null, and omitted, unless the rows of all tenants are returned. */
function presentRowTenant(tenant: TenantRef | null) {
  return tenant ? { tenant: presentTenant(tenant) } : {}
}

function presentPeriod(view: { period: Period; from: Date; to: Date; timeZone: string }) {
  return { period: view.period, from: view.from, to: view.to, time_zone: view.timeZone }
}
