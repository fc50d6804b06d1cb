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
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { scalarFieldsOf } from '../graphql/scalarFields.ts'
import { columnsFor, selectedFields } from '../graphql/selections.ts'
import { watchChanges, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { markReplayed } from '../rest/clientIds.ts'
import {
  BulkChangeResult,
  FilterArg,
  IdArg,
  InputArg,
  MessageResult,
  nullable,
  PageArgs,
  UserRef,
} from '../schema/common.ts'
import { LeadStatusEnum, PriorityEnum, PropertyTypeEnum } from '../schema/enums.ts'
import {
  CreateLeadInput,
  DuplicateLeads,
  Lead,
  LeadConnection,
  LeadCounters,
  LeadDuplicate,
  LeadFilter,
  LeadGroup,
  LeadNote,
  LeadNoteConnection,
  LeadOrder,
  LeadStage,
  LeadStageInput,
  LeadsChanged,
  RetagResult,
  SetStatusResult,
  UpdateLeadInput,
} from '../schema/leads.ts'
import { Property, PropertyHistoryConnection } from '../schema/properties.ts'
import { assignLeads } from '../usecases/leads/assignLeads.ts'
import { deleteLead, retagLeads, setLeadPriority, setLeadStatus, updateLead } from '../usecases/leads/leadChanges.ts'
import { countLeadsByStatus, countLeadsByTag, listLeadIds } from '../usecases/leads/leadCounts.ts'
import { dismissDuplicates } from '../usecases/leads/dismissDuplicates.ts'
import { listDuplicateLeads, listLeadDuplicates } from '../usecases/leads/leadDuplicates.ts'
import { addLeadNote, type LeadNote as LeadNoteView } from '../usecases/leads/leadNotes.ts'
import {
  listLeadStages,
  setLeadStage,
  setLeadStages,
  type LeadStageInput as StageInput,
} from '../usecases/leads/leadStages.ts'
import { mergeLeads } from '../usecases/leads/mergeLeads.ts'
import {
  countLeads,
  createLead,
  listLeads,
  listedColumnNames,
  readLead,
  type LeadView,
  type ListedLeadColumn,
} from '../usecases/leads/leads.ts'
import type { LeadFilter as Filter } from '../usecases/leads/leadFilters.ts'
import { toLeadHistoryQuery } from '../usecases/properties/propertyHistory.ts'

/** The columns that the resolvers of these fields use, besides those that every list reads. */
const columnsOfFields: Record<string, readonly ListedLeadColumn[]> = {
  rep: ['repId'],
  history: ['propertyAssignedTo'],
  assignedTo: ['assignedTo'],
  stage: ['stageId'],
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

  @Query(() => LeadConnection, {
    description: 'Leads, by default newest first; for a rep, those that they created or that are assigned to them.',
  })
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
    return { ...toConnection(page, after), filter: filter ?? {} }
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

  @Query(() => [LeadStage], {
    description: 'The stages of the tenant between NEW and COMPLETED, in its order; none by default.',
  })
  leadStages(@Ctx('ctx') ctx: Context): Promise<LeadStage[]> {
    return listLeadStages(ctx)
  }

  @Query(() => [LeadDuplicate], {
    description: 'Other leads at the same property, parcel or address. Only for owners and admins.',
  })
  leadDuplicates(@Ctx('ctx') ctx: Context, @IdArg('Id of the lead.') id: string) {
    return listLeadDuplicates(ctx, id)
  }

  @Query(() => [DuplicateLeads], {
    description: 'Groups of leads at the same property, parcel or address. Only for owners and admins.',
  })
  duplicateLeads(
    @Ctx('ctx') ctx: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Maximum number of groups, 1 to 100.' }) first: number,
  ) {
    return listDuplicateLeads(ctx, Math.min(Math.max(first, 1), 100))
  }

  @Mutation(() => Lead, { description: 'Creates a lead, and its property if that is new.' })
  async createLead(
    @Ctx() { ctx, response }: ResolverContext,
    @InputArg(CreateLeadInput, 'The lead to create.') input: CreateLeadInput,
  ) {
    return markReplayed(response, await createLead(ctx, input))
  }

  @Mutation(() => Lead, { description: 'Changes the given fields of a lead.' })
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

  @Mutation(() => BulkChangeResult, {
    description:
      'Assigns leads to a user or to nobody. Leads with `ids` are changed all or none; those of a `filter`, at most 10,000, in batches of 1,000.',
  })
  async assignLeads(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], nullable('Ids of at most 1,000 leads of one tenant. Either `ids` or `filter` is given.'))
    ids?: string[],
    @Arg('filter', () => LeadFilter, nullable('Assigns all leads that match.')) filter?: LeadFilter,
    @Arg('userId', () => ID, nullable('An active member of the tenant; null or omitted to unassign the leads.'))
    userId?: string,
  ): Promise<BulkChangeResult> {
    return { changed: await assignLeads(ctx, { ids, filter }, userId ?? null) }
  }

  @Mutation(() => BulkChangeResult, {
    description: 'Puts leads into a stage, all or none. A stage sets their status to CONTACTED.',
  })
  async setLeadStage(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], { description: 'Ids of at most 1,000 leads of one tenant.' }) ids: string[],
    @Arg('stageId', () => ID, nullable('Id of the stage; null or omitted to take the leads out of their stages.'))
    stageId?: string,
  ): Promise<BulkChangeResult> {
    return { changed: await setLeadStage(ctx, ids, stageId ?? null) }
  }

  @Mutation(() => [LeadStage], {
    description:
      'Replaces the stages of the tenant. Leads in a stage that is left out have no stage afterwards. Only for owners and admins.',
  })
  setLeadStages(
    @Ctx('ctx') ctx: Context,
    @Arg('stages', () => [LeadStageInput], { description: 'The stages in their order, at most 12.' })
    stages: LeadStageInput[],
  ): Promise<LeadStage[]> {
    return setLeadStages(ctx, stages as StageInput[])
  }

  @Mutation(() => LeadNote, { description: 'Adds a note to a lead.' })
  async addLeadNote(
    @Ctx() { ctx, response }: ResolverContext,
    @Arg('leadId', () => ID, { description: 'Id of the lead.' }) leadId: string,
    @Arg('text', () => String, { description: 'The text, at most 2,000 characters.' }) text: string,
    @Arg(
      'id',
      () => ID,
      nullable(
        'UUID generated by the client for this note. Sending it again with the same content has no effect; with other content it fails with CONFLICT.',
      ),
    )
    id?: string,
  ) {
    return markReplayed(response, await addLeadNote(ctx, { id, leadId, text }))
  }

  @Mutation(() => Lead, {
    description:
      'Merges other leads into a lead, which gets their notes, their history, and their values for its empty fields. They are deleted. Only for owners and admins.',
  })
  mergeLeads(
    @Ctx('ctx') ctx: Context,
    @Arg('keepId', () => ID, { description: 'Id of the lead to keep.' }) keepId: string,
    @Arg('mergeIds', () => [ID], { description: 'Ids of at most 20 leads to merge into it, of the same tenant.' })
    mergeIds: string[],
  ) {
    return mergeLeads(ctx, keepId, mergeIds)
  }

  @Mutation(() => BulkChangeResult, {
    description:
      'Remembers for the tenant that leads are no duplicates of each other, so that they are not listed as such until another lead joins them; or forgets it. Only for owners and admins.',
  })
  async dismissDuplicates(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], { description: 'Ids of 2 to 1,000 leads of one tenant.' }) ids: string[],
    @Arg('dismissed', () => Boolean, { defaultValue: true, description: 'False to list them as duplicates again.' })
    dismissed: boolean,
  ): Promise<BulkChangeResult> {
    return { changed: await dismissDuplicates(ctx, ids, dismissed) }
  }

  @Mutation(() => BulkChangeResult, {
    description:
      'Sets the priority of several leads, all or none: with one lead that is unknown or not visible to the caller, nothing changes.',
  })
  async setLeadPriority(
    @Ctx('ctx') ctx: Context,
    @Arg('ids', () => [ID], { description: 'Ids of at most 1,000 leads of one tenant.' }) ids: string[],
    @Arg('priority', () => PriorityEnum, { description: 'New priority.' }) priority: Priority,
  ): Promise<BulkChangeResult> {
    return { changed: await setLeadPriority(ctx, ids, priority) }
  }

  @Mutation(() => MessageResult, { description: 'Deletes a lead.' })
  async deleteLead(@Ctx('ctx') ctx: Context, @IdArg('Id of the lead.') id: string): Promise<MessageResult> {
    await deleteLead(ctx, id)
    return { message: messages.leadDeleted }
  }

  @FieldResolver(() => Property, nullable('Property of the lead; null for a rep to whom it is no longer assigned.'))
  property(@Root() { tenantId, propertyId }: LeadView, @Ctx('loaders') loaders: Loaders) {
    return loaders.property.load({ tenantId, id: propertyId })
  }

  @FieldResolver(() => UserRef, nullable('The user who created the lead.'))
  rep(@Root() lead: LeadView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(lead.repId)
  }

  @FieldResolver(() => UserRef, nullable('The user who works on the lead; null for nobody.'))
  assignedTo(@Root() lead: LeadView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return lead.assignedTo ? loaders.user.load(lead.assignedTo) : Promise.resolve(null)
  }

  @FieldResolver(() => LeadStage, nullable('The stage of the lead; null if it has none.'))
  stage(@Root() { tenantId, stageId }: LeadView, @Ctx('loaders') loaders: Loaders): Promise<LeadStage | null> {
    return stageId ? loaders.leadStage.load({ tenantId, id: stageId }) : Promise.resolve(null)
  }

  @FieldResolver(() => LeadNoteConnection, { description: 'Notes of the lead, newest first.' })
  async notes(
    @Root() { id, tenantId }: LeadView,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Ctx('loaders') loaders: Loaders,
  ) {
    const page = { limit: clampLimit(first ?? 20), after }
    return toConnection(await loaders.leadNotes.load({ lead: { id, tenantId }, page }), after)
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
    return toConnection(await loaders.history.load(toLeadHistoryQuery(ctx, lead, page)), after)
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

@Resolver(() => LeadNote)
export class LeadNoteResolver {
  @FieldResolver(() => UserRef, nullable('The user who wrote the note.'))
  author(@Root() note: LeadNoteView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(note.authorId)
  }
}
