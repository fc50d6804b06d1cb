import { factsOf, type ParcelRecord } from '../services/parcels/parcels.ts'
import type { ActivityView } from '../usecases/activity/activityLog.ts'
import type { KnockResult } from '../usecases/knocking/knocking.ts'
import type { KnockSessionView } from '../usecases/knocking/knockSessions.ts'
import type { LeadView } from '../usecases/leads/leads.ts'
import type { PropertyView } from '../usecases/properties/propertyRows.ts'
import type { TemplateView } from '../usecases/templates/templates.ts'
import type { TenantStats, TenantView } from '../usecases/tenants/tenants.ts'
import type { Me, UserView } from '../usecases/users/users.ts'

/** Convert use case results to response bodies in snake_case. The field names follow spec §3. */

export function presentMe(me: Me) {
  return {
    id: me.id,
    email: me.email,
    full_name: me.fullName,
    role: me.role,
    effective_role: me.effectiveRole,
    is_admin: me.isAdmin,
    is_owner: me.isOwner,
    tenant_id: me.tenant?.id ?? null,
    tenant: me.tenant && presentTenant(me.tenant),
    phone: me.phone,
    is_active: me.isActive,
    must_change_password: me.mustChangePassword,
    created_at: me.createdAt,
  }
}

export function presentTenant(tenant: Pick<TenantView, 'id' | 'name' | 'companyName' | 'timeZone' | 'createdAt'>) {
  return {
    id: tenant.id,
    name: tenant.name,
    company_name: tenant.companyName,
    time_zone: tenant.timeZone,
    created_at: tenant.createdAt,
  }
}

export function presentTenantStats(stats: TenantStats) {
  return {
    tenant_id: stats.tenantId,
    user_count: stats.users,
    active_user_count: stats.activeUsers,
    property_count: stats.properties,
    lead_count: stats.leads,
    new_lead_count: stats.newLeads,
    contacted_lead_count: stats.contactedLeads,
    completed_lead_count: stats.completedLeads,
    api_calls: stats.apiCalls,
    last_activity_at: stats.lastActivityAt,
  }
}

export function presentUser(user: UserView) {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    role: user.role,
    is_admin: user.role === 'admin' || user.role === 'global_admin',
    is_owner: user.role === 'owner',
    tenant_id: user.tenantId,
    tenant: user.tenant && presentTenant(user.tenant),
    phone: user.phone,
    status: user.status,
    is_active: user.status === 'active',
    must_change_password: user.mustChangePassword,
    created_at: user.createdAt,
  }
}

export function presentActivity(event: ActivityView) {
  return {
    event_id: event.eventId,
    tenant_id: event.tenantId,
    tenant_name: event.tenantName,
    position: event.position,
    type: event.type,
    data: event.data,
    occurred_at: event.occurredAt,
    recorded_at: event.recordedAt,
    user_id: event.actorId,
    user: event.actor && { id: event.actor.id, full_name: event.actor.fullName, email: event.actor.email },
    real_role: event.realRole,
    acting_role: event.actingRole,
    subject_id: event.subjectId,
    subject_name: event.subjectUser?.fullName ?? null,
    api_key: event.apiKey,
  }
}

export function presentProperty(property: PropertyView) {
  return {
    id: property.id,
    address: property.address,
    street_number: property.streetNumber,
    street_name: property.streetName ?? null,
    city: property.city ?? null,
    state: property.state ?? null,
    zip_code: property.zipCode ?? null,
    lat: property.lat,
    lng: property.lng,
    owner_name: property.ownerName ?? null,
    owner_address: property.ownerAddress ?? null,
    owner_source: property.ownerSource ?? null,
    parcel_id: property.parcelId ?? null,
    unconfirmed: property.unconfirmed,
    neighborhood: property.neighborhood ?? null,
    notes: property.notes ?? null,
    tags: property.tags,
    priority: property.priority,
    status: property.status,
    assigned_to: property.assignedTo ?? null,
    created_at: property.createdAt,
    updated_at: property.updatedAt,
  }
}

export function presentLead(lead: LeadView) {
  return {
    id: lead.id,
    property_id: lead.propertyId,
    property: { address: lead.address, owner_name: lead.ownerName },
    tag: lead.tag,
    priority: lead.priority,
    status: lead.status,
    template_data: lead.templateData,
    rep_id: lead.repId,
    created_at: lead.createdAt,
  }
}

export function presentTemplate(template: TemplateView) {
  return {
    id: template.id,
    filename: template.filename,
    tag: template.tag,
    size: template.size,
    modified: template.modifiedAt,
  }
}

export function presentParcel(parcel: ParcelRecord) {
  return {
    id: parcel.id,
    owner: parcel.ownerName,
    context: parcel.ownerAddress ?? parcel.headline,
    headline: parcel.headline,
    parcelnumb: parcel.parcelId,
    category: parcel.category,
    type: parcel.type,
    fullAddress: [parcel.address, parcel.city, [parcel.state, parcel.zipCode].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    centroid: [parcel.centroid.lng, parcel.centroid.lat],
    source: parcel.source,
  }
}

/** Both formats of spec §3, and all other fields published by the county. */
export function presentParcelDetails(parcel: ParcelRecord) {
  const { legal, yearBuilt, propertyType, acres, sqft } = factsOf(parcel)
  return {
    ...presentParcel(parcel),
    ...parcel.facts,
    legal,
    year_built: yearBuilt,
    property_type: propertyType,
    acres,
    sqft,
    owner_name: parcel.ownerName,
    owner_address: parcel.ownerAddress,
    parcel_id: parcel.parcelId,
    outline: parcel.outline,
  }
}

export function presentKnock(result: KnockResult) {
  return {
    event_id: result.eventId,
    replayed: result.replayed,
    property_id: result.propertyId,
    property_status: result.status,
  }
}

export function presentKnockSession(session: KnockSessionView) {
  return {
    id: session.id,
    rep_id: session.repId,
    started_at: session.startedAt,
    ended_at: session.endedAt ?? null,
    doors: session.doors,
    leads: session.leads,
  }
}
