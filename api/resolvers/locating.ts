import { Arg, Ctx, FieldResolver, Float, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Point as Place } from '../domain/point.ts'
import { factsOf, type ParcelRecord } from '../services/parcels/parcels.ts'
import { largestOuterRing } from '../services/parcels/outline.ts'
import { recordMapLoad } from '../usecases/activity/mapLoads.ts'
import { locateProperty, type LocateResult as LocateOutcome } from '../usecases/locating/locating.ts'
import {
  reverseGeocode,
  geocodeAddress,
  findParcelsAt,
  readParcel,
  searchParcels,
  suggestAddresses,
} from '../usecases/locating/lookups.ts'
import { readMapConfiguration } from '../usecases/locating/mapConfiguration.ts'
import { messages } from '../domain/messages.ts'
import { BoundsInput, MessageResult, Point } from '../schema/common.ts'
import {
  AddressSuggestion,
  GeocodeCandidate,
  LocateInput,
  LocateResult,
  MapConfiguration,
  Parcel,
} from '../schema/locating.ts'
import { Property } from '../schema/properties.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => LocateResult)
export class LocatingResolver {
  @Query(() => MapConfiguration, { description: 'What the map is drawn with.' })
  mapConfiguration(@Ctx() { ctx }: ResolverContext): MapConfiguration {
    return readMapConfiguration(ctx)
  }

  @Query(() => [AddressSuggestion], { description: 'Up to eight addresses for what has been typed so far.' })
  addressSuggestions(
    @Arg('query', { description: 'What has been typed.' }) query: string,
    @Arg('bounds', () => BoundsInput, {
      nullable: true,
      description: 'What the map shows: of matches as good as each other, those in it come first.',
    })
    bounds: BoundsInput | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return suggestAddresses(ctx, query, bounds ?? null)
  }

  @Query(() => [GeocodeCandidate], { description: 'The places that an address in the US may mean, best first.' })
  geocode(
    @Arg('address', { description: 'A US address in one line.' }) address: string,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return geocodeAddress(ctx, address)
  }

  @Query(() => GeocodeCandidate, { nullable: true, description: 'The address at a point, where one is near.' })
  reverseGeocode(
    @Arg('lat', () => Float, { description: 'Degrees north, -90 to 90.' }) lat: number,
    @Arg('lng', () => Float, { description: 'Degrees east, -180 to 180.' }) lng: number,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return reverseGeocode(ctx, { lat, lng })
  }

  @Query(() => [Parcel], { description: 'Parcels for an address; counted and billed per record.' })
  parcelSearch(
    @Arg('address', { description: 'A US address in one line.' }) address: string,
    @Arg('context', () => String, {
      nullable: true,
      description: 'Where to look: /us/{state}/{city}. Everywhere where it is left out.',
    })
    context: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return searchParcels(ctx, address, context ?? null)
  }

  @Query(() => [Parcel], { description: 'The parcels that contain a point.' })
  parcelsAt(
    @Arg('lat', () => Float, { description: 'Degrees north, -90 to 90.' }) lat: number,
    @Arg('lng', () => Float, { description: 'Degrees east, -180 to 180.' }) lng: number,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return findParcelsAt(ctx, { lat, lng })
  }

  @Query(() => Parcel, { nullable: true, description: "One parcel by the provider's id." })
  parcel(
    @Arg('id', () => ID, { description: "The provider's id, from a look-up." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return readParcel(ctx, id)
  }

  @Mutation(() => LocateResult, { description: 'Finds a house: geocode, parcel look-up, check for a saved property.' })
  locateProperty(
    @Arg('input', () => LocateInput, { description: 'An address or a point.' }) input: LocateInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LocateOutcome> {
    return locateProperty(ctx, input)
  }

  @Mutation(() => MessageResult, { description: 'Counts one initialisation of a map.' })
  async logMapLoad(
    @Arg('lat', () => Float, { description: 'Degrees north, -90 to 90.' }) lat: number,
    @Arg('lng', () => Float, { description: 'Degrees east, -180 to 180.' }) lng: number,
    @Arg('zoom', () => Float, { description: 'How near the map began, in levels of a web map.' }) zoom: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await recordMapLoad(ctx, { lat, lng, zoom })
    return { message: messages.mapLoadLogged }
  }

  @FieldResolver(() => Property, { nullable: true, description: 'The saved property, where it may be seen.' })
  property(@Root() located: LocateOutcome) {
    return located.property
  }

  @FieldResolver(() => Parcel, { name: 'parcel', nullable: true, description: 'The land it stands on.' })
  foundParcel(@Root() located: LocateOutcome) {
    return located.parcel
  }

  @FieldResolver(() => [Point], { nullable: true, description: 'The outer edge of the parcel.' })
  outline(@Root() { parcel }: LocateOutcome): Place[] | null {
    return parcel?.outline ? largestOuterRing(parcel.outline) : null
  }
}

/** What the records say of the land besides its owner; what they leave out is null. */
@Resolver(() => Parcel)
export class ParcelResolver {
  @FieldResolver(() => String, { nullable: true, description: 'The legal description.' })
  legal(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).legal
  }

  @FieldResolver(() => Int, { nullable: true, description: 'Of the building.' })
  yearBuilt(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).yearBuilt
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What the land is used for, in the words of the records.',
  })
  propertyType(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).propertyType
  }

  @FieldResolver(() => Float, { nullable: true, description: 'The size of the lot, in acres.' })
  acres(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).acres
  }

  @FieldResolver(() => Int, { nullable: true, description: 'The floor of the building, in square feet.' })
  sqft(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).sqft
  }

  @FieldResolver(() => [Point], { nullable: true, description: 'Its outer edge.' })
  outline(@Root() { outline }: ParcelRecord): Place[] | null {
    return outline && largestOuterRing(outline)
  }
}
