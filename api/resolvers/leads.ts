import type { GraphQLResolveInfo } from 'graphql'
import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql'
import type { Context } from '../context.ts'
import type { LeadStatus, Priority, PropertyType } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import { authorize } from '../domain/permissions.ts'
import { checkVersion } from '../domain/versions.ts'
import { toConnection } from '../graphql/connections.ts'
import type { Loaders } from '../graphql/loaders.ts'
import { scalarFieldsOf } from '../graphql/scalarFields.ts'
import { columnsFor, selectedFields } from '../graphql/selections.ts'
import { watchChanges, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { FilterArg, IdArg, InputArg, MessageResult, nullable, PageArgs, UserRef } from '../schema/common.ts'
import { LeadStatusEnum, PriorityEnum, PropertyTypeEnum } from '../schema/enums.ts'
import {
  CreateLeadInput,
  Lead,
  LeadConnection,
  LeadCounters,
  LeadFilter,
  LeadGroup,
  LeadOrder,
  LeadsChanged,
  RetagResult,
  SetPriorityResult,
  SetStatusResult,
  UpdateLeadInput,
} from '../schema/leads.ts'
import { Property, PropertyHistoryConnection } from '../schema/properties.ts'
import { deleteLead, retagLeads, setLeadPriority, setLeadStatus, updateLead } from '../usecases/leads/leadChanges.ts'
import { countLeadsByStatus, countLeadsByTag, listLeadIds } from '../usecases/leads/leadCounts.ts'
import {
  countLeads,
  createLead,
  listLeads,
  listedColumnNames,
  readLead,
  type LeadFilter as Filter,
  type LeadView,
  type ListedLeadColumn,
} from '../usecases/leads/leads.ts'
import { toLeadHistoryQuery } from '../usecases/properties/propertyHistory.ts'

/** The columns that the resolvers of these fields use, besides those that every list reads. */
const columnsOfFields: Record<string, readonly ListedLeadColumn[]> = {
  rep: ['repId'],
  tenantName: ['tenantId'],
  history: ['tenantId', 'assignedTo'],
}

export function leadColumnsFor(fields: Set<string>): ListedLeadColumn[] {
  return columnsFor(fields, listedColumnNames, columnsOfFields)
}

@Resolver(() => Lead)
export class LeadsResolver {
  @Query(() => Lead, nullable('Reads a lead.'))
  lead(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the lead. Fails with NOT_FOUND if the lead does not exist or is not visible to the caller.')
    id: string,
  ) {
    return readLead(ctx, id)
  }

  @Query(() => LeadConnection, { description: 'Leads, by default newest first; for a rep, only their own.' })
  async leads(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Info() info: GraphQLResolveInfo,
    @FilterArg(LeadFilter, 'leads') filter?: LeadFilter,
    @Arg('orderBy', () => LeadOrder, nullable('The order; newest first by default. A cursor belongs to one order.'))
    orderBy?: LeadOrder,
  ) {
    const columns = leadColumnsFor(selectedFields(info, ['edges', 'node']))
    const page = await listLeads(ctx, filter ?? {}, { limit: clampLimit(first), after }, orderBy, columns)
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => LeadCounters, { description: 'Counts of leads by status, shown above the list.' })
  leadCounters(@Ctx('ctx') ctx: Context, @FilterArg(LeadFilter, 'leads') filter?: LeadFilter): Promise<LeadCounters> {
    return countLeadsByStatus(ctx, filter ?? {})
  }

  @Query(() => [LeadGroup], { description: 'Lead counts by tag, highest count first.' })
  leadGroups(@Ctx('ctx') ctx: Context, @FilterArg(LeadFilter, 'leads') filter?: LeadFilter): Promise<LeadGroup[]> {
    return countLeadsByTag(ctx, filter ?? {})
  }

  @Query(() => [ID], { description: "Ids of the matching leads on all pages, at most 10,000. Used by 'Select All'." })
  leadIds(@Ctx('ctx') ctx: Context, @FilterArg(LeadFilter, 'leads') filter?: LeadFilter): Promise<string[]> {
    return listLeadIds(ctx, filter ?? {})
  }

  @Mutation(() => Lead, { description: 'Creates a lead, and its property if that is new.' })
  createLead(@Ctx('ctx') ctx: Context, @InputArg(CreateLeadInput, 'The lead to create.') input: CreateLeadInput) {
    return createLead(ctx, input)
  }

  @Mutation(() => Lead, { description: 'Changes the status or tag of a lead.' })
  updateLead(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the lead.') id: string,
    @InputArg(UpdateLeadInput, 'Changes to apply.') { ifVersion, ...change }: UpdateLeadInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return updateLead(
      ctx,
      id,
      change,
      checkVersion(ifVersion, (current) => scalarFieldsOf(info, current)),
    )
  }

  @Mutation(() => RetagResult, { description: 'Changes the tag of several leads.' })
  async retagLeads(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], { description: 'Ids of the leads. Leads that already have the tag are skipped.' })
    ids: string[],
    @Arg('tag', () => PropertyTypeEnum, { description: 'New tag.' }) tag: PropertyType,
  ): Promise<RetagResult> {
    return { changed: await retagLeads(ctx, ids, tag) }
  }

  @Mutation(() => SetStatusResult, {
    description:
      'Sets the status of several leads, all or none: with one lead that is unknown or not visible to the caller, nothing changes.',
  })
  async setLeadStatus(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], { description: 'Ids of at most 1,000 leads of one tenant.' }) ids: string[],
    @Arg('status', () => LeadStatusEnum, { description: 'New status; every transition is allowed.' })
    status: LeadStatus,
  ): Promise<SetStatusResult> {
    return { changed: await setLeadStatus(ctx, ids, status) }
  }

  @Mutation(() => SetPriorityResult, {
    description:
      'Sets the priority of several leads, all or none: with one lead that is unknown or not visible to the caller, nothing changes.',
  })
  async setLeadPriority(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], { description: 'Ids of at most 1,000 leads of one tenant.' }) ids: string[],
    @Arg('priority', () => PriorityEnum, { description: 'New priority.' }) priority: Priority,
  ): Promise<SetPriorityResult> {
    return { changed: await setLeadPriority(ctx, ids, priority) }
  }

  @Mutation(() => MessageResult, { description: 'Deletes a lead.' })
  async deleteLead(@Ctx('ctx') ctx: Context, @IdArg('Id of the lead.') id: string): Promise<MessageResult> {
    await deleteLead(ctx, id)
    return { message: messages.leadDeleted }
  }

  @FieldResolver(() => Property, nullable('Property of the lead; null for a rep to whom it is no longer assigned.'))
  property(@Root() lead: LeadView, @Ctx('loaders') loaders: Loaders) {
    return loaders.property.load(lead.propertyId)
  }

  @FieldResolver(() => UserRef, nullable('The user who created the lead.'))
  rep(@Root() lead: LeadView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(lead.repId)
  }

  @FieldResolver(() => String, nullable('Name of the tenant.'))
  async tenantName(@Root() lead: LeadView, @Ctx('loaders') loaders: Loaders): Promise<string | null> {
    return (await loaders.tenant.load(lead.tenantId))?.name ?? null
  }

  @FieldResolver(() => PropertyHistoryConnection, {
    description:
      'History of the lead with the knocks at its property, newest first. For a rep to whom the property is not assigned, only their own knocks.',
  })
  async history(
    @Root() lead: LeadView,
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Ctx('loaders') loaders: Loaders,
  ) {
    const page = { limit: clampLimit(first ?? 20), after }
    return toConnection(await loaders.history.load(toLeadHistoryQuery(ctx, lead, page)))
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
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countLeads(ctx, filter)
  }
}
