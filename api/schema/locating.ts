import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import { Point, PointInput, maybe } from './common.ts'
import type { PropertyStatus } from '../domain/words.ts'
import { LocateOutcomeEnum, PropertyStatusEnum } from './enums.ts'

@ObjectType({ description: 'What the map is drawn with and where it begins.' })
export class MapConfiguration {
  @Field({ description: "'mapbox' or 'maplibre'." }) provider!: string
  @Field(() => String, { nullable: true, description: "The map service's public token." }) accessToken!: string | null
  @Field(() => String, { nullable: true, description: 'Address of the vector tiles, with {z}, {x} and {y}.' })
  tilesUrl!: string | null
  @Field(() => Point) center!: Point
  @Field(() => Float) zoom!: number
}

@ObjectType({ description: 'An address for what has been typed so far.' })
export class AddressSuggestion {
  @Field(() => ID) id!: string
  @Field() streetNumber!: string
  @Field() street!: string
  @Field() city!: string
  @Field() state!: string
  @Field(() => String, maybe) zipCode!: string | null
  @Field() address!: string
  @Field(() => Point) point!: Point
  @Field(() => ID, { nullable: true, description: 'The property saved there, where it may be seen.' })
  savedPropertyId!: string | null
  @Field(() => PropertyStatusEnum, maybe) savedStatus!: PropertyStatus | null
}

@ObjectType({ description: 'A place that a geocoder found.' })
export class GeocodeCandidate {
  @Field() address!: string
  @Field() streetNumber!: string
  @Field({ description: "'rooftop', 'interpolated', 'nearest' or 'street'." }) type!: string
  @Field({ description: 'Not all that was asked for was matched.' }) partial!: boolean
  @Field(() => Point) point!: Point
  @Field() street!: string
  @Field(() => String, maybe) city!: string | null
  @Field(() => String, maybe) state!: string | null
  @Field(() => String, maybe) zipCode!: string | null
  @Field(() => String, maybe) neighborhood!: string | null
}

@ObjectType({ description: 'How a search came to its answer.' })
export class LocateDiagnostics {
  @Field() userInput!: string
  @Field() processedQuery!: string
  @Field(() => [GeocodeCandidate]) results!: GeocodeCandidate[]
  @Field(() => Int, { nullable: true, description: 'Index of the chosen result.' }) selected!: number | null
  @Field(() => Point, maybe) finalPoint!: Point | null
}

@ObjectType({ description: 'What is known of a house that is not saved yet.' })
export class PropertyDraft {
  @Field() address!: string
  @Field() streetNumber!: string
  @Field(() => String, maybe) streetName!: string | null
  @Field(() => String, maybe) city!: string | null
  @Field(() => String, maybe) state!: string | null
  @Field(() => String, maybe) zipCode!: string | null
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
  @Field() ownerName!: string
  @Field(() => String, maybe) ownerAddress!: string | null
  @Field(() => String, maybe) ownerSource!: string | null
  @Field(() => String, maybe) parcelId!: string | null
  @Field() unconfirmed!: boolean
  @Field(() => String, maybe) neighborhood!: string | null
}

@ObjectType({ description: 'The house that a search or a click led to.' })
export class LocateResult {
  @Field(() => LocateOutcomeEnum) outcome!: 'existing' | 'new' | 'not_found'
  @Field(() => PropertyDraft, maybe) draft!: PropertyDraft | null
  @Field({ description: 'The saved property was updated from fresher parcel data.' }) ownerUpdated!: boolean
  @Field({ description: 'False when the parcel service did not answer; the owner is then unknown.' })
  parcelServiceAvailable!: boolean
  @Field(() => [Point], { nullable: true, description: 'The outer edge of the parcel.' }) outline!: Point[] | null
  @Field(() => LocateDiagnostics) diagnostics!: LocateDiagnostics
}

@InputType({ description: 'One of `address` and `point`.' })
export class LocateInput {
  @Field(() => String, maybe) address?: string | null
  @Field(() => PointInput, maybe) point?: PointInput | null
  @Field(() => String, { nullable: true, description: 'Where to look for the parcel: /us/{state}/{city}.' }) context?:
    string | null
}

@ObjectType({ description: "A parcel of land in the county's records." })
export class Parcel {
  @Field(() => ID) id!: string
  @Field({ description: "The assessor's parcel number." }) parcelId!: string
  @Field() headline!: string
  @Field(() => String, maybe) address!: string | null
  @Field(() => String, maybe) ownerName!: string | null
  @Field(() => String, maybe) ownerAddress!: string | null
  @Field() category!: string
  @Field(() => String, maybe) type!: string | null
  @Field(() => Point) centroid!: Point
  @Field() source!: string
  @Field(() => String, maybe) city!: string | null
  @Field(() => String, maybe) state!: string | null
  @Field(() => String, maybe) zipCode!: string | null
  @Field(() => String, maybe) neighborhood!: string | null
}
