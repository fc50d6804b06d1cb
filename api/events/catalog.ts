import type { TargetMetric } from '../domain/metrics.ts'
import type { UsageService } from '../domain/usageServices.ts'
import type { TemplateTag } from '../domain/templateTags.ts'
import type {
  ApiKeyScope,
  KnockOutcome,
  LeadStatus,
  Period,
  Priority,
  PropertyStatus,
  PropertyType,
  Role,
} from '../domain/enums.ts'

/**
 * Everything the activity log can say: what happened, in the past tense, with the ids and facts that
 * projections need. No names, addresses or e-mail addresses of people. The meaning of a payload never
 * changes: a new meaning is a new version (`schemaVersions`).
 *
 * `countedAt` (ISO 8601) in a correction is when the thing it takes back was counted.
 */
export type DomainEvent =
  | { type: 'UserRegistered'; data: { userId: string } }
  | { type: 'UserSignedIn'; data: { userId: string } }
  | { type: 'UserSignedOut'; data: { userId: string } }
  | { type: 'PasswordChanged'; data: { userId: string } }
  | { type: 'GlobalAdminAppointed'; data: { userId: string; role: Role } }
  | { type: 'SignInRefused'; data: { userId: string | null; reason: SignInFailureReason; limitReached: boolean } }
  | { type: 'ApiKeyCreated'; data: { keyId: string; userId: string; scope: ApiKeyScope; expiresAt: string } }
  | { type: 'ApiKeyRevoked'; data: { keyId: string; userId: string } }
  | { type: 'ApiKeyUsed'; data: { keyId: string; userId: string } }
  | { type: 'ViewAsStarted'; data: { role: Role } }
  | { type: 'ViewAsStopped'; data: { role: Role } }
  | { type: 'UserCreated'; data: { userId: string; role: Role; tenantId: string | null } }
  | { type: 'UserApproved'; data: { userId: string; role: Role; tenantId: string } }
  | { type: 'UserEdited'; data: { userId: string; fields: string[] } }
  | { type: 'UserRoleChanged'; data: { userId: string; from: Role; to: Role } }
  | { type: 'UserTenantChanged'; data: { userId: string; from: string | null; to: string | null } }
  | { type: 'UserBlocked'; data: { userId: string } }
  | { type: 'UserUnblocked'; data: { userId: string } }
  | { type: 'PasswordReset'; data: { userId: string } }
  | { type: 'UserDeleted'; data: { userId: string; role: Role } }
  | { type: 'TenantCreated'; data: { tenantId: string } }
  | { type: 'TenantUpdated'; data: { tenantId: string; fields: string[] } }
  | { type: 'PropertySaved'; data: PropertyRef & { repId: string; tags: PropertyType[]; priority: Priority } }
  | { type: 'PropertyEdited'; data: PropertyRef & { fields: string[] } }
  | { type: 'PropertyAssigned'; data: PropertyRef & { from: string | null; to: string | null } }
  | { type: 'PropertyDeleted'; data: PropertyRef }
  | { type: 'OwnerRefreshed'; data: PropertyRef & { source: string | null } }
  | { type: 'LeadCreated'; data: LeadRef & { priority: Priority } }
  | {
      type: 'LeadStatusChanged'
      data: LeadRef & { from: LeadStatus; to: LeadStatus; countedAt: string | null }
    }
  | { type: 'LeadRetagged'; data: LeadRef & { from: PropertyType; countedAt: string } }
  | {
      type: 'LeadDeleted'
      data: LeadRef & { countedAt: string; convertedAt: string | null; status: LeadStatus }
    }
  | {
      type: 'LettersPrinted'
      data: { count: number; templateId: string; templateTag: TemplateTag | null; format: 'docx' | 'html' }
    }
  | { type: 'TemplateUploaded'; data: { templateId: string; tag: TemplateTag | null; size: number; replaced: boolean } }
  | { type: 'TemplateDeleted'; data: { templateId: string; tag: TemplateTag | null } }
  | { type: 'DoorKnocked'; data: KnockRef & { outcome: KnockOutcome; sessionId: string | null } }
  | { type: 'KnockWithdrawn'; data: KnockRef & { knockId: string; countedAt: string; status: PropertyStatus } }
  | { type: 'KnockSessionStarted'; data: { sessionId: string; repId: string } }
  | { type: 'KnockSessionEnded'; data: { sessionId: string; repId: string } }
  | { type: 'MapLoaded'; data: { lat: number; lng: number; zoom: number; provider: string } }
  | { type: 'AddressGeocoded'; data: { repId: string; provider: string; found: boolean } }
  | { type: 'ParcelLookedUp'; data: { repId: string; provider: string; records: number; found: boolean } }
  | { type: 'ParcelCallReported'; data: { parcelId: string | null; lat: number | null; lng: number | null } }
  | { type: 'UsageReported'; data: { reportId: string; service: UsageService; quantity: number } }
  | { type: 'CostRateSet'; data: { service: UsageService; fromMicros: number; toMicros: number } }
  | { type: 'TargetSet'; data: { userId: string; period: Period; metric: TargetMetric; value: number } }

/** Why a sign-in failed: a wrong pair, or an account that may not sign in. */
export type SignInFailureReason = 'wrong' | 'pending' | 'blocked' | 'demo'

type PropertyRef = { propertyId: string; neighborhood: string | null }
type LeadRef = PropertyRef & { leadId: string; repId: string; tag: PropertyType; city: string | null }
type KnockRef = { propertyId: string; repId: string; neighborhood: string | null }

export type EventType = DomainEvent['type']

/** A fact with its envelope's free parts. `occurredAt` is when it happened in the field. */
export type NewDomainEvent = DomainEvent & {
  eventId: string
  occurredAt: Date
  subjectId: string | null
}

/** What the log is told although nothing but reading was asked for: look-ups that cost money, and who looked. */
export const eventsFromReads: ReadonlySet<EventType> = new Set([
  'ParcelLookedUp',
  'AddressGeocoded',
  'ViewAsStarted',
  'ViewAsStopped',
  'ApiKeyUsed',
])

/** Versions past the first; a type that is not listed is version 1. */
const schemaVersions: Partial<Record<EventType, number>> = {}

export function schemaVersionOf(type: EventType): number {
  return schemaVersions[type] ?? 1
}

/** The tenant id under which events of the platform itself are kept: sign-in of a global admin, new accounts. */
export const platformTenantId = '00000000-0000-0000-0000-000000000000'
