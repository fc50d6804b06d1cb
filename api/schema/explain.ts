import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { Metric } from '../domain/metrics.ts'
import type { UsageService } from '../domain/usageServices.ts'
import type { LeadStatus, Period, PropertyType } from '../domain/enums.ts'
import { ActivityEvent } from './activity.ts'
import { PageInfo, maybe } from './common.ts'
import { FigureEnum, LeadStatusEnum, PeriodEnum, PropertyTypeEnum, UsageServiceEnum } from './enums.ts'

@InputType({ description: 'A place that leads are counted in; null is one that nobody knows.' })
export class PlaceInput {
  @Field(() => String, { ...maybe, description: 'As `neighborhoodPerformance` names it.' }) neighborhood?: string | null
  @Field(() => String, { ...maybe, description: 'As `neighborhoodPerformance` names it.' }) city?: string | null
}

@InputType({
  description: 'A figure of a dashboard. One part at most: a tag, a place, a status, a service or an action.',
})
export class FigureInput {
  @Field(() => FigureEnum, { description: 'Which figure is to be explained.' }) figure!: Metric
  @Field(() => PeriodEnum, {
    defaultValue: 'week',
    description: "The running calendar period in the tenant's time zone.",
  })
  period!: Period
  @Field(() => Int, { ...maybe, description: 'Rolling days instead of the period.' }) days?: number | null
  @Field(() => ID, { ...maybe, description: 'Of one rep; of usage, what one person did.' }) userId?: string | null
  @Field(() => ID, { ...maybe, description: 'Whose, for a global admin who chose no tenant.' }) tenantId?: string | null
  @Field(() => PropertyTypeEnum, { ...maybe, description: 'Of LEADS_CREATED.' }) tag?: PropertyType | null
  @Field(() => PlaceInput, { ...maybe, description: 'Of LEADS_CREATED and LEADS_CONVERTED.' }) place?: PlaceInput | null
  @Field(() => LeadStatusEnum, { ...maybe, description: 'Of TOTAL_LEADS.' }) status?: LeadStatus | null
  @Field(() => UsageServiceEnum, { ...maybe, description: 'Of TOTAL_COST.' }) service?: UsageService | null
  @Field(() => String, { ...maybe, description: 'Of API_CALLS: events of this type.' }) action?: string | null
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'As it stood then, in the period around it.' })
  asOf?: Date | null
  @Field(() => Boolean, { defaultValue: false, description: 'Lists what was taken back, and what took it back, too.' })
  corrections!: boolean
}

@ObjectType({ description: 'An event as a part of a figure.' })
export class ExplainedEvent {
  @Field(() => ActivityEvent, { description: 'The event, as the activity log tells it.' }) event!: ActivityEvent
  @Field(() => Float, { description: 'What it counts: 1, the records of a look-up, dollars of a cost.' })
  amount!: number
  @Field(() => GraphQLDateTimeISO, { description: 'When it counts: of a correction, when what it takes back counted.' })
  at!: Date
}

@ObjectType({ description: 'An event in a page, with its cursor.' })
export class ExplainedEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => ExplainedEvent, { description: 'The event with what it counts.' }) node!: ExplainedEvent
}

@ObjectType({ description: 'The events that a figure is made of, latest first: each that counts and stands.' })
export class Explanation {
  @Field(() => FigureEnum, { description: 'The figure that was asked for.' }) figure!: Metric
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'Null for what stands now, whenever it came.' })
  from!: Date | null
  @Field(() => GraphQLDateTimeISO, {
    ...maybe,
    description: 'The first moment after what is counted; null for what stands now.',
  })
  to!: Date | null
  @Field(() => Float, { description: 'The figure: the amounts of all pages together.' }) total!: number
  @Field(() => [ExplainedEdge], { description: 'Latest first.' }) edges!: ExplainedEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}
