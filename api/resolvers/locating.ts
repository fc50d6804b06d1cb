import { Arg, Ctx, FieldResolver, Float, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Point as Place } from '../domain/point.ts'
import type { ParcelRecord } from '../services/parcels/parcels.ts'
import { logMapLoad } from '../usecases/activity.ts'
import { locateProperty, type Located } from '../usecases/locating.ts'
import { parcelsAt, readParcel, searchParcels, suggestAddresses } from '../usecases/places.ts'
import { readMapConfiguration } from '../usecases/mapConfiguration.ts'
import { messages } from '../domain/messages.ts'
import { BoundsInput, MessageResult, Point } from '../schema/common.ts'
import { AddressSuggestion, LocateInput, LocateResult, MapConfiguration, Parcel } from '../schema/locating.ts'
import { Property } from '../schema/properties.ts'
import type { Request } from './request.ts'

@Resolver(() => LocateResult)
export class LocatingResolver {
  @Query(() => MapConfiguration, { description: 'What the map is drawn with.' })
  mapConfiguration(@Ctx() { ctx }: Request): MapConfiguration {
    return readMapConfiguration(ctx)
  }

  @Query(() => [AddressSuggestion], { description: 'Up to eight addresses for what has been typed so far.' })
  addressSuggestions(
    @Arg('query') query: string,
    @Arg('bounds', () => BoundsInput, { nullable: true }) bounds: BoundsInput | undefined,
    @Ctx() { ctx }: Request,
  ) {
    return suggestAddresses(ctx, query, bounds ?? null)
  }

  @Query(() => [Parcel], { description: 'Parcels for an address; counted and billed per record.' })
  parcelSearch(
    @Arg('address') address: string,
    @Arg('context', () => String, { nullable: true }) context: string | undefined,
    @Ctx() { ctx }: Request,
  ) {
    return searchParcels(ctx, address, context ?? null)
  }

  @Query(() => [Parcel], { description: 'The parcels that contain a point.' })
  parcelsAt(@Arg('lat', () => Float) lat: number, @Arg('lng', () => Float) lng: number, @Ctx() { ctx }: Request) {
    return parcelsAt(ctx, { lat, lng })
  }

  @Query(() => Parcel, { nullable: true, description: "One parcel by the provider's id." })
  parcel(@Arg('id', () => ID) id: string, @Ctx() { ctx }: Request) {
    return readParcel(ctx, id)
  }

  @Mutation(() => LocateResult, { description: 'Finds a house: geocode, parcel look-up, check for a saved property.' })
  locateProperty(@Arg('input', () => LocateInput) input: LocateInput, @Ctx() { ctx }: Request): Promise<Located> {
    return locateProperty(ctx, input)
  }

  @Mutation(() => MessageResult, { description: 'Counts one initialisation of a map.' })
  async logMapLoad(
    @Arg('lat', () => Float) lat: number,
    @Arg('lng', () => Float) lng: number,
    @Arg('zoom', () => Float) zoom: number,
    @Ctx() { ctx }: Request,
  ): Promise<MessageResult> {
    await logMapLoad(ctx, { lat, lng, zoom })
    return { message: messages.mapLoadLogged }
  }

  @FieldResolver(() => Property, { nullable: true, description: 'The saved property, where it may be seen.' })
  property(@Root() located: Located) {
    return located.property
  }

  @FieldResolver(() => [Point], { nullable: true, description: 'The outer edge of the parcel.' })
  outline(@Root() { parcel }: Located): Place[] | null {
    return outerEdge(parcel)
  }
}

function outerEdge(parcel: ParcelRecord | null): Place[] | null {
  const ring =
    parcel?.outline?.type === 'Polygon' ? parcel.outline.coordinates[0] : parcel?.outline?.coordinates[0]?.[0]
  return ring?.map(([lng, lat]) => ({ lat: lat!, lng: lng! })) ?? null
}
