import type { KnockOutcome, LeadStatus, Priority, PropertyStatus, PropertyType, Role } from '../../api/domain/enums.ts'
import type { DomainEvent } from '../../api/events/catalog.ts'

/** Row types of the tables, keyed by column name. Times are `Date` objects, which JSON encodes as ISO 8601. */
export interface PropertyRow {
  tenant_id: string
  id: string
  address: string
  street_number: string
  street_name: string
  city: string
  state: string
  zip_code: string
  lat: number
  lng: number
  cell: string
  point5: string
  point6: string
  owner_name: string
  owner_address: string | null
  owner_source: string
  parcel_id: string
  neighborhood: string
  notes: string | null
  priority: Priority
  status: PropertyStatus
  assigned_to: string
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface TagRow {
  tenant_id: string
  property_id: string
  tag: PropertyType
  position: number
}

export interface LeadRow {
  tenant_id: string
  id: string
  property_id: string
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  template_data: { priority: Priority }
  rep_id: string
  created_at: Date
  completed_at: Date | null
  updated_at: Date
}

export interface SessionRow {
  tenant_id: string
  id: string
  rep_id: string
  started_at: Date
  ended_at: Date | null
  lat: number
  lng: number
}

export interface KnockRow {
  tenant_id: string
  event_id: string
  property_id: string
  rep_id: string
  session_id: string
  outcome: KnockOutcome
  note: string | null
  lat: number
  lng: number
  occurred_at: Date
  withdrawn_at: Date | null
}

/** An event in the input format of `append_activity`. */
export interface EventRow {
  event_id: string
  type: DomainEvent['type']
  schema_version: number
  data: DomainEvent['data']
  occurred_at: Date
  recorded_at: Date
  actor_id: string
  real_role: Role
  acting_role: Role
  subject_id: string | null
}
