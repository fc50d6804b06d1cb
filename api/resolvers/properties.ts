import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, FieldResolver, Float, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import type { PropertyView } from '../usecases/properties/propertyRows.ts'
import { createProperty } from '../usecases/properties/createProperty.ts'
import { deleteProperty } from '../usecases/properties/deleteProperty.ts'
import { listAssignableUsers } from '../usecases/properties/assignableUsers.ts'
import { readProperty } from '../usecases/properties/readProperty.ts'
import { updateProperty } from '../usecases/properties/updateProperty.ts'
import { refreshOwner } from '../usecases/locating/ownerRefresh.ts'
import { listPropertiesWithLeads, type PropertyWithLeads } from '../usecases/leads/propertiesWithLeads.ts'
import { toHistoryQuery, type HistoryEntry } from '../usecases/properties/propertyHistory.ts'
import {
  countProperties,
  listProperties,
  listTagsInUse,
  type PropertyFilter as Filter,
} from '../usecases/properties/propertyList.ts'
import { readPropertyMap } from '../usecases/properties/propertyMap.ts'
import { largestOuterRing } from '../services/parcels/outline.ts'
import { BoundsInput, MessageResult, Point, UserRef } from '../schema/common.ts'
import { PropertyTypeEnum } from '../schema/enums.ts'
import { Knock } from '../schema/knocking.ts'
import { Lead } from '../schema/leads.ts'
import {
  AssignableUser,
  NewPropertyInput,
  OwnerRefresh,
  Property,
  PropertyConnection,
  PropertyFilter,
  PropertyHistoryConnection,
  PropertyHistoryEntry,
  PropertyMap,
  UpdatePropertyInput,
} from '../schema/properties.ts'
import { selectsPath } from '../graphql/selections.ts'
import { toConnection } from '../graphql/connections.ts'
import { afterArg, firstArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => Property)
export class PropertiesResolver {
  @Query(() => Property, { nullable: true, description: 'One property.' })
  property(
    @Arg('id', () => ID, { description: "The property's id; an unknown one, or another's, is answered NOT_FOUND." })
    id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<PropertyView> {
    return readProperty(ctx, id)
  }

  @Query(() => PropertyConnection, { description: 'Properties, newest first; for a rep those assigned to them.' })
  async properties(
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Arg('filter', () => PropertyFilter, {
      nullable: true,
      description: 'Which properties; all of them where it is left out.',
    })
    filter: PropertyFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    // Leads that are asked for with a list are read with it: one transaction less, and no promise for each.
    const list = selectsPath(info, ['edges', 'node', 'leads']) ? listPropertiesWithLeads : listProperties
    const page = await list(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => PropertyMap, { description: 'The properties in view, as markers and clusters.' })
  propertyMap(
    @Arg('bounds', () => BoundsInput, { description: 'What the map shows.' }) bounds: BoundsInput,
    @Arg('zoom', () => Float, {
      description: 'How near it is, in levels of a web map: it decides between markers and clusters.',
    })
    zoom: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<PropertyMap> {
    return readPropertyMap(ctx, bounds, zoom)
  }

  @Query(() => [AssignableUser], {
    description: "Whose house a property can be: of its team, or without one of the caller's. For owners and admins.",
  })
  assignableUsers(
    @Arg('propertyId', () => ID, {
      nullable: true,
      description: "The property that is to be assigned; its tenant decides. The caller's own where it is left out.",
    })
    propertyId: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<AssignableUser[]> {
    return listAssignableUsers(ctx, propertyId ?? null)
  }

  @Mutation(() => OwnerRefresh, { description: 'Asks the parcel records for the owner again, and saves what differs.' })
  refreshOwner(
    @Arg('id', () => ID, { description: "The property's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return refreshOwner(ctx, id)
  }

  @Mutation(() => Property, { description: 'Saves a property without a lead.' })
  createProperty(
    @Arg('input', () => NewPropertyInput, { description: 'What is known of the house.' }) input: NewPropertyInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<PropertyView> {
    return createProperty(ctx, input)
  }

  @Mutation(() => Property, { description: 'Changes what is given of a property.' })
  updateProperty(
    @Arg('id', () => ID, { description: "The property's id." }) id: string,
    @Arg('input', () => UpdatePropertyInput, { description: 'What to change.' }) input: UpdatePropertyInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<PropertyView> {
    return updateProperty(ctx, id, input)
  }

  @Mutation(() => MessageResult, { description: 'Deletes a property and its leads.' })
  async deleteProperty(
    @Arg('id', () => ID, { description: "The property's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await deleteProperty(ctx, id)
    return { message: messages.propertyDeleted }
  }

  @FieldResolver(() => UserRef, { nullable: true, description: 'The rep whose house it is.' })
  assignedTo(@Root() property: PropertyView, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return property.assignedTo ? loaders.user.load(property.assignedTo) : Promise.resolve(null)
  }

  @FieldResolver(() => [Point], {
    nullable: true,
    description: 'The outer edge of its parcel, where showing it costs nothing.',
  })
  async outline(@Root() { lat, lng }: PropertyView, @Ctx() { loaders }: ResolverContext) {
    const outline = await loaders.outline.load({ lat, lng })
    return outline && largestOuterRing(outline)
  }

  @FieldResolver(() => PropertyHistoryConnection, { description: 'Who did what at this door, newest first.' })
  async history(
    @Root() property: PropertyView,
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Ctx() { loaders }: ResolverContext,
  ) {
    return toConnection(await loaders.history.load(toHistoryQuery(property, { limit: clampLimit(first ?? 20), after })))
  }

  @FieldResolver(() => [Lead], { description: 'Its leads that may be seen, newest first.' })
  leads(@Root() property: PropertyView | PropertyWithLeads, @Ctx() { loaders }: ResolverContext) {
    return 'leads' in property ? property.leads : loaders.leads.load(property.id)
  }

  @FieldResolver(() => [Knock], { description: 'The knocks on its door that stand, newest first.' })
  knocks(@Root() property: PropertyView, @Ctx() { loaders }: ResolverContext) {
    return loaders.knocks.load(property.id)
  }
}

@Resolver(() => PropertyConnection)
export class PropertyConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: ResolverContext): Promise<number> {
    return countProperties(ctx, filter)
  }

  @FieldResolver(() => [PropertyTypeEnum], { description: 'The tags that the properties the caller may see have.' })
  tagsFound(@Ctx() { ctx }: ResolverContext) {
    return listTagsInUse(ctx)
  }
}

@Resolver(() => PropertyHistoryEntry)
export class PropertyHistoryResolver {
  @FieldResolver(() => UserRef, { nullable: true, description: 'Who did it; null for an account that is gone.' })
  actor(@Root() { actorId }: HistoryEntry, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return actorId ? loaders.user.load(actorId) : Promise.resolve(null)
  }

  @FieldResolver(() => UserRef, { nullable: true, description: 'Of an assignment: whose house it became.' })
  assignedTo(@Root() { assignedToId }: HistoryEntry, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return assignedToId ? loaders.user.load(assignedToId) : Promise.resolve(null)
  }
}
