import { registerEnumType } from 'type-graphql'
import { figures, targetMetrics } from '../domain/figures.ts'
import { templateTags } from '../domain/templateTags.ts'
import { usageServices } from '../domain/usage.ts'
import {
  accountStatuses,
  apiKeyScopes,
  historyKinds,
  knockOutcomes,
  leadStatuses,
  periods,
  priorities,
  propertyStatuses,
  propertyTypes,
  roles,
} from '../domain/words.ts'

/** The words of the field as GraphQL enums: upper case outside, our own words inside. */
function register<const Word extends string>(name: string, description: string, words: readonly Word[]) {
  const members = Object.fromEntries(words.map((word) => [word.toUpperCase(), word])) as Record<string, Word>
  registerEnumType(members, { name, description })
  return members
}

export const RoleEnum = register('Role', 'What somebody is in Porchlight.', roles)
export const AccountStatusEnum = register(
  'AccountStatus',
  'Where an account stands; a pending one waits for approval.',
  accountStatuses,
)
export const ApiKeyScopeEnum = register('ApiKeyScope', 'What an API key may do.', apiKeyScopes)
export const PropertyTypeEnum = register(
  'PropertyType',
  'A service type; the first of a property is its chosen one.',
  propertyTypes,
)
export const PriorityEnum = register('Priority', 'How urgent a lead or property is.', priorities)
export const PropertyStatusEnum = register(
  'PropertyStatus',
  'Where a property stands: follows its last knock.',
  propertyStatuses,
)
export const LeadStatusEnum = register(
  'LeadStatus',
  'Where a lead stands; completed counts as converted.',
  leadStatuses,
)
export const KnockOutcomeEnum = register('KnockOutcome', 'What happened at the door.', knockOutcomes)
export const TemplateTagEnum = register(
  'TemplateTag',
  'What a template is for: a service type or another kind of letter.',
  templateTags,
)
export const PeriodEnum = register(
  'Period',
  "A calendar period in the tenant's time zone; weeks begin on Monday.",
  periods,
)
export const LocateOutcomeEnum = register('LocateOutcome', 'What a search or click led to.', [
  'existing',
  'new',
  'not_found',
])

export const OwnerRefreshOutcomeEnum = register(
  'OwnerRefreshOutcome',
  'What came of asking the parcel records for an owner again.',
  ['no_results', 'unchanged', 'updated'],
)
export const PropertyHistoryKindEnum = register('PropertyHistoryKind', 'What was done at a property.', historyKinds)

export const UsageServiceEnum = register('UsageService', 'What is metered and priced.', usageServices)
export const TargetMetricEnum = register('TargetMetric', 'What a target is set for.', targetMetrics)
export const FigureEnum = register('Figure', 'A figure that its events can explain.', figures)
