import { Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import { authorize, requireTenant } from '../domain/permissions.ts'
import { toConnection } from '../graphql/connections.ts'
import type { Loaders } from '../graphql/loaders.ts'
import { throttleReads, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { watchView } from '../live/sharedView.ts'
import { IdArg, InputArg, MessageResult, nullable, UserRef } from '../schema/common.ts'
import {
  CreateWebhookInput,
  NewWebhook,
  RotatedWebhookSecret,
  TestWebhookArgs,
  UpdateWebhookInput,
  Webhook,
  WebhookDeliveriesArgs,
  WebhookDelivery,
  WebhookDeliveryConnection,
} from '../schema/webhooks.ts'
import {
  countDeliveries,
  listDeliveries,
  readDelivery,
  resendDelivery,
  type DeliveryFilter,
} from '../usecases/webhooks/webhookDeliveries.ts'
import type { WebhookView } from '../usecases/webhooks/webhookRows.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookEventTypes,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../usecases/webhooks/webhooks.ts'

const hourMs = 3_600_000

/** The next full hour, when the last 24 hours of a webhook begin an hour later. */
function startOfNextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
}

const ownOfKey = 'An API key can change only the webhooks that it created: others fail with FORBIDDEN.'

@Resolver(() => Webhook)
export class WebhooksResolver {
  @Query(() => [Webhook], { description: 'The webhooks of the tenant, oldest first.' })
  webhooks(@Ctx('ctx') ctx: Context): Promise<Webhook[]> {
    return listWebhooks(ctx)
  }

  @Query(() => [String], { description: 'The event types that a webhook can choose.' })
  webhookEventTypes(@Ctx('ctx') ctx: Context): string[] {
    return listWebhookEventTypes(ctx)
  }

  @Query(() => WebhookDeliveryConnection, {
    description: 'The deliveries of a webhook, latest event first. They are kept for 30 days after they ended.',
  })
  async webhookDeliveries(
    @Ctx('ctx') ctx: Context,
    @Args(() => WebhookDeliveriesArgs) { id, statuses, type, first, after }: WebhookDeliveriesArgs,
  ) {
    const filter = { statuses, type }
    const page = await listDeliveries(ctx, id, filter, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), webhookId: id, filter }
  }

  @Query(() => WebhookDelivery, {
    description: 'One delivery of a webhook of the tenant, with what was sent and answered.',
  })
  webhookDelivery(@Ctx('ctx') ctx: Context, @IdArg('Id of the delivery.') id: string): Promise<WebhookDelivery> {
    return readDelivery(ctx, id)
  }

  @Mutation(() => NewWebhook, {
    description: `Creates a webhook, which gets the events from now on. One that an API key creates is disabled when the key is revoked or expires, or when its owner may not manage webhooks any more. Fails with CONFLICT if the tenant has 20 webhooks.`,
  })
  createWebhook(
    @Ctx('ctx') ctx: Context,
    @InputArg(CreateWebhookInput, 'URL and event types.') input: CreateWebhookInput,
  ): Promise<NewWebhook> {
    return createWebhook(ctx, input)
  }

  @Mutation(() => Webhook, { description: `Changes, disables or enables a webhook. ${ownOfKey}` })
  updateWebhook(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the webhook.') id: string,
    @InputArg(UpdateWebhookInput, 'Changes to apply; omitted fields are unchanged.') input: UpdateWebhookInput,
  ): Promise<Webhook> {
    return updateWebhook(ctx, id, input)
  }

  @Mutation(() => Webhook, {
    description:
      'Sends a test to a webhook, whatever event types it has chosen: a sample of the type, or without one an event of type WebhookChanged with the change tested. Fails with CONFLICT while it is disabled.',
  })
  testWebhook(@Ctx('ctx') ctx: Context, @Args(() => TestWebhookArgs) { id, type }: TestWebhookArgs): Promise<Webhook> {
    return testWebhook(ctx, id, type)
  }

  @Mutation(() => RotatedWebhookSecret, {
    description: `Gives a webhook another secret. For 24 hours, its deliveries are signed with the one before, too. ${ownOfKey}`,
  })
  rotateWebhookSecret(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the webhook.') id: string,
  ): Promise<RotatedWebhookSecret> {
    return rotateWebhookSecret(ctx, id)
  }

  @Mutation(() => MessageResult, { description: `Deletes a webhook and its deliveries. ${ownOfKey}` })
  async deleteWebhook(@Ctx('ctx') ctx: Context, @IdArg('Id of the webhook.') id: string): Promise<MessageResult> {
    await deleteWebhook(ctx, id)
    return { message: messages.webhookDeleted }
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Sends a delivery now, with the same id. One that has ended begins anew, with all its attempts. Fails with CONFLICT while its webhook is disabled.',
  })
  resendDelivery(@Ctx('ctx') ctx: Context, @IdArg('Id of the delivery.') id: string): Promise<WebhookDelivery> {
    return resendDelivery(ctx, id)
  }

  @Subscription(() => [Webhook], {
    description:
      'Sends the webhooks of the tenant, and again when one of them changes or a delivery is tried, at most once a second.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => {
      authorize(ctx.actor, 'webhook.manage')
      return watchView(
        ctx,
        { tenantId: requireTenant(ctx.actor), topic: 'webhooks', name: 'all' },
        throttleReads(() => listWebhooks(ctx)),
        { validUntil: () => startOfNextHour(ctx.now()) },
      )
    },
  })
  webhooksChanged(@Root() webhooks: WebhookView[]): Webhook[] {
    return webhooks
  }

  @FieldResolver(() => UserRef, nullable('The user who created the webhook.'))
  createdBy(@Root() webhook: WebhookView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(webhook.createdBy)
  }
}

@Resolver(() => WebhookDeliveryConnection)
export class WebhookDeliveryConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(
    @Ctx('ctx') ctx: Context,
    @Root() { webhookId, filter }: { webhookId: string; filter: DeliveryFilter },
  ): Promise<number> {
    return countDeliveries(ctx, webhookId, filter)
  }
}
