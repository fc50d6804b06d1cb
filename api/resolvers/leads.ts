import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import type { PropertyType } from '../domain/enums.ts'
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
import { MessageResult, UserRef } from '../schema/common.ts'
import { PropertyTypeEnum } from '../schema/enums.ts'
import {
  CreateLeadInput,
  Lead,
  LeadConnection,
  LeadCounters,
  LeadFilter,
  LeadGroup,
  RetagResult,
  UpdateLeadInput,
} from '../schema/leads.ts'
import { Property } from '../schema/properties.ts'
import { toConnection } from '../graphql/connections.ts'
import { afterArg, firstArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => Lead)
export class LeadsResolver {
  @Query(() => Lead, { nullable: true, description: 'One lead.' })
  lead(
    @Arg('id', () => ID, { description: "The lead's id; an unknown one, or another's, is answered NOT_FOUND." })
    id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadView> {
    return readLead(ctx, id)
  }

  @Query(() => LeadConnection, { description: 'Leads, newest first; for a rep their own.' })
  async leads(
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Arg('filter', () => LeadFilter, { nullable: true, description: 'Which leads; all of them where it is left out.' })
    filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    const page = await listLeads(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => LeadCounters, { description: 'The figures above the list.' })
  leadCounters(
    @Arg('filter', () => LeadFilter, { nullable: true, description: 'Which leads; all of them where it is left out.' })
    filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadCounters> {
    return countLeadsByStatus(ctx, filter ?? {})
  }

  @Query(() => [LeadGroup], { description: 'The sections of the grouped view, most leads first.' })
  leadGroups(
    @Arg('filter', () => LeadFilter, { nullable: true, description: 'Which leads; all of them where it is left out.' })
    filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadGroup[]> {
    return countLeadsByTag(ctx, filter ?? {})
  }

  @Query(() => [ID], { description: "What 'Select All' selects: the ids in all pages, at most 10,000." })
  leadIds(
    @Arg('filter', () => LeadFilter, { nullable: true, description: 'Which leads; all of them where it is left out.' })
    filter: LeadFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<string[]> {
    return listLeadIds(ctx, filter ?? {})
  }

  @Mutation(() => Lead, { description: 'Makes a lead, and saves its property with it when that is new.' })
  createLead(
    @Arg('input', () => CreateLeadInput, { description: 'The house and what is wanted there.' }) input: CreateLeadInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadView> {
    return createLead(ctx, input)
  }

  @Mutation(() => Lead, { description: 'Gives a lead another status or tag.' })
  updateLead(
    @Arg('id', () => ID, { description: "The lead's id." }) id: string,
    @Arg('input', () => UpdateLeadInput, { description: 'What to change.' }) input: UpdateLeadInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LeadView> {
    return updateLead(ctx, id, input)
  }

  @Mutation(() => RetagResult, { description: 'Gives many leads one tag.' })
  async retagLeads(
    @Arg('ids', () => [ID], { description: 'The leads; those that have the tag already are passed over.' })
    ids: string[],
    @Arg('tag', () => PropertyTypeEnum, { description: 'The service they are for from now on.' }) tag: PropertyType,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<RetagResult> {
    return { changed: await retagLeads(ctx, ids, tag) }
  }

  @Mutation(() => MessageResult, { description: 'Deletes a lead.' })
  async deleteLead(
    @Arg('id', () => ID, { description: "The lead's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await deleteLead(ctx, id)
    return { message: messages.leadDeleted }
  }

  @FieldResolver(() => Property, {
    nullable: true,
    description: 'Its house; null for a rep it is no longer assigned to.',
  })
  property(@Root() lead: LeadView, @Ctx() { loaders }: ResolverContext) {
    return loaders.property.load(lead.propertyId)
  }

  @FieldResolver(() => UserRef, { nullable: true, description: 'Who created it.' })
  rep(@Root() lead: LeadView, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return loaders.user.load(lead.repId)
  }
}

@Resolver(() => LeadConnection)
export class LeadConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: ResolverContext): Promise<number> {
    return countLeads(ctx, filter)
  }
}
