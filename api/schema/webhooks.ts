import { GraphQLDateTimeISO } from 'graphql-scalars'
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { WebhookDeliveryStatus, WebhookDisabledReason } from '../domain/webhooks/webhooks.ts'
import { Edge, nullable, Page, PageArgs } from './common.ts'
import { WebhookDeliveryStatusEnum, WebhookDisabledReasonEnum } from './enums.ts'

@ObjectType({ description: 'The attempts of an hour to deliver to a webhook.' })
export class WebhookHour {
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the hour.' }) hour!: Date
  @Field(() => Int, { description: 'Number of attempts that succeeded.' }) delivered!: number
  @Field(() => Int, { description: 'Number of attempts that failed.' }) failed!: number
}

@ObjectType({ description: "A URL that gets the events of the tenant's activity log, as Standard Webhooks specifies." })
export class Webhook {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field({ description: 'The https URL to which events are posted.' }) url!: string
  @Field(() => [String], { description: 'Event types that are sent: LeadCreated, DoorKnocked, …; `*` for all.' })
  types!: string[]
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => ID, nullable('The API key that created it, with which it ends; null if a person did.'))
  apiKeyId!: string | null
  @Field(() => GraphQLDateTimeISO, nullable('When it was disabled; null while it is enabled.'))
  disabledAt!: Date | null
  @Field(() => WebhookDisabledReasonEnum, nullable('Why it is disabled; null while it is enabled.'))
  disabledReason!: WebhookDisabledReason | null
  @Field(
    () => GraphQLDateTimeISO,
    nullable('The first failure since the last delivery; null if the last one succeeded.'),
  )
  failingSince!: Date | null
  @Field(() => Int, { description: 'Number of deliveries that were not tried yet.' }) waitingCount!: number
  @Field(() => Int, { description: 'Number of deliveries that failed and are tried again.' }) retryingCount!: number
  @Field(() => Int, { description: 'Number of deliveries that were given up, in the last 30 days.' })
  failedCount!: number
  @Field(() => [WebhookHour], { description: 'The attempts of the last 24 hours; hours without any are left out.' })
  hours!: WebhookHour[]
}

@InputType({ description: 'A webhook to create.' })
export class CreateWebhookInput {
  @Field({ description: 'An https URL on a public host, without a user name or password, at most 2,048 bytes.' })
  url!: string
  @Field(() => [String], {
    description: 'Event types, as in `webhookEventTypes`; `*` for all, also of later releases.',
  })
  types!: string[]
}

@InputType({ description: 'Changes of a webhook. Omitted fields are unchanged.' })
export class UpdateWebhookInput {
  @Field(() => String, nullable('The new URL.')) url?: string | null
  @Field(() => [String], nullable('The new event types, for later events.')) types?: string[] | null
  @Field(() => Boolean, {
    nullable: true,
    description:
      'false disables it: its deliveries wait. true enables it: it continues where it stopped, with the events since then.',
  })
  enabled?: boolean | null
  @Field(() => Boolean, nullable('With `enabled: true`: do not send the events since it was disabled.'))
  skipMissed?: boolean | null
}

@ObjectType({ description: 'A newly created webhook.' })
export class NewWebhook {
  @Field({
    description: 'The secret that signs its deliveries: `whsec_…`. It cannot be read again, so store it securely.',
  })
  secret!: string
  @Field(() => Webhook, { description: 'The webhook that was created.' }) webhook!: Webhook
}

@ObjectType({ description: 'The new secret of a webhook.' })
export class RotatedWebhookSecret {
  @Field({
    description: 'The secret that signs its deliveries from now on. It cannot be read again, so store it securely.',
  })
  secret!: string
  @Field(() => GraphQLDateTimeISO, { description: 'Until then, the secret before signs them too.' })
  previousSecretUntil!: Date
  @Field(() => Webhook, { description: 'The webhook whose secret it is.' }) webhook!: Webhook
}

@ArgsType()
export class TestWebhookArgs {
  @Field(() => ID, { description: 'Id of the webhook.' }) id!: string
  @Field(() => String, nullable('The event type of which a sample is sent; one of `webhookEventTypes`.'))
  type?: string | null
}

@ObjectType({ description: 'One attempt to deliver.' })
export class WebhookTry {
  @Field(() => GraphQLDateTimeISO, { description: 'When it began.' }) at!: string
  @Field(() => Int, nullable('Status code of the answer; null if there was none.')) status!: number | null
  @Field(() => String, nullable('Why there was no answer; null if there was one.')) error!: string | null
  @Field(() => Int, { description: 'How long it took, in milliseconds.' }) durationMs!: number
}

@ObjectType({ description: 'One event for one webhook.' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'UUID: the header webhook-id, the same each time the delivery is sent.' }) id!: string
  @Field(() => ID, { description: 'Id of the webhook that it belongs to.' }) webhookId!: string
  @Field(() => Int, { description: 'Position of the event in the activity log of the tenant.' }) position!: number
  @Field({ description: 'Type of the event.' }) type!: string
  @Field(() => ID, nullable('The property of the event. The events of a property are sent in order.'))
  propertyId!: string | null
  @Field(() => WebhookDeliveryStatusEnum, { description: 'Whether it was delivered.' }) status!: WebhookDeliveryStatus
  @Field(() => Int, { description: 'Number of attempts, since it was last sent by hand.' }) attempts!: number
  @Field(() => GraphQLDateTimeISO, nullable('When it is sent next, at the earliest; null when it has ended.'))
  nextAttemptAt!: Date | null
  @Field(() => Int, nullable('Status code of the last answer; null if there was none.')) lastStatus!: number | null
  @Field(() => String, nullable('Why there was no answer to the last attempt; null if there was one.'))
  lastError!: string | null
  @Field(() => String, nullable('The first kilobyte of the last answer.')) lastAnswer!: string | null
  @Field(() => Int, nullable('How long the last attempt took, in milliseconds.')) lastDurationMs!: number | null
  @Field(() => GraphQLDateTimeISO, nullable('When the last attempt began.')) lastAttemptAt!: Date | null
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When it was delivered or given up.')) finishedAt!: Date | null
  @Field(() => [WebhookTry], { description: 'The last 20 attempts, oldest first.' }) tries!: WebhookTry[]
  @Field({ description: 'The body that is sent, in JSON.' }) body!: string
}

@ObjectType({ description: 'A delivery with its pagination cursor.' })
export class WebhookDeliveryEdge extends Edge {
  @Field(() => WebhookDelivery, { description: 'The delivery at this cursor.' }) node!: WebhookDelivery
}

@ObjectType({ description: 'A page of deliveries, latest event first.' })
export class WebhookDeliveryConnection extends Page {
  @Field(() => [WebhookDeliveryEdge], { description: 'Deliveries, latest event first.' }) edges!: WebhookDeliveryEdge[]
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => ID, { description: 'Id of the webhook.' }) id!: string
  @Field(() => [WebhookDeliveryStatusEnum], nullable('Only deliveries with one of these statuses.'))
  statuses?: WebhookDeliveryStatus[] | null
  @Field(() => String, nullable('Only events of this type.')) type?: string | null
}
