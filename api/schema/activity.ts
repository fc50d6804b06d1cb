import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type {
  ActivityOrderField,
  EventRecordKind,
  LeadStatus,
  Period,
  PropertyType,
  Role,
  SortDirection,
} from '../domain/enums.ts'
import type { Metric, MetricGroupingName } from '../domain/performance/metrics.ts'
import type { UsageService } from '../domain/usage/usageServices.ts'
import { ApiKeyRef } from './apiKeys.ts'
import { UserRef, nullable, Edge, Page } from './common.ts'
import {
  ActivityOrderFieldEnum,
  EventRecordKindEnum,
  FigureEnum,
  FigureGroupingEnum,
  LeadStatusEnum,
  PeriodEnum,
  PropertyTypeEnum,
  SortDirectionEnum,
  UsageServiceEnum,
  RoleEnum,
} from './enums.ts'
import { activityFilters, type ActivityFilter as Filter } from '../usecases/activity/activityFilters.ts'
import { filterInput } from './filterInputs.ts'

@ObjectType({ description: 'The lead, property or template that an event is about, under its current name.' })
export class EventRecord {
  @Field(() => EventRecordKindEnum, { description: 'What the event is about.' }) kind!: EventRecordKind
  @Field(() => ID, { description: 'Id of the lead, property or template.' }) id!: string
  @Field({ description: 'Address of the lead or property, or file name of the template.' }) label!: string
}

@ObjectType({ description: 'An event in the activity log of a tenant.' })
export class ActivityEvent {
  @Field(() => ID, {
    description:
      'UUID of the event. A client that logs a knock chooses it, so that sending the knock twice records it once.',
  })
  eventId!: string
  @Field(() => Int, { description: 'Position in the log of the tenant: 1, 2, 3 … without gaps.' }) position!: number
  @Field({ description: 'Event type in the past tense: LeadCreated, UserBlocked.' }) type!: string
  @Field(() => GraphQLJSON, { description: 'Event payload: ids and values, no names or addresses of people.' })
  data!: unknown
  @Field(() => GraphQLDateTimeISO, { description: 'When the event happened in the field.' }) occurredAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'When the event was recorded.' }) recordedAt!: Date
  @Field(() => ID, nullable('The account that caused the event; null if no one was signed in.')) actorId!: string | null
  @Field(() => RoleEnum, nullable('Role of the account that caused the event.')) realRole!: Role | null
  @Field(() => RoleEnum, nullable('Role the account was viewing the app as; null outside view-as mode.'))
  actingRole!: Role | null
  @Field(() => ID, nullable('Id of the record the event is about.')) subjectId!: string | null
  @Field(() => UserRef, nullable('The account that caused the event, including deleted accounts.'))
  actor!: UserRef | null
  @Field(() => UserRef, nullable('The account the event is about; null if it is not about an account.'))
  subjectUser!: UserRef | null
  @Field(
    () => EventRecord,
    nullable('The record the event is about; null if it is about another kind, or was deleted.'),
  )
  record!: EventRecord | null
  @Field(() => String, nullable('Address of the property, if it was deleted in the last 90 days.'))
  deletedAddress!: string | null
  @Field(() => ApiKeyRef, nullable('The API key used; null for a signed-in session.')) apiKey!: ApiKeyRef | null
  @Field(() => ID, { description: 'The tenant whose log holds the event.' }) tenantId!: string
  @Field(() => String, nullable('Name of that tenant; null in the log of the platform.')) tenantName!: string | null
}

@ObjectType({ description: 'An event with its pagination cursor.' })
export class ActivityEdge extends Edge {
  @Field(() => ActivityEvent, { description: 'The event at this cursor.' }) node!: ActivityEvent
}

@ObjectType({ description: 'A page of the activity log, latest first.' })
export class ActivityConnection extends Page {
  @Field(() => [ActivityEdge], { description: 'Events, latest first.' }) edges!: ActivityEdge[]
}

@InputType({
  description: 'The order of the activity log. Events that are equal in another field than the time are latest first.',
})
export class ActivityOrder {
  @Field(() => ActivityOrderFieldEnum, { description: 'What the log is ordered by.' }) field!: ActivityOrderField
  @Field(() => SortDirectionEnum, nullable('Defaults to DESC for TIME, and to ASC for the other fields.'))
  direction?: SortDirection | null
}

export const ActivityFilter = filterInput(
  'ActivityFilter',
  'Filters events. All given conditions must match.',
  activityFilters,
)
export type ActivityFilter = Filter

@ObjectType({ description: 'Number of events of one type.' })
export class ActionCount {
  @Field({ description: 'Event type.' }) action!: string
  @Field(() => Int, { description: 'Number of events of this type.' }) count!: number
}

@ObjectType({ description: 'Event counts for the last days.' })
export class ActivityStats {
  @Field(() => Int, { description: 'Number of days counted.' }) days!: number
  @Field(() => Int, { description: 'Number of events of all types.' }) apiCalls!: number
  @Field(() => [ActionCount], { description: 'Counts by event type, highest first.' }) byAction!: ActionCount[]
}

@InputType({ description: 'A neighborhood and city by which leads are counted; null means unknown.' })
export class PlaceInput {
  @Field(() => String, nullable('Value as returned by `neighborhoodPerformance`.')) neighborhood?: string | null
  @Field(() => String, nullable('Value as returned by `neighborhoodPerformance`.')) city?: string | null
}

@InputType({
  description: 'A dashboard metric. At most one of `tag`, `place`, `status`, `service` and `action` can be set.',
})
export class FigureInput {
  @Field(() => FigureEnum, { description: 'The metric to explain.' }) figure!: Metric
  @Field(() => PeriodEnum, {
    defaultValue: 'week',
    description: "The current calendar period in the tenant's time zone.",
  })
  period!: Period
  @Field(() => Int, nullable('Number of rolling days, used instead of the period.')) days?: number | null
  @Field(() => GraphQLDateTimeISO, nullable('Start of any other time range, used instead of the period with `to`.'))
  from?: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('Exclusive end of that time range, at most two years after `from`.'))
  to?: Date | null
  @Field(() => Int, nullable('Restricts the metric to one weekday, 1 for Monday to 7 for Sunday; set with `hour`.'))
  weekday?: number | null
  @Field(() => Int, nullable("Restricts the metric to one hour of the day in the tenant's time zone, 0 to 23."))
  hour?: number | null
  @Field(() => ID, nullable('Restricts the metric to one user.')) userId?: string | null
  @Field(() => ID, nullable('Tenant of the metric, for a global admin who has not chosen one.'))
  tenantId?: string | null
  @Field(() => PropertyTypeEnum, nullable('Service type; only for LEADS_CREATED.')) tag?: PropertyType | null
  @Field(() => PlaceInput, nullable('Place; only for LEADS_CREATED and LEADS_CONVERTED.')) place?: PlaceInput | null
  @Field(() => LeadStatusEnum, nullable('Lead status; only for TOTAL_LEADS.')) status?: LeadStatus | null
  @Field(() => UsageServiceEnum, nullable('Service; only for TOTAL_COST.')) service?: UsageService | null
  @Field(() => String, nullable('Event type; only for API_CALLS.')) action?: string | null
  @Field(
    () => ID,
    nullable('A pass, used instead of the period with `territoryId`; only for DOORS_KNOCKED, TALKS and LEADS_CREATED.'),
  )
  passId?: string | null
  @Field(() => ID, nullable('The territory of the pass in which is counted.')) territoryId?: string | null
  @Field(() => GraphQLDateTimeISO, nullable('Returns the metric as of this time, for the period that contains it.'))
  asOf?: Date | null
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to include reversed events and the events that reversed them.',
  })
  corrections!: boolean
}

@ObjectType({ description: 'An event that contributes to a metric.' })
export class ExplainedEvent {
  @Field(() => ActivityEvent, { description: 'The event in the activity log.' }) event!: ActivityEvent
  @Field(() => Float, { description: 'Contribution to the metric: 1, the number of records of a lookup, or dollars.' })
  amount!: number
  @Field(() => GraphQLDateTimeISO, {
    description: 'Time the event counts at; for a reversal, the time of the reversed event.',
  })
  at!: Date
  @Field(() => Boolean, {
    description: 'Whether a later event reversed it, so that it no longer counts. Only with `corrections`.',
  })
  isReversed!: boolean
}

@ObjectType({ description: 'A part of a metric.' })
export class ReceiptLine {
  @Field(() => String, {
    nullable: true,
    description:
      'What the part is of, by its section: the id of a user, a service type, a lead status, `talk` or `no_talk`, an event type or a billed service. Null for what is assigned to nobody.',
  })
  key!: string | null
  @Field(() => UserRef, nullable('The user, if the metric is divided by user.')) user!: UserRef | null
  @Field(() => Float, { description: 'How much the part adds to the metric.' }) amount!: number
}

@ObjectType({ description: 'A metric by one of its dimensions. The amounts add up to the metric.' })
export class ReceiptSection {
  @Field(() => FigureGroupingEnum, { description: 'What the metric is divided by.' }) by!: MetricGroupingName
  @Field(() => [ReceiptLine], { description: 'The largest parts first, at most 50.' }) lines!: ReceiptLine[]
  @Field(() => Int, { description: 'Number of further parts.' }) otherCount!: number
  @Field(() => Float, { description: 'What the further parts add to the metric.' }) otherAmount!: number
}

@ObjectType({ description: 'The sums over all the events of a metric.' })
export class Receipt {
  @Field(() => Float, {
    description: 'What later events took away. Without reversals, the metric would be its total plus this.',
  })
  reversed!: number
  @Field(() => [ReceiptSection], { description: 'The metric by user and by type, as far as it is counted by them.' })
  sections!: ReceiptSection[]
}

@ObjectType({ description: 'An event with its pagination cursor.' })
export class ExplainedEdge extends Edge {
  @Field(() => ExplainedEvent, { description: 'The event and its contribution.' }) node!: ExplainedEvent
}

@ObjectType({ description: 'The events that make up a metric, latest first. Reversed events are excluded by default.' })
export class Explanation extends Page {
  @Field(() => FigureEnum, { description: 'The requested metric.' }) figure!: Metric
  @Field(() => GraphQLDateTimeISO, nullable('Start of the time range; null for metrics of current records.'))
  from!: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('Exclusive end of the time range; null for metrics of current records.'))
  to!: Date | null
  @Field(() => Float, { description: 'Value of the metric: the sum of the amounts on all pages.' }) total!: number
  @Field(() => [ExplainedEdge], { description: 'Events, latest first.' }) edges!: ExplainedEdge[]
  @Field(() => Receipt, { description: 'The sums over all its events, of the same moment as the total.' })
  receipt!: Receipt | null
}
