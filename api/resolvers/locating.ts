import { Arg, Args, Ctx, FieldResolver, Float, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import type { Point as Place } from '../domain/point.ts'
import { BoundsInput, IdArg, InputArg, MessageResult, nullable, Point, PointArgs } from '../schema/common.ts'
import {
  AddressSuggestion,
  GeocodeCandidate,
  LocateInput,
  LocateResult,
  MapConfiguration,
  Parcel,
} from '../schema/locating.ts'
import { Property } from '../schema/properties.ts'
import { largestOuterRing } from '../services/parcels/outline.ts'
import { factsOf, type ParcelRecord } from '../services/parcels/parcels.ts'
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

@Resolver(() => LocateResult)
export class LocatingResolver {
  @Query(() => MapConfiguration, { description: 'Map provider and initial view.' })
  mapConfiguration(@Ctx('ctx') ctx: Context): MapConfiguration {
    return readMapConfiguration(ctx)
  }

  @Query(() => [AddressSuggestion], { description: 'Up to eight address suggestions for a partially entered address.' })
  addressSuggestions(
    @Ctx('ctx') ctx: Context,
    @Arg('query', { description: 'The text entered so far.' }) query: string,
    @Arg('bounds', () => BoundsInput, {
      nullable: true,
      description: 'Visible area of the map; among equally good matches, those inside it come first.',
    })
    bounds: BoundsInput | undefined,
  ) {
    return suggestAddresses(ctx, query, bounds ?? null)
  }

  @Query(() => [GeocodeCandidate], { description: 'Geocodes a US address; best match first.' })
  geocode(@Ctx('ctx') ctx: Context, @Arg('address', { description: 'A US address on one line.' }) address: string) {
    return geocodeAddress(ctx, address)
  }

  @Query(() => GeocodeCandidate, nullable('The address nearest to a point; null if none is near.'))
  reverseGeocode(@Ctx('ctx') ctx: Context, @Args(() => PointArgs) point: PointArgs) {
    return reverseGeocode(ctx, point)
  }

  @Query(() => [Parcel], { description: 'Finds parcels by address. Counted and billed per record.' })
  parcelSearch(
    @Ctx('ctx') ctx: Context,
    @Arg('address', { description: 'A US address on one line.' }) address: string,
    @Arg('context', () => String, nullable('Limits the search to a place: /us/{state}/{city}.'))
    context: string | undefined,
  ) {
    return searchParcels(ctx, address, context ?? null)
  }

  @Query(() => [Parcel], { description: 'Finds the parcels that contain a point.' })
  parcelsAt(@Ctx('ctx') ctx: Context, @Args(() => PointArgs) point: PointArgs) {
    return findParcelsAt(ctx, point)
  }

  @Query(() => Parcel, nullable("Reads a parcel by the provider's id."))
  parcel(@Ctx('ctx') ctx: Context, @IdArg('Id assigned by the provider, as returned by a lookup.') id: string) {
    return readParcel(ctx, id)
  }

  @Mutation(() => LocateResult, {
    description:
      'Resolves an address or point to a property: geocodes it, looks up the parcel and checks for a saved property.',
  })
  locateProperty(
    @Ctx('ctx') ctx: Context,
    @InputArg(LocateInput, 'The address or point to resolve.') input: LocateInput,
  ) {
    return locateProperty(ctx, input)
  }

  @Mutation(() => MessageResult, { description: 'Records that a map was opened.' })
  async logMapLoad(
    @Ctx('ctx') ctx: Context,
    @Args(() => PointArgs) point: PointArgs,
    @Arg('zoom', () => Float, { description: 'Initial zoom level of the map.' }) zoom: number,
  ): Promise<MessageResult> {
    await recordMapLoad(ctx, { ...point, zoom })
    return { message: messages.mapLoadLogged }
  }

  @FieldResolver(() => Property, nullable('The saved property; null if the caller may not see it.'))
  property(@Root() located: LocateOutcome) {
    return located.property
  }

  @FieldResolver(() => Parcel, {
    name: 'parcel',
    nullable: true,
    description: 'The parcel of the property; null if none was found.',
  })
  foundParcel(@Root() located: LocateOutcome) {
    return located.parcel
  }

  @FieldResolver(() => [Point], nullable('Outer boundary of the parcel; null if unknown.'))
  outline(@Root() { parcel }: LocateOutcome): Place[] | null {
    return parcel?.outline ? largestOuterRing(parcel.outline) : null
  }
}

/** Facts from the parcel record; null if the record does not contain them. */
@Resolver(() => Parcel)
export class ParcelResolver {
  @FieldResolver(() => String, nullable('Legal description of the parcel; null if unknown.'))
  legal(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).legal
  }

  @FieldResolver(() => Int, nullable('Year the building was built; null if unknown.'))
  yearBuilt(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).yearBuilt
  }

  @FieldResolver(() => String, nullable('Property type as recorded by the county; null if unknown.'))
  propertyType(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).propertyType
  }

  @FieldResolver(() => Float, nullable('Lot size in acres; null if unknown.'))
  acres(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).acres
  }

  @FieldResolver(() => Int, nullable('Floor area of the building in square feet; null if unknown.'))
  sqft(@Root() parcel: ParcelRecord) {
    return factsOf(parcel).sqft
  }

  @FieldResolver(() => [Point], nullable('Outer boundary; null if unknown.'))
  outline(@Root() { outline }: ParcelRecord): Place[] | null {
    return outline && largestOuterRing(outline)
  }
}
