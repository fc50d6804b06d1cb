import type {
  ApiKeyScope,
  DoNotKnockKind,
  ExportedList,
  KnockFlag,
  KnockOutcome,
  LeadStatus,
  OutcomeColor,
  OutcomeMark,
  Period,
  Priority,
  PropertyStatus,
  PropertyType,
  Role,
  StageColor,
} from '../domain/enums.ts'
import type { ImportList } from '../domain/imports/importFields.ts'
import type { LabelSheetId } from '../domain/printing/labelSheets.ts'
import type { TargetMetric } from '../domain/performance/metrics.ts'
import type { NullablePoint, Point } from '../domain/point.ts'
import type { TemplateTag } from '../domain/templates/templateTags.ts'
import type { UsageService } from '../domain/usage/usageServices.ts'
import type { WebhookChange, WebhookDisabledReason } from '../domain/webhooks/webhooks.ts'
import type { ViewList } from '../domain/savedViews/viewLists.ts'

/**
 * The events of the activity log, named in the past tense, with the data that projections need. Events must not contain
 * names, postal addresses or email addresses of people, because the log is never edited. The meaning of a payload never
 * changes: a new meaning gets a new version (`versions.ts`).
 *
 * `countedAt` (ISO 8601) in a correction is the time at which the corrected event was counted; null if none was.
 */
export type DomainEvent =
  | { type: 'UserRegistered'; data: { userId: string } }
  | { type: 'UserSignedIn'; data: { userId: string } }
  | { type: 'UserSignedOut'; data: { userId: string } }
  /** A user ended one of their sessions from another, or with null all others. */
  | { type: 'SessionEnded'; data: { userId: string; sessionId: string | null } }
  | { type: 'PasswordChanged'; data: { userId: string } }
  | { type: 'PasswordConfirmed'; data: { userId: string } }
  /** A user put their list of what a new company has left to set up away, or brought it back. */
  | { type: 'ChecklistChanged'; data: { userId: string; putAway: boolean } }
  | { type: 'TwoFactorsEnabled'; data: { userId: string } }
  | { type: 'TwoFactorsDisabled'; data: { userId: string } }
  /** Disabled by a global admin, for a user who has lost their phone. */
  | { type: 'TwoFactorsReset'; data: { userId: string } }
  | { type: 'RecoveryCodeUsed'; data: { userId: string; codesLeft: number } }
  | { type: 'GlobalAdminAppointed'; data: { userId: string; role: Role } }
  | { type: 'SignInRefused'; data: { userId: string | null; reason: SignInFailureReason; limitReached: boolean } }
  | { type: 'ApiKeyCreated'; data: { keyId: string; userId: string; scope: ApiKeyScope; expiresAt: string } }
  | { type: 'ApiKeyRevoked'; data: { keyId: string; userId: string } }
  | { type: 'ApiKeyUsed'; data: { keyId: string; userId: string } }
  | { type: 'ViewAsStarted'; data: { role: Role; userId?: string | null } }
  | { type: 'ViewAsStopped'; data: { role: Role; userId?: string | null } }
  /** Somebody read the work of this user on their page; once an hour for each reader. */
  | { type: 'RepViewed'; data: { userId: string } }
  | { type: 'UserCreated'; data: { userId: string; role: Role; tenantId: string | null } }
  | { type: 'UserApproved'; data: { userId: string; role: Role; tenantId: string } }
  | { type: 'UserEdited'; data: { userId: string; fields: string[] } }
  | { type: 'UserRoleChanged'; data: { userId: string; from: Role; to: Role } }
  | { type: 'UserTenantChanged'; data: { userId: string; from: string | null; to: string | null } }
  | { type: 'UserBlocked'; data: { userId: string } }
  | { type: 'UserUnblocked'; data: { userId: string } }
  | { type: 'PasswordReset'; data: { userId: string } }
  /** By mail, also where no link is sent; null if no account has the address. */
  | { type: 'PasswordResetRequested'; data: { userId: string | null } }
  /** By somebody who passes the link on. */
  | { type: 'PasswordLinkCreated'; data: { userId: string } }
  /** With a link, by whoever has it. */
  | { type: 'PasswordResetCompleted'; data: { userId: string } }
  | { type: 'UserDeleted'; data: { userId: string; role: Role } }
  | { type: 'InvitationCreated'; data: { invitationId: string; role: Role; uses: number; expiresAt: string } }
  | { type: 'InvitationAccepted'; data: { invitationId: string; userId: string; role: Role } }
  | { type: 'InvitationRevoked'; data: { invitationId: string } }
  | { type: 'TenantCreated'; data: { tenantId: string } }
  /** Somebody set up a company with themselves as its owner. */
  | { type: 'CompanyRegistered'; data: { tenantId: string; userId: string } }
  | { type: 'TenantUpdated'; data: { tenantId: string; fields: string[] } }
  | { type: 'TenantArchived'; data: { tenantId: string } }
  | { type: 'TenantRestored'; data: { tenantId: string } }
  | {
      type: 'PropertySaved'
      /** `status` is missing unless it was saved with another one than `new`, and in events of before it was recorded. */
      data: PropertyRef & { repId: string; tags: PropertyType[]; priority: Priority; status?: PropertyStatus }
    }
  | {
      type: 'PropertyEdited'
      /**
       * `status` is the one that was set; null if an undo removed it, so that the knocks decide. It is missing if no status was set, and
       * in events of releases that did not record it.
       */
      data: PropertyRef & { fields: string[]; status?: PropertyStatus | null }
    }
  | { type: 'PropertyAssigned'; data: PropertyRef & { from: string | null; to: string | null } }
  | { type: 'PropertyDeleted'; data: PropertyRef }
  /** The property and its leads were erased. Metrics stay as they are. */
  | { type: 'HouseholdForgotten'; data: PropertyRef }
  /** How long photos (null for ever) and positions of reps are kept from now on. */
  | { type: 'DataRetentionSet'; data: { photoMonths: number | null; positionDays: number } }
  /** What was older than it is kept was erased: so many photos and positions. */
  | { type: 'DataRetentionApplied'; data: { photos: number; positions: number } }
  | { type: 'OwnerRefreshed'; data: PropertyRef & { source: string | null } }
  | { type: 'LeadCreated'; data: LeadRef & { priority: Priority } }
  | { type: 'LeadStatusChanged'; data: LeadRef & { from: LeadStatus; to: LeadStatus; countedAt: string | null } }
  | { type: 'LeadRetagged'; data: LeadRef & { from: PropertyType; countedAt: string } }
  | { type: 'LeadPriorityChanged'; data: LeadRef & { from: Priority; priority: Priority } }
  | { type: 'LeadDeleted'; data: LeadRef & { countedAt: string; convertedAt: string | null; status: LeadStatus } }
  | { type: 'LeadEdited'; data: LeadRef & { fields: string[] } }
  | { type: 'LeadAssigned'; data: LeadRef & { from: string | null; to: string | null } }
  | { type: 'LeadNoteAdded'; data: LeadRef & { noteId: string } }
  | { type: 'LeadStageChanged'; data: LeadRef & { from: string | null; to: string | null } }
  | { type: 'LeadStagesSet'; data: { stageIds: string[] } }
  /** These leads are no duplicates of each other. */
  | { type: 'DuplicatesDismissed'; data: { leadIds: string[] } }
  /** These leads may be duplicates again. */
  | { type: 'DuplicatesRestored'; data: { leadIds: string[] } }
  /** Each merged lead has its own `LeadDeleted` before it. */
  | { type: 'LeadsMerged'; data: LeadRef & { mergedLeadIds: string[] } }
  | {
      type: 'LettersPrinted'
      /** `leadIds` is null in events of release 0.1, which recorded only the number of letters. */
      data: {
        count: number
        templateId: string
        templateTag: TemplateTag | null
        format: 'docx' | 'html' | 'pdf'
        leadIds: string[] | null
      }
    }
  | { type: 'LabelsPrinted'; data: { count: number; sheet: LabelSheetId; leadIds: string[] } }
  | { type: 'TemplateUploaded'; data: { templateId: string; tag: TemplateTag | null; size: number; replaced: boolean } }
  | { type: 'TemplateEdited'; data: { templateId: string; fields: string[]; tag: TemplateTag | null } }
  | { type: 'TemplateDeleted'; data: { templateId: string; tag: TemplateTag | null } }
  | {
      type: 'DoorKnocked'
      /**
       * An own outcome counts as `outcome`, its meaning; `outcomeName` is its name at that time. Both are missing for a built-in one.
       * `imported` is true for a visit that a file brought. `counted` is false if metrics of work leave the knock out. Both are missing
       * in other knocks. `flags` has what was wrong with a knock that was accepted all the same; missing if nothing was.
       */
      data: KnockRef & {
        outcome: KnockOutcome
        sessionId: string | null
        outcomeId?: string
        outcomeName?: string
        flags?: KnockFlag[]
        imported?: boolean
        counted?: boolean
      }
    }
  /** `until` (ISO 8601) is null for ever. A mark that was set again has the same `markId`. */
  | { type: 'DoNotKnockSet'; data: PropertyRef & { markId: string; kind: DoNotKnockKind; until: string | null } }
  | { type: 'DoNotKnockLifted'; data: PropertyRef & { markId: string; kind: DoNotKnockKind } }
  /** Days as YYYY-MM-DD; `validTo` is null for ever. */
  | {
      type: 'PermitChanged'
      data: {
        permitId: string
        change: 'created' | 'edited' | 'deleted'
        city: string
        validFrom: string
        validTo: string | null
      }
    }
  /** A city's list. `matched` doors are marked; `ended` are those of its earlier list that it no longer has. */
  | {
      type: 'RegistryImported'
      data: {
        registryId: string
        city: string
        state: string | null
        effectiveFrom: string
        expiresAt: string | null
        matched: number
        unsure: number
        notFound: number
        ended: number
      }
    }
  | {
      type: 'OutcomeChanged'
      data: {
        outcomeId: string
        change: 'created' | 'edited' | 'restored' | 'retired'
        name: string
        mark: OutcomeMark
        color: OutcomeColor
        meaning: KnockOutcome
        /** From 1, among the own outcomes in use. */
        place: number
      }
    }
  | {
      type: 'TerritoryDrawn'
      data: {
        territoryId: string
        change: 'created' | 'edited'
        fields: ('name' | 'color' | 'area' | 'note')[]
        name: string
        color: StageColor
        version: number
      }
    }
  | {
      type: 'TerritoryAssigned'
      /** Those who hold the territory from the first day on, in place of all others; without a last day until others do. */
      data: { territoryId: string; userIds: string[]; from: string; to: string | null }
    }
  | { type: 'TerritoryArchived'; data: { territoryId: string } }
  | {
      type: 'DoorsTaken'
      /** The properties where this rep alone works until the time, the end of the day of the company. */
      data: { repId: string; propertyIds: string[]; until: string }
    }
  | { type: 'DoorsReturned'; data: { repId: string; propertyIds: string[] } }
  /** `startsOn` is a day in the calendar of the company. */
  | { type: 'PassStarted'; data: { passId: string; name: string; territoryIds: string[]; startsOn: string } }
  | { type: 'PassEnded'; data: { passId: string; name: string } }
  | { type: 'PhotoUploaded'; data: { photoId: string; size: number } }
  | { type: 'UnusedPhotosDeleted'; data: { photoIds: string[] } }
  | {
      type: 'KnockWithdrawn'
      /** `counted` is false if metrics of work left the knock out, else missing. */
      data: KnockRef & { knockId: string; countedAt: string; status: PropertyStatus; counted?: boolean }
    }
  | { type: 'KnockSessionStarted'; data: { sessionId: string; repId: string } }
  | { type: 'KnockSessionPaused'; data: { sessionId: string; repId: string } }
  | { type: 'KnockSessionResumed'; data: { sessionId: string; repId: string } }
  | { type: 'KnockSessionEnded'; data: { sessionId: string; repId: string } }
  /** Its point has two decimals, about a kilometer. */
  | { type: 'MapLoaded'; data: Point & { zoom: number; provider: string } }
  | { type: 'AddressGeocoded'; data: { repId: string; provider: string; found: boolean } }
  | { type: 'ParcelLookedUp'; data: { repId: string; provider: string; records: number; found: boolean } }
  /** Its point has two decimals, about a kilometer. `parcelId` is null, because it is an address. */
  | { type: 'ParcelCallReported'; data: NullablePoint & { parcelId: string | null } }
  | { type: 'UsageReported'; data: { reportId: string; service: UsageService; quantity: number } }
  | {
      type: 'WebhookChanged'
      /** `testType` is the event type of which a test sends a sample; missing in others. */
      data: { webhookId: string; change: WebhookChange; reason: WebhookDisabledReason | null; testType?: string }
    }
  | { type: 'CostRateSet'; data: { service: UsageService; fromMicros: number; toMicros: number } }
  | {
      type: 'DataImported'
      data: {
        importId: string
        list: ImportList
        created: number
        updated: number
        skipped: number
        /** Missing in events of before it was counted. */
        unsure?: number
        failed: number
      }
    }
  | {
      type: 'ImportUndone'
      data: { importId: string; list: ImportList; removed: number; restored: number; kept: number }
    }
  | { type: 'SavedViewChanged'; data: { viewId: string; list: ViewList; shared: boolean; change: SavedViewChange } }
  | { type: 'DataExported'; data: { jobId: string; list: ExportedList | null; rows: number } }
  | { type: 'TargetSet'; data: { userId: string | null; period: Period; metric: TargetMetric; value: number } }

export type SavedViewChange = 'created' | 'updated' | 'deleted'

/**
 * Why a sign-in failed: 'wrong' is an unknown address or a wrong password, 'code' a wrong code after the right password, and the
 * others are accounts that may not sign in.
 */
export type SignInFailureReason = 'wrong' | 'code' | 'pending' | 'blocked' | 'archived' | 'demo'

type PropertyRef = { propertyId: string; neighborhood: string | null }
type LeadRef = PropertyRef & { leadId: string; repId: string; tag: PropertyType; city: string | null }
type KnockRef = { propertyId: string; repId: string; neighborhood: string | null }

export type EventType = DomainEvent['type']

/** An event to append. `occurredAt` is the time of the device for events that were recorded offline. */
export type NewDomainEvent = DomainEvent & { eventId: string; occurredAt: Date; subjectId: string | null }

/** Events that requests without changes append: lookups that cost money, and the audit of view-as, API keys and pages of reps. */
export const eventsFromReads: ReadonlySet<EventType> = new Set([
  'ParcelLookedUp',
  'AddressGeocoded',
  'ViewAsStarted',
  'ViewAsStopped',
  'RepViewed',
  'ApiKeyUsed',
])

/** The tenant id of the log for events that belong to no tenant, such as sign-ins of global admins and new accounts. */
export const platformTenantId = '00000000-0000-0000-0000-000000000000'
