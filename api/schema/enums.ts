import type { VerdictReason } from '../domain/addresses/compareProperties.ts'
import { registerEnumType } from 'type-graphql'
import type {
  EventRecordKind,
  AccountStatus,
  ActivityOrderField,
  ApiKeyScope,
  ExportedList,
  DuplicateReason,
  HistoryKind,
  InvitationState,
  JobKind,
  ParcelImportStatus,
  JobStatus,
  DoNotKnockKind,
  KnockFlag,
  KnockOutcome,
  OutcomeColor,
  OutcomeMark,
  LeadOrderField,
  LeadStatus,
  MailOrderField,
  MailState,
  Period,
  Priority,
  PropertyOrderField,
  PropertyStatus,
  PropertyType,
  RecordedAccess,
  RecordedKind,
  Role,
  SyncOutcome,
  WalkDirection,
  SortDirection,
  StageColor,
  UserOrderField,
} from '../domain/enums.ts'
import type {
  DuplicateRule,
  ErrorRule,
  ImportList,
  ImportOutcome,
  MissingUserRule,
  RowDecision,
} from '../domain/imports/importFields.ts'
import type { Side } from '../domain/knocking/streetWalk.ts'
import type { MailKind } from '../domain/mails/mailTexts.ts'
import type { RegistryMatch } from '../domain/registries/registryMatches.ts'
import type { WordField } from '../domain/imports/importWords.ts'
import type { ViewList } from '../domain/savedViews/viewLists.ts'
import type { Metric, MetricGroupingName, TargetMetric } from '../domain/performance/metrics.ts'
import type { RangeUnit } from '../domain/performance/reportRange.ts'
import type { TemplateTag } from '../domain/templates/templateTags.ts'
import type { UsageService } from '../domain/usage/usageServices.ts'
import type { WebhookDeliveryStatus, WebhookDisabledReason } from '../domain/webhooks/webhooks.ts'

/** Registers a GraphQL enum: the values are upper case in GraphQL and lower case in our code. */
export function registerEnum<Value extends string>(
  name: string,
  description: string,
  descriptions: Record<Value, string>,
) {
  const values = Object.keys(descriptions) as Value[]
  const members = Object.fromEntries(values.map((word) => [word.toUpperCase(), word])) as Record<string, Value>
  const valuesConfig = Object.fromEntries(
    values.map((word) => [word.toUpperCase(), { description: descriptions[word] }]),
  ) as Record<string, { description: string }>
  registerEnumType(members, { name, description, valuesConfig })
  return members
}

export const RoleEnum = registerEnum<Role>('Role', 'Role of a user.', {
  sales_rep: "Sales rep: logs knocks; sees assigned properties and own leads, and the team's doors on the map.",
  admin: 'Admin: sees and edits all data of the tenant, prints letters, deletes leads.',
  owner: 'Owner: sees and edits all data of the tenant, adds accounts, reads costs.',
  global_admin: 'Global admin: manages the platform, with access to all tenants and accounts.',
})
export const AccountStatusEnum = registerEnum<AccountStatus>('AccountStatus', 'Status of an account.', {
  pending: 'Registered; a global admin has yet to approve it with a tenant and a role.',
  active: 'The user can sign in.',
  blocked: 'The user cannot sign in. Sessions are ended and API keys are rejected.',
})
export const ApiKeyScopeEnum = registerEnum<ApiKeyScope>('ApiKeyScope', 'Scope of an API key.', {
  read: 'Queries and subscriptions only. Mutations, and REST routes that make changes, fail with FORBIDDEN.',
  full: 'Everything its owner may do, except creating and revoking keys and setting passwords.',
})

export const InvitationStateEnum = registerEnum<InvitationState>('InvitationState', 'State of an invitation.', {
  open: 'Somebody can come with it.',
  used_up: 'As many people came as it was for.',
  expired: 'Its time has passed.',
  revoked: 'It was revoked.',
  lapsed: 'Who created it was blocked or may not invite to this role any more.',
})

export const JobKindEnum = registerEnum<JobKind>('JobKind', 'What a job does.', {
  export: 'Writes a list, or everything of a tenant, to a file.',
  import: 'Reads records from a file.',
  import_undo: 'Removes what an import created, and restores what it updated.',
  parcel_check: "Reads a company's file of parcels and prepares them, so that they can be published.",
  registry_import: "Reads a city's list of doors where nobody may knock.",
})
export const RegistryMatchEnum = registerEnum<RegistryMatch>(
  'RegistryMatch',
  "What became of an address of a city's list.",
  {
    matched: 'It is a saved property, whose door is marked.',
    unsure: 'It may be a saved property; a person decides.',
    not_found: 'No property is saved there. One that is saved later is marked.',
    skipped: 'A person has left it out.',
  },
)
export const ParcelImportStatusEnum = registerEnum<ParcelImportStatus>(
  'ParcelImportStatus',
  "What has become of a company's file of parcels.",
  {
    uploading: 'Parts of the file are missing, or it has not been checked.',
    checking: 'A job reads it.',
    checked: 'Its parcels can be published.',
    failed: 'It cannot be imported; the error tells why.',
    live: 'Its parcels are found by everybody in the company.',
    replaced: 'A later import of the same name took its place.',
    undone: 'It was undone.',
  },
)
export const ExportedListEnum = registerEnum<ExportedList>('ExportedList', 'A list that can be exported.', {
  properties: 'Saved properties, with their tags.',
  leads: 'Leads.',
  users: 'Accounts, without passwords.',
  activity: 'The activity log.',
})
export const JobStatusEnum = registerEnum<JobStatus>('JobStatus', 'Status of a job.', {
  queued: 'The job waits for a process that runs it.',
  running: 'A process runs the job. If that process ends, another one runs the job again.',
  done: 'The job has succeeded.',
  failed: 'The job has failed; `error` says why. An admin can run it again.',
})
export const ImportListEnum = registerEnum<ImportList>('ImportList', 'A list that can be imported.', {
  properties: 'Saved properties.',
  leads: 'Leads, with their properties where these are not saved.',
  users: 'Accounts of the tenant.',
  parcels: 'Parcels of the embedded lookup, for all tenants. Only global admins import them.',
})
export const DuplicateRuleEnum = registerEnum<DuplicateRule>(
  'DuplicateRule',
  'What happens to rows of an import whose record is saved already.',
  { skip: 'They are left out.', update: 'They update the record; empty cells change nothing.' },
)
export const ErrorRuleEnum = registerEnum<ErrorRule>('ErrorRule', 'What happens if rows of an import have errors.', {
  stop: 'Nothing is saved.',
  skip: 'Rows with errors are left out.',
})
export const MissingUserRuleEnum = registerEnum<MissingUserRule>(
  'MissingUserRule',
  'What happens to rows of an import that name somebody without an account.',
  { error: 'They have an error.', nobody: 'They name nobody.' },
)
export const WordFieldEnum = registerEnum<WordField>('WordField', 'A field that words of another product can fill.', {
  status: 'Status of the property, or the outcome of its last visit.',
  visit_outcome: 'Outcome of a visit.',
})
export const ImportOutcomeEnum = registerEnum<ImportOutcome>('ImportOutcome', 'What becomes of a row of an import.', {
  created: 'It creates a record.',
  updated: 'It updates a saved record, or one of an earlier row.',
  skipped: 'Its record is saved already, or it was left out.',
  unsure: 'It is not sure whether its house is a saved one. `decideImportRows` decides it.',
  failed: 'It has an error.',
})
export const RowDecisionEnum = registerEnum<RowDecision>('RowDecision', 'What a user decides about an unsure row.', {
  same: 'Its house is a saved property: the row updates it, or adds its lead there.',
  new: 'Its house is a new property.',
  skip: 'The row is left out.',
})

const serviceDescriptions: Record<PropertyType, string> = {
  gutter: 'Gutters.',
  metal_roof: 'Metal roofs.',
  shingle: 'Shingle roofs.',
  storm: 'Storm damage.',
  tornado: 'Tornado damage.',
  concrete: 'Concrete.',
  commercial: 'Commercial buildings.',
  generic: 'Generic.',
  all_repairs: 'All repairs.',
}
export const PropertyTypeEnum = registerEnum<PropertyType>(
  'PropertyType',
  'A service type. The first tag of a property is its primary type.',
  serviceDescriptions,
)
export const PriorityEnum = registerEnum<Priority>('Priority', 'Urgency of a lead or property.', {
  normal: 'Normal priority.',
  high: 'High priority.',
})
export const PropertyStatusEnum = registerEnum<PropertyStatus>(
  'PropertyStatus',
  'Status of a property, determined by its latest knock outcome.',
  {
    new: 'No knock has set a status yet.',
    contacted: 'The latest status-changing knock was TALKED.',
    interested: 'The latest status-changing knock was INTERESTED.',
    not_interested: 'The latest status-changing knock was NOT_INTERESTED.',
  },
)
export const LeadOrderFieldEnum = registerEnum<LeadOrderField>(
  'LeadOrderField',
  'What a list of leads is ordered by. Leads that are equal in it are ordered by id.',
  {
    created_at: 'Creation time.',
    updated_at: 'Time of the last change.',
    address: 'Street, then house number.',
    owner: 'Owner, ignoring case; unknown owners last.',
    tag: 'Requested service.',
    priority: 'NORMAL before HIGH.',
    status: 'NEW, CONTACTED, COMPLETED.',
    rep: 'Name of the user who created the lead, ignoring case.',
    assignee: 'Name of the user who works on the lead, ignoring case; unassigned leads last.',
    follow_up: 'Follow-up time; leads without one last.',
    value: 'Value; leads without one count as less than zero.',
  },
)
export const StageColorEnum = registerEnum<StageColor>('StageColor', 'Color of a stage of leads, or of a territory.', {
  slate: 'Slate.',
  info: 'Blue.',
  teal: 'Teal.',
  good: 'Green.',
  warn: 'Yellow.',
  orange: 'Orange.',
  bad: 'Red.',
  plum: 'Purple.',
})
export const DuplicateReasonEnum = registerEnum<DuplicateReason>(
  'DuplicateReason',
  'Why a lead is taken for a duplicate of another.',
  {
    same_property: 'Both leads are at the same property.',
    same_parcel: 'Their properties have the same parcel id.',
    same_address: 'Their properties have the same address, however it is spelled.',
  },
)
export const PropertyOrderFieldEnum = registerEnum<PropertyOrderField>(
  'PropertyOrderField',
  'What a list of properties is ordered by. Properties that are equal in it are ordered by id.',
  {
    created_at: 'Creation time.',
    updated_at: 'Time of the last change.',
    address: 'Street, then house number.',
    owner: 'Owner, ignoring case; unknown owners last.',
    city: 'City, ignoring case; properties without one last.',
    status: 'NEW, CONTACTED, INTERESTED, NOT_INTERESTED.',
    priority: 'NORMAL before HIGH.',
    assignee: 'Name of the user it is assigned to, ignoring case; unassigned properties last.',
  },
)
export const UserOrderFieldEnum = registerEnum<UserOrderField>(
  'UserOrderField',
  'What a list of accounts is ordered by. Accounts that are equal in it are ordered by id.',
  {
    created_at: 'Creation time.',
    name: 'Name, ignoring case.',
    email: 'Email address, ignoring case.',
    role: 'SALES_REP, ADMIN, OWNER, GLOBAL_ADMIN.',
    tenant: 'Name of the tenant, ignoring case; accounts without one last.',
    status: 'PENDING, ACTIVE, BLOCKED.',
  },
)
export const MailKindEnum = registerEnum<MailKind>('MailKind', 'What a mail is about.', {
  invitation: 'Somebody is invited to a tenant.',
  email_confirmation: 'A new company confirms its email address.',
  password_reset: 'A link to choose a new password.',
  approval_wanted: 'An account waits for approval by a global admin.',
  account_approved: 'An account was approved.',
  new_device: 'A sign-in on a device that was not used before.',
  locked_out: 'Too many failed sign-ins.',
  export_ready: 'An export that took longer than a minute is ready.',
  webhook_disabled: 'A webhook was disabled because it does not work.',
  backup_failed: 'Backups have begun to fail.',
  registry_expires: "A city's list of doors where nobody may knock expires soon.",
  permit_expires: "A city's permit expires soon.",
})
export const MailStateEnum = registerEnum<MailState>('MailState', 'What became of a mail.', {
  queued: 'It is sent soon, or tried again.',
  sent: 'The mail server has accepted it.',
  failed: 'Given up.',
})
export const MailOrderFieldEnum = registerEnum<MailOrderField>(
  'MailOrderField',
  'What a list of mails is ordered by. Mails that are equal in it are ordered by id.',
  { created_at: 'When it was queued.', to: 'Address, ignoring case.' },
)
export const ActivityOrderFieldEnum = registerEnum<ActivityOrderField>(
  'ActivityOrderField',
  'What the activity log is ordered by. Events that are equal in it are latest first.',
  {
    time: 'Time of recording.',
    person: 'Name of the user who caused the event, ignoring case; events without one last.',
    type: 'Event type.',
  },
)
export const ViewListEnum = registerEnum<ViewList>('ViewList', 'A list that can have saved views.', {
  leads: 'Leads.',
  properties: 'Properties.',
  users: 'Accounts.',
  activity: 'The activity log.',
})
export const SortDirectionEnum = registerEnum<SortDirection>('SortDirection', 'Direction of an order.', {
  asc: 'Ascending: the smallest, the oldest or A first.',
  desc: 'Descending: the reverse.',
})
export const LeadStatusEnum = registerEnum<LeadStatus>(
  'LeadStatus',
  'Status of a lead. COMPLETED counts as converted.',
  {
    new: 'Not contacted yet.',
    contacted: 'The owner was contacted.',
    completed: 'The job was won. Credited as a conversion to the rep who created the lead.',
  },
)
export const DoNotKnockKindEnum = registerEnum<DoNotKnockKind>('DoNotKnockKind', 'Why nobody may knock at a door.', {
  asked: 'The household asked for it.',
  registry: 'The address is on the list of a city.',
  firm: "The company's own rule.",
})
export const KnockFlagEnum = registerEnum<KnockFlag>('KnockFlag', 'What was wrong with a knock that was accepted.', {
  do_not_knock: 'The door was marked after the knock and before it arrived.',
  outside_hours: 'It was outside the hours of the city.',
  no_permit: 'The rep had no valid permit for the city.',
})
export const RecordedKindEnum = registerEnum<RecordedKind>('RecordedKind', 'What is recorded about a user.', {
  knock: 'A position of a knock.',
  session: 'A knock session.',
  view: 'Somebody else saw the work of the user.',
})
export const RecordedAccessEnum = registerEnum<RecordedAccess>(
  'RecordedAccess',
  'How somebody saw the work of a user.',
  {
    rep_page: 'They opened the page of the work; recorded once an hour.',
    view_as: 'A global admin viewed the app as the user.',
    export: 'They exported everything of the tenant.',
  },
)
export const KnockOutcomeEnum = registerEnum<KnockOutcome>('KnockOutcome', 'Outcome of a knock.', {
  nobody_home: 'No one answered. The property status is unchanged.',
  talked: 'The rep talked to someone. The property becomes CONTACTED.',
  interested: 'The resident is interested. The property becomes INTERESTED.',
  not_interested: 'The resident is not interested. The property becomes NOT_INTERESTED.',
  come_back: 'The rep should come back. The property status is unchanged.',
  left_flyer: 'The rep left a flyer. The property status is unchanged.',
  not_the_owner: 'The person who answered is not the owner. The property status is unchanged.',
  no_soliciting: 'A sign prohibits soliciting. The property status is unchanged.',
})
export const OutcomeColorEnum = registerEnum<OutcomeColor>('OutcomeColor', 'Color of an outcome.', {
  slate: 'Slate.',
  info: 'Blue.',
  teal: 'Teal.',
  good: 'Green.',
  warn: 'Yellow.',
  orange: 'Orange.',
  bad: 'Red.',
  plum: 'Purple.',
  mute: 'Gray.',
})
export const OutcomeMarkEnum = registerEnum<OutcomeMark>('OutcomeMark', 'Glyph of an outcome.', {
  door: 'A closed door.',
  half_disc: 'A half-filled circle.',
  star: 'The glyph of a star.',
  cross: 'The glyph of a cross.',
  clock: 'The glyph of a clock.',
  page: 'A page of text.',
  person: 'A person with a cross.',
  hand: 'A raised hand.',
  home: 'The glyph of a house.',
  key: 'The glyph of a key.',
  lock: 'The glyph of a padlock.',
  dog: 'The glyph of a dog.',
  phone: 'The glyph of a phone.',
  mail: 'The glyph of an envelope.',
  calendar: 'The glyph of a calendar.',
  camera: 'The glyph of a camera.',
  tools: 'The glyph of a hammer.',
  money: 'A dollar sign.',
  heart: 'The glyph of a heart.',
  flag: 'The glyph of a flag.',
  check: 'A check mark.',
  question: 'A question mark.',
  warning: 'A warning sign.',
})
export const WalkDirectionEnum = registerEnum<WalkDirection>('WalkDirection', 'Direction of a walk along a street.', {
  ascending: 'Towards higher house numbers.',
  descending: 'Towards lower house numbers.',
})
export const StreetSideEnum = registerEnum<Side>('StreetSide', 'Side of a street, by its house numbers.', {
  odd: 'Odd house numbers.',
  even: 'Even house numbers.',
})
export const SyncOutcomeEnum = registerEnum<SyncOutcome>('SyncOutcome', 'Outcome of an action for `sync`.', {
  applied: 'The action was applied.',
  replayed: 'The same action was applied before, and nothing was changed.',
  refused: 'The action was refused and nothing was changed: see `code` and `message`.',
})
export const TemplateTagEnum = registerEnum<TemplateTag>(
  'TemplateTag',
  'Purpose of a template: a service type or another kind of letter.',
  {
    ...serviceDescriptions,
    discontinued_shingle: 'Discontinued shingles.',
    discontinued_shingle_v2: 'Discontinued shingles, second letter.',
    insurance: 'Insurance.',
    old_roofs: 'Old roofs.',
    referral: 'Referrals.',
    flyer: 'Flyers.',
  },
)
export const PeriodEnum = registerEnum<Period>(
  'Period',
  "A calendar period in the tenant's time zone; weeks begin on Monday.",
  {
    day: 'Today, from midnight.',
    week: 'This week, from Monday midnight.',
    month: 'This month, from midnight on the first.',
  },
)
export const LocateOutcomeEnum = registerEnum<'existing' | 'new' | 'not_found'>(
  'LocateOutcome',
  'Outcome of locating a property.',
  {
    existing: 'The property is already saved: see `property`, which is null if the caller may not see it.',
    new: 'The property is not saved yet: see `draft`.',
    not_found: 'No property was found: see `diagnostics`.',
  },
)
export const LocateMatchEnum = registerEnum<'same' | 'unsure' | 'none'>(
  'LocateMatch',
  'Whether a parcel is that of the house that was asked for.',
  {
    same: 'It is; only then the owner of a saved property is updated.',
    unsure: 'It may be that of another house: see `matchReason` and `candidates`.',
    none: 'No parcel was found.',
  },
)
export const MatchReasonEnum = registerEnum<VerdictReason | 'several'>('MatchReason', 'What a doubt rests on.', {
  several: 'Several parcels fit, such as the units of a building.',
  number: 'The parcel has another house number.',
  range: 'The number lies within what may be a range of numbers.',
  street: 'The street lacks a direction or suffix, or has another one.',
  unit: 'One of the two has no unit.',
  address: 'The address agrees.',
  parcel: 'The parcel number agrees, but the address does not.',
  other_parcel: 'The address agrees, but the parcel number does not.',
  point: 'The point agrees, but the address does not.',
  place: 'The address agrees, but the city and ZIP code are unknown.',
  distance: 'The addresses agree, but are too far apart.',
})
export const OwnerRefreshOutcomeEnum = registerEnum<'no_results' | 'unchanged' | 'updated'>(
  'OwnerRefreshOutcome',
  'Outcome of refreshing the owner from the parcel records.',
  {
    no_results: 'No parcel was found for this property.',
    unchanged: 'The saved owner is current.',
    updated: 'The owner had changed and was updated.',
  },
)
export const EventRecordKindEnum = registerEnum<EventRecordKind>(
  'EventRecordKind',
  'The kind of a record that an event is about.',
  {
    lead: '`id` is the id of a lead.',
    property: '`id` is the id of a property.',
    template: '`id` is the id of a letter template.',
  },
)
export const PropertyHistoryKindEnum = registerEnum<HistoryKind>(
  'PropertyHistoryKind',
  'Kind of an entry in the history of a property.',
  {
    saved: 'The property was saved.',
    edited: 'The property was edited: see `fields`.',
    assigned: 'The property was assigned: see `assignedTo`.',
    owner_refreshed: 'The owner was refreshed from the parcel records: see `source`.',
    lead_created: 'A lead was created: see `tag` and `priority`.',
    lead_status_changed: 'The status of a lead changed: see `fromStatus` and `toStatus`.',
    lead_retagged: 'The tag of a lead changed: see `tag`.',
    lead_priority_changed: 'The priority of a lead changed: see `priority`.',
    lead_deleted: 'A lead was deleted.',
    lead_edited: 'A lead was edited: see `fields`.',
    lead_assigned: 'A lead was assigned: see `assignedTo`, which is null if it was unassigned.',
    lead_note_added: 'A note was added to a lead: see `note`, which only the history of the lead has.',
    lead_stage_changed:
      'The stage of a lead changed: see `stage`, which is null if it was cleared or has been removed.',
    leads_merged: 'Other leads were merged into this one. Its history has their earlier events, too.',
    knocked: 'A knock was logged: see `outcome`, `note` and `withdrawn`.',
    knock_withdrawn: 'A knock was withdrawn.',
    do_not_knock_set: 'The door was marked where nobody may knock: see `note` for what was said.',
    do_not_knock_lifted: 'A mark was lifted: see `note` for the reason.',
  },
)
export const UsageServiceEnum = registerEnum<UsageService>('UsageService', 'A metered and priced service.', {
  regrid_lookups: 'Parcel records fetched from the provider, counted per record.',
  map_loads: 'Maps opened. Panning and zooming are not counted.',
  geocoding: 'Addresses and points geocoded.',
  document_printing: 'Documents printed.',
  api_calls: 'Events in the activity log.',
})
export const RangeUnitEnum = registerEnum<RangeUnit>('RangeUnit', 'Length of a point of a trend.', {
  hour: 'One hour, for a single day.',
  day: 'One day.',
  week: 'One week from Monday, for more than 92 days. The first and last can be shorter.',
})
export const TargetMetricEnum = registerEnum<TargetMetric>('TargetMetric', 'Metric of a target.', {
  leads_created: 'Leads created, excluding deleted leads.',
  leads_converted: 'Leads completed, excluding deleted and reopened leads.',
  doors_knocked: 'Knocks, excluding withdrawn knocks.',
})
export const FigureEnum = registerEnum<Metric>('Figure', 'A metric that `explain` can break down into events.', {
  properties_searched: 'Lookups that found a parcel.',
  doors_knocked: 'Knocks, excluding withdrawn knocks.',
  talks: 'Knocks at which the rep spoke with the owner, excluding withdrawn knocks.',
  leads_created: 'Leads created, excluding deleted leads.',
  leads_converted: 'Leads completed, excluding deleted and reopened leads.',
  total_leads: 'All current leads.',
  total_properties: 'All current properties.',
  late_events: 'Events recorded more than an hour after they happened.',
  api_calls: 'Events in the activity log.',
  regrid_lookups: 'Parcel records fetched.',
  map_loads: 'Maps opened.',
  geocoding: 'Addresses and points geocoded.',
  document_printing: 'Documents printed.',
  total_cost: 'Total cost in dollars.',
})

export const FigureGroupingEnum = registerEnum<MetricGroupingName>(
  'FigureGrouping',
  'What a metric can be divided by.',
  {
    user: 'The rep whom it counts for.',
    service_type: 'The type of the lead.',
    status: 'The status of the lead.',
    talk: 'Whether the rep spoke with the owner.',
    event_type: 'The type of the event.',
    service: 'The billed service.',
  },
)

export const WebhookDeliveryStatusEnum = registerEnum<WebhookDeliveryStatus>(
  'WebhookDeliveryStatus',
  'Status of a delivery to a webhook.',
  {
    waiting: 'Not sent yet: it waits for its turn, or its webhook is disabled.',
    retrying: 'An attempt failed; it is sent again.',
    delivered: 'The receiver answered with a status from 200 to 299.',
    failed: 'Given up after the last attempt. `resendDelivery` sends it again.',
  },
)
export const WebhookDisabledReasonEnum = registerEnum<WebhookDisabledReason>(
  'WebhookDisabledReason',
  'Why a webhook is disabled.',
  {
    manager: 'A manager disabled it.',
    gone: 'The receiver answered with status 410 (Gone).',
    failing: 'Nothing could be delivered for 24 hours.',
    key_ended: 'The API key that created it has ended. Who enables it takes it over from the key.',
  },
)
