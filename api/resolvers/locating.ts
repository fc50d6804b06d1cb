import { Arg, Args, Ctx, Float, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { BoundsInput, IdArg, InputArg, MessageResult, nullable, PointArgs } from '../schema/common.ts'
import {
  AddressSuggestion,
  GeocodeCandidate,
  House,
  LocateInput,
  LocateResult,
  MapConfiguration,
  Parcel,
} from '../schema/locating.ts'
import { largestOuterRing } from '../services/parcels/outline.ts'
import { factsOf, type ParcelRecord } from '../services/parcels/parcels.ts'
import { recordMapLoad } from '../usecases/activity/mapLoads.ts'
import { findHousesIn } from '../usecases/locating/housesIn.ts'
import { locateProperty } from '../usecases/locating/locating.ts'
import {
  reverseGeocode,
  geocodeAddress,
  findParcelsAt,
  readParcel,
  searchParcels,
  suggestAddresses,
} from '../usecases/locating/lookups.ts'
import { readMapConfiguration } from '../usecases/locating/mapConfiguration.ts'

@Resolver()
export class LocatingResolver {
  @Query(() => MapConfiguration, { description: 'Map provider and initial view.' })
  mapConfiguration(@Ctx('ctx') ctx: Context): Promise<MapConfiguration> {
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
  async parcelSearch(
    @Ctx('ctx') ctx: Context,
    @Arg('address', { description: 'A US address on one line.' }) address: string,
    @Arg('context', () => String, nullable('Limits the search to a place: /us/{state}/{city}.'))
    context: string | undefined,
  ) {
    return (await searchParcels(ctx, address, context ?? null)).map(toParcel)
  }

  @Query(() => [Parcel], { description: 'Finds the parcels that contain a point.' })
  async parcelsAt(@Ctx('ctx') ctx: Context, @Args(() => PointArgs) point: PointArgs) {
    return (await findParcelsAt(ctx, point)).map(toParcel)
  }

  @Query(() => Parcel, nullable("Reads a parcel by the provider's id."))
  async parcel(@Ctx('ctx') ctx: Context, @IdArg('Id assigned by the provider, as returned by a lookup.') id: string) {
    const record = await readParcel(ctx, id)
    return record && toParcel(record)
  }

  @Query(() => [House], {
    description:
      'Houses with an address in an area of at most 2,500 meters on each side, saved or not, at most 5,000. Empty if the parcel provider bills for records. Never billed.',
  })
  housesIn(
    @Ctx('ctx') ctx: Context,
    @Arg('bounds', () => BoundsInput, { description: 'The area, at most 2,500 m on each side.' }) bounds: BoundsInput,
  ): Promise<House[]> {
    return findHousesIn(ctx, bounds)
  }

  @Mutation(() => LocateResult, {
    description:
      'Resolves an address or point to a property: geocodes it, looks up the parcel and checks for a saved property.',
  })
  async locateProperty(
    @Ctx('ctx') ctx: Context,
    @InputArg(LocateInput, 'The address or point to resolve.') input: LocateInput,
  ) {
    const located = await locateProperty(ctx, input)
    const parcel = located.parcel && toParcel(located.parcel)
    return { ...located, parcel, outline: parcel?.outline ?? null }
  }

  @Mutation(() => MessageResult, { description: 'Records that a map was opened.' })
  async logMapLoad(
    @Ctx('ctx') ctx: Context,
    @Args(() => PointArgs) { lat, lng }: PointArgs,
    @Arg('zoom', () => Float, { description: 'Initial zoom level of the map.' }) zoom: number,
  ): Promise<MessageResult> {
    await recordMapLoad(ctx, { lat, lng, zoom })
    return { message: messages.mapLoadLogged }
  }
}

/** A parcel record with its facts under fixed names, and its outline as one ring. */
function toParcel(record: ParcelRecord) {
  return { ...record, ...factsOf(record), outline: record.outline && largestOuterRing(record.outline) }
}
