import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { PropertyType } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import { authorize } from '../domain/permissions.ts'
import { toConnection } from '../graphql/connections.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { watchChanges, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { MessageResult, UserRef, afterArg, firstArg, nullable } from '../schema/common.ts'
import { PropertyTypeEnum } from '../schema/enums.ts'
import {
  CreateLeadInput,
  Lead,
  LeadConnection,
  LeadCounters,
  LeadFilter,
  LeadGroup,
  LeadsChanged,
  RetagResult,
  UpdateLeadInput,
} from '../schema/leads.ts'
import { Property } from '../schema/properties.ts'
import { deleteLead, retagLeads, updateLead } from '../usecases/leads/leadChanges.ts'
import { countLeadsByStatus, countLeadsByTag, listLeadIds } from '../usecases/leads/leadCounts.ts'
import {
  countLeads,
  createLead,
  listLeads,
  readLead,
  type LeadFilter as Filter,
  type LeadView,
} from '../usecases/leads/leads.ts'

@Resolver(() => Lead)
export class LeadsResolver {
  @Query(() => Lead, nullable('Reads a lead.'))
  lead(
    @Arg('id', () => ID, {
      description: 'Id of the lead. Fails with NOT_FOUND if the lead does not exist or is not visible to the caller.',
    })
    id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadView> {
    return readLead(ctx, id)
  }

  @Query(() => LeadConnection, { description: 'Leads, newest first; for a rep, only their own.' })
  async leads(
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Arg('filter', () => LeadFilter, nullable('Limits the result to matching leads.')) filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    const page = await listLeads(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => LeadCounters, { description: 'Counts of leads by status, shown above the list.' })
  leadCounters(
    @Arg('filter', () => LeadFilter, nullable('Limits the result to matching leads.')) filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadCounters> {
    return countLeadsByStatus(ctx, filter ?? {})
  }

  @Query(() => [LeadGroup], { description: 'Lead counts by tag, highest count first.' })
  leadGroups(
    @Arg('filter', () => LeadFilter, nullable('Limits the result to matching leads.')) filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadGroup[]> {
    return countLeadsByTag(ctx, filter ?? {})
  }

  @Query(() => [ID], { description: "Ids of the matching leads on all pages, at most 10,000. Used by 'Select All'." })
  leadIds(
    @Arg('filter', () => LeadFilter, nullable('Limits the result to matching leads.')) filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<string[]> {
    return listLeadIds(ctx, filter ?? {})
  }

  @Mutation(() => Lead, { description: 'Creates a lead, and its property if that is new.' })
  createLead(
    @Arg('input', () => CreateLeadInput, { description: 'The lead to create.' }) input: CreateLeadInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadView> {
    return createLead(ctx, input)
  }

  @Mutation(() => Lead, { description: 'Changes the status or tag of a lead.' })
  updateLead(
    @Arg('id', () => ID, { description: 'Id of the lead.' }) id: string,
    @Arg('input', () => UpdateLeadInput, { description: 'Changes to apply.' }) input: UpdateLeadInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadView> {
    return updateLead(ctx, id, input)
  }

  @Mutation(() => RetagResult, { description: 'Changes the tag of several leads.' })
  async retagLeads(
    @Arg('ids', () => [ID], { description: 'Ids of the leads. Leads that already have the tag are skipped.' })
    ids: string[],
    @Arg('tag', () => PropertyTypeEnum, { description: 'New tag.' }) tag: PropertyType,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<RetagResult> {
    return { changed: await retagLeads(ctx, ids, tag) }
  }

  @Mutation(() => MessageResult, { description: 'Deletes a lead.' })
  async deleteLead(
    @Arg('id', () => ID, { description: 'Id of the lead.' }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await deleteLead(ctx, id)
    return { message: messages.leadDeleted }
  }

  @FieldResolver(() => Property, nullable('Property of the lead; null for a rep to whom it is no longer assigned.'))
  property(@Root() lead: LeadView, @Ctx() { loaders }: ResolverContext) {
    return loaders.property.load(lead.propertyId)
  }

  @FieldResolver(() => UserRef, nullable('The user who created the lead.'))
  rep(@Root() lead: LeadView, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return loaders.user.load(lead.repId)
  }

  @Subscription(() => LeadsChanged, {
    description: 'Sends a notification after leads of the tenant were created, changed or deleted.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => {
      authorize(ctx.actor, 'lead.read')
      return watchChanges(ctx, 'leads')
    },
  })
  leadsChanged(@Root() changed: LeadsChanged): LeadsChanged {
    return changed
  }
}

@Resolver(() => LeadConnection)
export class LeadConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: ResolverContext): Promise<number> {
    return countLeads(ctx, filter)
  }
}
