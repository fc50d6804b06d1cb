import { registerEnumType } from 'type-graphql'
import type { Metric, TargetMetric } from '../domain/metrics.ts'
import type { TemplateTag } from '../domain/templateTags.ts'
import type { UsageService } from '../domain/usageServices.ts'
import type {
  AccountStatus,
  ApiKeyScope,
  HistoryKind,
  KnockOutcome,
  LeadStatus,
  Period,
  Priority,
  PropertyStatus,
  PropertyType,
  Role,
} from '../domain/enums.ts'

/** The words of the field as GraphQL enums, each with what it says: upper case outside, our own words inside. */
function registerEnum<Value extends string>(name: string, description: string, descriptions: Record<Value, string>) {
  const values = Object.keys(descriptions) as Value[]
  const members = Object.fromEntries(values.map((word) => [word.toUpperCase(), word])) as Record<string, Value>
  const valuesConfig = Object.fromEntries(
    values.map((word) => [word.toUpperCase(), { description: descriptions[word] }]),
  ) as Record<string, { description: string }>
  registerEnumType(members, { name, description, valuesConfig })
  return members
}

export const RoleEnum = registerEnum<Role>('Role', 'What somebody is in Porchlight.', {
  sales_rep: 'Knocks on doors; sees the properties assigned to them and their own leads.',
  admin: "Sees and edits the whole tenant's work, prints, deletes leads.",
  owner: "Sees and edits the whole tenant's work, adds accounts, reads cost.",
  global_admin: 'Runs the platform: every tenant, every account.',
})
export const AccountStatusEnum = registerEnum<AccountStatus>(
  'AccountStatus',
  'Where an account stands; a pending one waits for approval.',
  {
    pending: 'Registered, and waits for a global admin to give it tenant and role.',
    active: 'May sign in.',
    blocked: 'May not sign in; its sessions have ended, and its API keys are refused.',
  },
)
export const ApiKeyScopeEnum = registerEnum<ApiKeyScope>('ApiKeyScope', 'What an API key may do.', {
  read: 'Queries and subscriptions; every mutation, and every REST route that changes something, is FORBIDDEN.',
  full: 'All that its owner may, except making and revoking keys and setting passwords.',
})

const serviceDescriptions: Record<PropertyType, string> = {
  gutter: 'Gutters.',
  metal_roof: 'Metal roofs.',
  shingle: 'Shingle roofs.',
  storm: 'Storm damage.',
  tornado: 'Tornado damage.',
  concrete: 'Concrete.',
  commercial: 'Commercial buildings.',
  generic: 'Nothing in particular.',
  all_repairs: 'All repairs.',
}
export const PropertyTypeEnum = registerEnum<PropertyType>(
  'PropertyType',
  'A service type; the first of a property is its chosen one.',
  serviceDescriptions,
)
export const PriorityEnum = registerEnum<Priority>('Priority', 'How urgent a lead or property is.', {
  normal: 'As usual.',
  high: 'Before the others.',
})
export const PropertyStatusEnum = registerEnum<PropertyStatus>(
  'PropertyStatus',
  'Where a property stands: follows its last knock.',
  {
    new: 'Nobody has been talked to.',
    contacted: 'The last that said something of it was TALKED.',
    interested: 'The last that said something of it was INTERESTED.',
    not_interested: 'The last that said something of it was NOT_INTERESTED.',
  },
)
export const LeadStatusEnum = registerEnum<LeadStatus>(
  'LeadStatus',
  'Where a lead stands; completed counts as converted.',
  {
    new: 'Nothing has been done about it.',
    contacted: 'Somebody has been in touch.',
    completed: 'The work was won: counted as converted for the rep who created the lead.',
  },
)
export const KnockOutcomeEnum = registerEnum<KnockOutcome>('KnockOutcome', 'What happened at the door.', {
  nobody_home: 'Nobody answered; the status of the property stays.',
  talked: 'Somebody was talked to; the property becomes CONTACTED.',
  interested: 'Somebody is interested; the property becomes INTERESTED.',
  not_interested: 'Nobody is interested; the property becomes NOT_INTERESTED.',
  come_back: 'To be tried again; the status of the property stays.',
  left_flyer: 'A flyer was left; the status of the property stays.',
  not_the_owner: 'Who answered does not own the house; the status of the property stays.',
  no_soliciting: 'A sign asks not to knock; the status of the property stays.',
})
export const TemplateTagEnum = registerEnum<TemplateTag>(
  'TemplateTag',
  'What a template is for: a service type or another kind of letter.',
  {
    ...serviceDescriptions,
    discontinued_shingle: 'Shingles that are made no more.',
    discontinued_shingle_v2: 'Shingles that are made no more, second letter.',
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
  'What a search or click led to.',
  {
    existing: 'A house that is saved already: `property`, where the caller may see it.',
    new: 'A house that is not saved yet: `draft`.',
    not_found: 'No house; `diagnostics` tells what was tried.',
  },
)
export const OwnerRefreshOutcomeEnum = registerEnum<'no_results' | 'unchanged' | 'updated'>(
  'OwnerRefreshOutcome',
  'What came of asking the parcel records for an owner again.',
  {
    no_results: 'The records know no parcel for this house.',
    unchanged: 'The records say what is saved already.',
    updated: 'The records say something else, which is saved now.',
  },
)
export const PropertyHistoryKindEnum = registerEnum<HistoryKind>(
  'PropertyHistoryKind',
  'What was done at a property.',
  {
    saved: 'It was saved.',
    edited: 'It was edited: `fields`.',
    assigned: 'It was given to somebody: `assignedTo`.',
    owner_refreshed: 'The parcel records were asked for the owner again: `source`.',
    lead_created: 'A lead was created: `tag`, `priority`.',
    lead_status_changed: 'A lead changed its status: `fromStatus`, `toStatus`.',
    lead_retagged: 'A lead was given another tag: `tag`.',
    lead_deleted: 'A lead was deleted.',
    knocked: 'Somebody knocked: `outcome`, `note`, `withdrawn`.',
    knock_withdrawn: 'A knock was taken back.',
  },
)
export const UsageServiceEnum = registerEnum<UsageService>('UsageService', 'What is metered and priced.', {
  regrid_lookups: 'Parcel records that the provider was asked for, counted per record.',
  map_loads: 'Maps that were opened; moving one counts nothing.',
  geocoding: 'Addresses and points that were looked up.',
  document_printing: 'Documents that were printed.',
  api_calls: 'Events in the activity log.',
})
export const TargetMetricEnum = registerEnum<TargetMetric>('TargetMetric', 'What a target is set for.', {
  leads_created: 'Leads created that still stand.',
  leads_converted: 'Leads completed that still stand.',
  doors_knocked: 'Knocks that were not withdrawn.',
})
export const FigureEnum = registerEnum<Metric>('Figure', 'A figure that its events can explain.', {
  properties_searched: 'Look-ups that found a parcel.',
  doors_knocked: 'Knocks that were not withdrawn.',
  leads_created: 'Leads created that still stand.',
  leads_converted: 'Leads completed that still stand.',
  total_leads: 'Leads that stand now, whenever they came.',
  total_properties: 'Properties that stand now, whenever they came.',
  late_events: 'Events that were written down more than an hour after they happened.',
  api_calls: 'Events in the activity log.',
  regrid_lookups: 'Parcel records that were fetched.',
  map_loads: 'Maps that were opened.',
  geocoding: 'Addresses and points that were looked up.',
  document_printing: 'Documents that were printed.',
  total_cost: 'What all of it cost, in dollars.',
})
