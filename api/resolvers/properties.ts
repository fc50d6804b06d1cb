import type { GraphQLResolveInfo } from 'graphql'
import { GraphQLDateTimeISO } from 'graphql-scalars'
import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Float,
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
import { unitOf } from '../domain/addresses/parseAddress.ts'
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
  BoundsInput,
  BulkChangeResult,
  FilterArg,
  IdArg,
  InputArg,
  MessageResult,
  nullable,
  PageArgs,
  Point,
  UserRef,
} from '../schema/common.ts'
import { KnockOutcomeEnum, PropertyTypeEnum } from '../schema/enums.ts'
import { DoNotKnock } from '../schema/doNotKnock.ts'
import { Knock } from '../schema/knocking.ts'
import { Lead, LeadStage } from '../schema/leads.ts'
import { OwnerRefresh } from '../schema/locating.ts'
import {
  AddressMixUps,
  AssignableUser,
  Building,
  MapMarker,
  NewPropertyInput,
  PropertiesChanged,
  Property,
  PropertyConnection,
  PropertyFilter,
  PropertyHistoryConnection,
  PropertyHistoryEntry,
  MapNeighborhood,
  PropertyMap,
  PropertyOrder,
  ReplacedOwner,
  UpdatePropertyInput,
} from '../schema/properties.ts'
import { largestOuterRing } from '../services/parcels/outline.ts'
import { leadColumnsFor } from './leads.ts'
import { maxKnocks } from '../usecases/knocking/propertyKnocks.ts'
import { maxPropertyLeads } from '../usecases/leads/leads.ts'
import { canListWithLeads, listPropertiesWithLeads } from '../usecases/leads/propertiesWithLeads.ts'
import { listAddressMixUps } from '../usecases/locating/addressMixUps.ts'
import { correctOwner } from '../usecases/locating/correctOwner.ts'
import { refreshOwner } from '../usecases/locating/ownerRefresh.ts'
import { saveNearbyOwner } from '../usecases/locating/saveNearbyOwner.ts'
import { assignProperties } from '../usecases/properties/assignProperties.ts'
import { listAssignableUsers } from '../usecases/properties/assignableUsers.ts'
import type { Building as BuildingUnits } from '../usecases/properties/buildings.ts'
import { createProperty } from '../usecases/properties/createProperty.ts'
import { shownMark } from '../usecases/properties/doorMarks.ts'
import { deleteProperty } from '../usecases/properties/deleteProperty.ts'
import { toHistoryQuery, type HistoryEntry } from '../usecases/properties/propertyHistory.ts'
import { countProperties, listProperties, listTagsInUse } from '../usecases/properties/propertyList.ts'
import type { PropertyFilter as Filter } from '../usecases/properties/propertyFilters.ts'
import { readNeighborhoodsInView } from '../usecases/properties/neighborhoodsInView.ts'
import { readPropertyMap, type MapMarker as Marker } from '../usecases/properties/propertyMap.ts'
import { listPropertyNeighborhoods } from '../usecases/properties/propertyNeighborhoods.ts'
import { propertyColumnNames, type PropertyColumn, type PropertyView } from '../records/propertyRows.ts'
import { restoreOwner, type ReplacedOwner as ReplacedOwnerView } from '../usecases/properties/replacedOwners.ts'
import { readDoor } from '../usecases/properties/teamDoors.ts'
import { updateProperty } from '../usecases/properties/updateProperty.ts'

const unitDescription = "Unit of the address as written: 'Unit 3', 'Apt B', 'Rear'; null without one."

/** The columns that the resolvers of these fields use, besides those that every list reads. */
const columnsOfFields: Record<string, readonly PropertyColumn[]> = {
  outline: ['lat', 'lng'],
  history: ['assignedTo'],
  unit: ['address'],
  unitsHere: ['lat', 'lng', 'streetNumber'],
  building: ['address', 'lat', 'lng', 'streetNumber'],
  recordedUnits: ['address', 'lat', 'lng', 'streetNumber'],
}

@Resolver(() => Property)
export class PropertiesResolver {
  @Query(() => Property, nullable('Reads a property.'))
  property(
    @Ctx('ctx') ctx: Context,
    @IdArg(
      'Id of the property. Fails with NOT_FOUND if the property does not exist or is not visible to the caller. The property of a colleague is `limited`.',
    )
    id: string,
  ) {
    return readDoor(ctx, id)
  }

  @Query(() => PropertyConnection, {
    description: 'Properties, by default newest first; for a rep, only assigned ones.',
  })
  async properties(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Info() info: GraphQLResolveInfo,
    @FilterArg(PropertyFilter, 'properties') filter?: PropertyFilter,
    @Arg('orderBy', () => PropertyOrder, nullable('The order; newest first by default. A cursor belongs to one order.'))
    orderBy?: PropertyOrder,
  ) {
    const fields = selectedFields(info, ['edges', 'node'])
    const columns = columnsFor(fields, propertyColumnNames, columnsOfFields)
    const request = { limit: clampLimit(first), after }
    // If leads are selected, read them with the list: saves a statement, and a promise for each property.
    const page =
      fields.has('leads') && canListWithLeads(ctx)
        ? await listPropertiesWithLeads(ctx, filter ?? {}, request, orderBy, {
            property: columns,
            lead: leadColumnsFor(selectedFields(info, ['edges', 'node', 'leads'])),
          })
        : await listProperties(ctx, filter ?? {}, request, orderBy, columns)
    return { ...toConnection(page, after), filter: filter ?? {} }
  }

  @Query(() => [String], {
    description:
      'Names of the neighborhoods of the properties, at most 1,000 in alphabetical order; for a rep, of assigned properties.',
  })
  propertyNeighborhoods(@Ctx('ctx') ctx: Context): Promise<string[]> {
    return listPropertyNeighborhoods(ctx)
  }

  @Query(() => PropertyMap, { description: 'The properties in a map view, as markers and clusters.' })
  propertyMap(
    @Ctx('ctx') ctx: Context,
    @Arg('bounds', () => BoundsInput, { description: 'Visible area of the map.' }) bounds: BoundsInput,
    @Arg('zoom', () => Float, { description: 'Zoom level, which determines whether markers or clusters are returned.' })
    zoom: number,
  ) {
    return readPropertyMap(ctx, bounds, zoom).then((map) => ({ ...map, bounds }))
  }

  @Query(() => AddressMixUps, {
    description:
      'Saved properties whose owner or parcel id may be that of another house. Each call checks a part of the properties and changes nothing. Only for owners and admins.',
  })
  addressMixUps(
    @Ctx('ctx') ctx: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Maximum number of properties, 1 to 100.' })
    first: number,
    @Arg('after', () => String, nullable('`next` of the previous call.')) after?: string,
  ): Promise<AddressMixUps> {
    return listAddressMixUps(ctx, Math.min(Math.max(first, 1), 100), after ?? null)
  }

  @Query(() => [AssignableUser], {
    description: 'Users that a property can be assigned to. Only for owners and admins.',
  })
  assignableUsers(
    @Ctx('ctx') ctx: Context,
    @Arg('propertyId', () => ID, {
      nullable: true,
      description: "The property to assign; users of its tenant are returned. Defaults to the caller's tenant.",
    })
    propertyId: string | undefined,
  ): Promise<AssignableUser[]> {
    return listAssignableUsers(ctx, propertyId ?? null)
  }

  @Mutation(() => OwnerRefresh, {
    description: 'Looks up the owner in the parcel records again and saves any changes.',
  })
  refreshOwner(@Ctx('ctx') ctx: Context, @IdArg('Id of the property.') id: string) {
    return refreshOwner(ctx, id)
  }

  @Mutation(() => Property, {
    description:
      'Gives a property the owner and parcel id of its `nearbyOwner`, looked up again, and marks it as unconfirmed. What is replaced can be restored. Fails with BAD_USER_INPUT if that record is no longer found, or the property has one of its own.',
  })
  saveNearbyOwner(
    @Ctx('ctx') ctx: Context,
    @Arg('propertyId', () => ID, { description: 'Id of the property.' }) propertyId: string,
    @Arg('parcelId', { description: 'The `parcelId` of its `nearbyOwner`.' }) parcelId: string,
  ) {
    return saveNearbyOwner(ctx, propertyId, parcelId)
  }

  @Mutation(() => Property, {
    description:
      'Gives one of the `addressMixUps` the parcel and owner of its own address, or none if no record has it. Fails with CONFLICT if the property is not one of them. Only for owners and admins.',
  })
  correctOwner(
    @Ctx('ctx') ctx: Context,
    @Arg('propertyId', () => ID, { description: 'Id of the property.' }) propertyId: string,
  ) {
    return correctOwner(ctx, propertyId)
  }

  @Mutation(() => Property, {
    description:
      'Puts back an owner and a parcel id that were replaced. Fails with CONFLICT if the owner was changed in another way since.',
  })
  restoreOwner(
    @Ctx('ctx') ctx: Context,
    @Arg('propertyId', () => ID, { description: 'Id of the property.' }) propertyId: string,
    @Arg('replacedId', () => ID, { description: 'Id of one of the `replacedOwners` of the property.' })
    replacedId: string,
  ) {
    return restoreOwner(ctx, propertyId, replacedId)
  }

  @Mutation(() => Property, { description: 'Saves a property without a lead.' })
  async createProperty(
    @Ctx() { ctx, response }: ResolverContext,
    @InputArg(NewPropertyInput, 'The property to save.') input: NewPropertyInput,
  ) {
    return markReplayed(response, await createProperty(ctx, input))
  }

  @Mutation(() => Property, { description: 'Changes the given fields of a property.' })
  updateProperty(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the property.') id: string,
    @InputArg(UpdatePropertyInput, 'Changes to apply.') { ifVersion, ...change }: UpdatePropertyInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return updateProperty(
      ctx,
      id,
      change,
      checkVersion(ifVersion, (current) => scalarFieldsOf(info, current)),
    )
  }

  @Mutation(() => BulkChangeResult, {
    description:
      'Assigns properties to a user or to nobody. Properties with `ids` are changed all or none; those of a `filter`, at most 10,000, in batches of 1,000.',
  })
  async assignProperties(
    @Ctx('ctx') ctx: Context,
    @Arg(
      'ids',
      () => [ID],
      nullable('Ids of at most 1,000 properties of one tenant. Either `ids` or `filter` is given.'),
    )
    ids?: string[],
    @Arg('filter', () => PropertyFilter, nullable('Assigns all properties that match.')) filter?: PropertyFilter,
    @Arg('userId', () => ID, nullable('An active member of the tenant; null or omitted to unassign the properties.'))
    userId?: string,
  ): Promise<BulkChangeResult> {
    return { changed: await assignProperties(ctx, { ids, filter }, userId ?? null) }
  }

  @Mutation(() => MessageResult, { description: 'Deletes a property and its leads.' })
  async deleteProperty(@Ctx('ctx') ctx: Context, @IdArg('Id of the property.') id: string): Promise<MessageResult> {
    await deleteProperty(ctx, id)
    return { message: messages.propertyDeleted }
  }

  @FieldResolver(() => String, nullable(unitDescription))
  unit(@Root() { address }: PropertyView): string | null {
    return unitOf(address)
  }

  @FieldResolver(() => [Property], {
    description: 'The properties with this house number at this point, this one included: the units of a building.',
  })
  unitsHere(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<PropertyView[]> {
    return loaders.unitsHere.load(property)
  }

  @FieldResolver(
    () => Building,
    nullable('The building where the property is, if several units are saved there or known by the parcel records.'),
  )
  building(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<BuildingUnits | null> {
    return property.limited ? Promise.resolve(null) : loaders.building.load(property)
  }

  @FieldResolver(() => [String], {
    description:
      "The units that the parcel records name in the building: 'Unit 3', 'Rear'. Empty if they are more than 50.",
  })
  async recordedUnits(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<string[]> {
    return property.limited ? [] : ((await loaders.building.load(property))?.recordedUnits ?? [])
  }

  @FieldResolver(() => [ReplacedOwner], {
    description: 'Owners that were replaced and can be restored, newest first, at most ten.',
  })
  replacedOwners(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<ReplacedOwnerView[]> {
    return property.limited ? Promise.resolve([]) : loaders.replacedOwners.load(property)
  }

  @FieldResolver(() => UserRef, nullable('The user the property is assigned to.'))
  assignedTo(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return property.assignedTo ? loaders.user.load(property.assignedTo) : Promise.resolve(null)
  }

  @FieldResolver(() => String, nullable('Name of the tenant.'))
  async tenantName(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<string | null> {
    return (await loaders.tenant.load(property.tenantId))?.name ?? null
  }

  @FieldResolver(() => [Point], nullable('Outer boundary of the parcel; null if it is not available free of charge.'))
  async outline(@Root() { lat, lng, limited }: PropertyView, @Ctx('loaders') loaders: Loaders) {
    if (limited) return null
    const outline = await loaders.outline.load({ lat, lng })
    return outline && largestOuterRing(outline)
  }

  @FieldResolver(() => PropertyHistoryConnection, { description: 'History of the property, newest first.' })
  async history(
    @Root() property: PropertyView,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Ctx('loaders') loaders: Loaders,
  ) {
    if (property.limited) return toConnection({ items: [], cursors: [], hasNextPage: false }, after)
    return toConnection(
      await loaders.history.load(toHistoryQuery(property, { limit: clampLimit(first ?? 20), after })),
      after,
    )
  }

  @FieldResolver(() => [Lead], {
    description:
      'The newest leads of the property that the caller may see, newest first. Older ones are in `leads` with the filter `propertyId`.',
  })
  leads(
    @Root() property: PropertyView,
    @Arg('first', () => Int, {
      defaultValue: maxPropertyLeads,
      description: 'Maximum number of leads, 1 to 100.',
    })
    first: number,
    @Ctx('loaders') loaders: Loaders,
  ) {
    if (property.limited) return []
    const limit = Math.max(first, 1)
    return loaders.leads.load(property).then((leads) => leads.slice(0, limit))
  }

  @FieldResolver(() => [Knock], {
    description:
      'The newest knocks at the property, newest first, excluding withdrawn knocks; for a limited property, only those by the caller. Older ones are in `history`.',
  })
  knocks(
    @Root() property: PropertyView,
    @Arg('first', () => Int, {
      defaultValue: maxKnocks,
      description: 'Maximum number of knocks, 1 to 100.',
    })
    first: number,
    @Ctx('loaders') loaders: Loaders,
  ) {
    const ofProperty = property.limited ? loaders.ownKnocks : loaders.knocks
    return ofProperty.load({ property, first: Math.min(Math.max(first, 1), maxKnocks) })
  }

  @FieldResolver(
    () => KnockOutcomeEnum,
    nullable('Outcome of the latest knock that was not withdrawn; null if there is none.'),
  )
  async lastOutcome(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders) {
    return (await loaders.lastKnock.load(property))?.outcome ?? null
  }

  @FieldResolver(() => GraphQLDateTimeISO, nullable('Time of that knock.'))
  async lastKnockedAt(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders) {
    return (await loaders.lastKnock.load(property))?.occurredAt ?? null
  }

  @FieldResolver(() => DoNotKnock, nullable('Why nobody may knock there now; null if somebody may.'))
  async doNotKnock(@Root() property: PropertyView, @Ctx('loaders') loaders: Loaders): Promise<DoNotKnock | null> {
    const mark = await loaders.doNotKnock.load(property)
    return mark && shownMark(mark, property)
  }

  @Subscription(() => PropertiesChanged, {
    description: 'Sends a notification after properties of the tenant were saved, changed or deleted.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => {
      authorize(ctx.actor, 'property.read')
      return watchChanges(ctx, 'properties')
    },
  })
  propertiesChanged(@Root() changed: PropertiesChanged): PropertiesChanged {
    return changed
  }
}

@Resolver(() => PropertyConnection)
export class PropertyConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countProperties(ctx, filter)
  }

  @FieldResolver(() => [PropertyTypeEnum], { description: 'Tags used by the properties the caller may see.' })
  tagsFound(@Ctx('ctx') ctx: Context) {
    return listTagsInUse(ctx)
  }
}

@Resolver(() => PropertyMap)
export class PropertyMapResolver {
  @FieldResolver(() => [MapNeighborhood], {
    description:
      'The neighborhoods of the properties in the view, the largest first; at most 50. Empty if the view contains more than 20,000 properties.',
  })
  neighborhoods(@Root() { bounds }: PropertyMap, @Ctx('ctx') ctx: Context): Promise<MapNeighborhood[]> {
    return readNeighborhoodsInView(ctx, bounds)
  }
}

@Resolver(() => MapMarker)
export class MapMarkerResolver {
  @FieldResolver(() => String, nullable(unitDescription))
  unit(@Root() { address }: Marker): string | null {
    return unitOf(address)
  }

  @FieldResolver(() => UserRef, nullable('The user the property is assigned to.'))
  assignedTo(@Root() marker: Marker, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return marker.assignedTo ? loaders.user.load(marker.assignedTo) : Promise.resolve(null)
  }
}

@Resolver(() => PropertyHistoryEntry)
export class PropertyHistoryResolver {
  @FieldResolver(() => UserRef, nullable('The user who caused the entry; null for a deleted account.'))
  actor(@Root() { actorId }: HistoryEntry, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return actorId ? loaders.user.load(actorId) : Promise.resolve(null)
  }

  @FieldResolver(() => UserRef, nullable('The user the property or lead was assigned to; set for assignments.'))
  assignedTo(@Root() { assignedToId }: HistoryEntry, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return assignedToId ? loaders.user.load(assignedToId) : Promise.resolve(null)
  }

  @FieldResolver(
    () => LeadStage,
    nullable('The new stage; set for stage changes of a lead, unless the stage was cleared or has been removed.'),
  )
  stage(@Root() { tenantId, stageId }: HistoryEntry, @Ctx('loaders') loaders: Loaders): Promise<LeadStage | null> {
    return stageId ? loaders.leadStage.load({ tenantId, id: stageId }) : Promise.resolve(null)
  }
}
