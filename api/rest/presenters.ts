import { unitOf } from '../domain/addresses/parseAddress.ts'
import { factsOf, type ParcelRecord } from '../services/parcels/parcels.ts'
import type { ActivityStats, ActivityView } from '../usecases/activity/activityLog.ts'
import { countsOf, errorsOf, importDetailsOf, undoOf } from '../usecases/imports/importJob.ts'
import type { Job } from '../usecases/jobs/jobRows.ts'
import type { LeadView } from '../usecases/leads/leads.ts'
import type { SalesPerformance, TeamMember, TeamPerformance } from '../usecases/performance/performance.ts'
import type { Target } from '../usecases/performance/targets.ts'
import { registryCountsOf, registryDetailsOf } from '../usecases/registries/importRegistry.ts'
import type { TemplateView } from '../usecases/templates/templates.ts'
import type { TenantStats } from '../usecases/tenants/tenants.ts'
import type { TenantComparison } from '../usecases/usage/comparison.ts'
import type { CostRate } from '../usecases/usage/costs.ts'
import type { UsageReport, UsageSummary } from '../usecases/usage/usage.ts'
import type { UserView } from '../usecases/users/users.ts'
import { presenterOf } from './present.ts'
import { parcel } from './shapes.ts'

/** Adds the fields that spec §3 names or nests differently from the use cases. `presenterOf` does the rest. */

export function presentTenantStats(stats: TenantStats) {
  return {
    ...stats,
    userCount: stats.users,
    activeUserCount: stats.activeUsers,
    propertyCount: stats.properties,
    leadCount: stats.leads,
    newLeadCount: stats.newLeads,
    contactedLeadCount: stats.contactedLeads,
    completedLeadCount: stats.completedLeads,
  }
}

export function presentUser(user: UserView) {
  return {
    ...user,
    isAdmin: user.role === 'admin' || user.role === 'global_admin',
    isOwner: user.role === 'owner',
    isActive: user.status === 'active',
  }
}

export function presentProperty<Saved extends { address: string }>(property: Saved) {
  return { ...property, unit: unitOf(property.address) }
}

export function presentActivity(event: ActivityView) {
  return { ...event, userId: event.actorId, user: event.actor, subjectName: event.subjectUser?.fullName ?? null }
}

export function presentActivityStats(stats: ActivityStats) {
  return { ...stats, byAction: Object.fromEntries(stats.byAction.map(({ action, count }) => [action, count])) }
}

export function presentLead<Listed extends Pick<LeadView, 'address' | 'ownerName'>>(lead: Listed) {
  return { ...lead, property: lead }
}

/** A lead in a list, for which the template data is not read. */
export function presentListedLead<Listed extends Pick<LeadView, 'address' | 'ownerName' | 'priority'>>(lead: Listed) {
  return presentLead({ ...lead, templateData: { priority: lead.priority } })
}

/** A job with the result of an import or of its undo. */
export function presentJob(job: Job) {
  const counts = countsOf(job) ?? registryCountsOf(job)
  const details = { import: importDetailsOf(job), registry: registryDetailsOf(job) }
  return { ...job, counts, errors: errorsOf(job), undo: undoOf(job), ...details }
}

export function presentTemplate(template: TemplateView) {
  return { ...template, modified: template.modifiedAt }
}

export function presentParcel(parcel: ParcelRecord) {
  return {
    ...parcel,
    owner: parcel.ownerName,
    context: parcel.ownerAddress ?? parcel.headline,
    parcelnumb: parcel.parcelId,
    fullAddress: [parcel.address, parcel.city, [parcel.state, parcel.zipCode].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    centroid: [parcel.centroid.lng, parcel.centroid.lat],
  }
}

const parcelBody = presenterOf(parcel)

/** Both formats of spec §3, and all other fields published by the county. */
export function presentParcelDetails(record: ParcelRecord) {
  const { legal, yearBuilt, propertyType, acres, sqft, units } = factsOf(record)
  return {
    ...parcelBody(presentParcel(record)),
    ...record.facts,
    legal,
    year_built: yearBuilt,
    property_type: propertyType,
    acres,
    sqft,
    units,
    owner_name: record.ownerName,
    owner_address: record.ownerAddress,
    parcel_id: record.parcelId,
    outline: record.outline,
  }
}

export function presentTeam(performance: TeamPerformance) {
  return { data: { ...performance, teamMembers: performance.teamMembers.map(presentMember) } }
}

export function presentSales(performance: SalesPerformance) {
  return { data: { ...performance, ...presentMember(performance.member) } }
}

function presentMember(member: TeamMember) {
  const tagsBreakdown = Object.fromEntries(member.tagsBreakdown.map(({ tag, count }) => [tag, count]))
  return {
    user: { ...member.user, name: member.user.fullName },
    tenant: member.tenant,
    metrics: { ...member, tagsBreakdown },
  }
}

export function presentTarget(target: Target) {
  return { ...target, userId: target.user?.id ?? null }
}

export function presentUsage<Summary extends UsageSummary>(summary: Summary) {
  const byService = Object.fromEntries(summary.byService.map(({ service, cost, count }) => [service, { cost, count }]))
  return { ...summary, byService }
}

export function presentCostRate(rate: CostRate) {
  return { ...rate, id: rate.service, serviceType: rate.service }
}

export function presentUsageReport(report: UsageReport) {
  return { ...report, serviceType: report.service }
}

export function presentComparison({ tenants, ...comparison }: TenantComparison) {
  return {
    ...comparison,
    data: tenants.map((entry) => ({ tenant: entry.tenant, metrics: entry })),
    total: tenants.length,
  }
}
