import type { PropertyType, Role } from '../../api/domain/enums.ts'
import type { SnakeCase } from '../../api/domain/fields.ts'
import type { PropertyView } from '../../api/records/propertyRows.ts'
import type { DomainEvent } from '../../api/events/catalog.ts'
import type { Knock, KnockSession } from '../../api/records/knockRows.ts'
import type { Lead } from '../../api/records/leadWrites.ts'

/** A row of a record's table, keyed by column name. Times are `Date` objects, which JSON encodes as ISO 8601. */
type Row<Stored> = {
  [Name in Extract<keyof Stored, string> as SnakeCase<Name>]-?: Exclude<Stored[Name], undefined>
}

export type PropertyRow = Row<Omit<PropertyView, 'version' | 'tags' | 'limited'>> & {
  cell: string
  point5: string
  point6: string
}
export type LeadRow = Row<Omit<Lead, 'version'>>
export type SessionRow = Row<KnockSession>
export type KnockRow = Row<Omit<Knock, 'photoIds' | 'outcomeName' | 'flags'>> & {
  property_id: string
  outcome_name: string | null
}

export interface TagRow {
  tenant_id: string
  property_id: string
  tag: PropertyType
  position: number
}

/** An event in the input format of `append_dated_activity`. */
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
