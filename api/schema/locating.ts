import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import { Point, PointInput, maybe } from './common.ts'
import type { PropertyStatus } from '../domain/enums.ts'
import { LocateOutcomeEnum, PropertyStatusEnum } from './enums.ts'

@ObjectType({ description: 'What the map is drawn with and where it begins.' })
export class MapConfiguration {
  @Field({ description: "'mapbox' or 'maplibre'." }) provider!: string
  @Field(() => String, { nullable: true, description: "The map service's public token." }) accessToken!: string | null
  @Field(() => String, { nullable: true, description: 'Address of the vector tiles, with {z}, {x} and {y}.' })
  tilesUrl!: string | null
  @Field(() => Point, { description: 'Where the map begins.' }) center!: Point
  @Field(() => Float, { description: 'How near it begins, in levels of a web map: 18 shows single houses.' })
  zoom!: number
}

@ObjectType({ description: 'An address for what has been typed so far.' })
export class AddressSuggestion {
  @Field(() => ID, { description: 'Tells suggestions apart; it is of no other use.' }) id!: string
  @Field({ description: 'The house number.' }) streetNumber!: string
  @Field({ description: 'Without the number.' }) street!: string
  @Field({ description: 'The town of the postal address.' }) city!: string
  @Field({ description: 'Two letters.' }) state!: string
  @Field(() => String, { ...maybe, description: 'Five digits; null where it is not known.' }) zipCode!: string | null
  @Field({ description: 'In one line: give it to `locateProperty`.' }) address!: string
  @Field(() => Point, { description: 'Where it is.' }) point!: Point
  @Field(() => ID, { nullable: true, description: 'The property saved there, where it may be seen.' })
  savedPropertyId!: string | null
  @Field(() => PropertyStatusEnum, {
    ...maybe,
    description: 'Where the saved property stands; null where none may be seen.',
  })
  savedStatus!: PropertyStatus | null
}

@ObjectType({ description: 'A place that a geocoder found.' })
export class GeocodeCandidate {
  @Field({ description: 'In one line.' }) address!: string
  @Field({ description: 'Empty where only the street was found.' }) streetNumber!: string
  @Field({ description: "'rooftop', 'interpolated', 'nearest' or 'street'." }) type!: string
  @Field({ description: 'Not all that was asked for was matched.' }) partial!: boolean
  @Field(() => Point, { description: 'Where it is, as exactly as `type` says.' }) point!: Point
  @Field({ description: 'Without the number.' }) street!: string
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) city!: string | null
  @Field(() => String, { ...maybe, description: 'Two letters; null where it is not known.' }) state!: string | null
  @Field(() => String, { ...maybe, description: 'Five digits; null where it is not known.' }) zipCode!: string | null
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) neighborhood!: string | null
}

@ObjectType({ description: 'How a search came to its answer.' })
export class LocateDiagnostics {
  @Field({ description: 'What was asked for.' }) userInput!: string
  @Field({ description: 'What the geocoder was asked.' }) processedQuery!: string
  @Field(() => [GeocodeCandidate], { description: 'What the geocoder answered, best first.' })
  results!: GeocodeCandidate[]
  @Field(() => Int, { nullable: true, description: 'Index of the chosen result.' }) selected!: number | null
  @Field(() => Point, {
    ...maybe,
    description:
      'Where the house was taken to be: the parcel wins over an interpolated address; null where nothing was found.',
  })
  finalPoint!: Point | null
}

@ObjectType({ description: 'What is known of a house that is not saved yet.' })
export class PropertyDraft {
  @Field({ description: 'In one line.' }) address!: string
  @Field({ description: 'Empty where none is known.' }) streetNumber!: string
  @Field(() => String, { ...maybe, description: 'Without the number; null where it is not known.' }) streetName!:
    string | null
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) city!: string | null
  @Field(() => String, { ...maybe, description: 'Two letters; null where it is not known.' }) state!: string | null
  @Field(() => String, { ...maybe, description: 'Five digits; null where it is not known.' }) zipCode!: string | null
  @Field(() => Float, { description: 'Degrees north.' }) lat!: number
  @Field(() => Float, { description: 'Degrees east.' }) lng!: number
  @Field({ description: "Who the parcel records name, else 'Unknown Owner'." }) ownerName!: string
  @Field(() => String, { ...maybe, description: 'Where letters to the owner go; null where it is not known.' })
  ownerAddress!: string | null
  @Field(() => String, { ...maybe, description: 'Which records said so; null where none did.' }) ownerSource!:
    string | null
  @Field(() => String, { ...maybe, description: "The assessor's parcel number; null without a parcel." }) parcelId!:
    string | null
  @Field({ description: 'The parcel was picked by the nearest house number within 20.' }) unconfirmed!: boolean
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) neighborhood!: string | null
}

@ObjectType({ description: 'The house that a search or a click led to.' })
export class LocateResult {
  @Field(() => LocateOutcomeEnum, { description: 'Which of the fields below is filled.' }) outcome!:
    'existing' | 'new' | 'not_found'
  @Field(() => PropertyDraft, {
    ...maybe,
    description: 'Of NEW: what to save. Give it to `createLead` or `createProperty`.',
  })
  draft!: PropertyDraft | null
  @Field({ description: 'The saved property was updated from fresher parcel data.' }) ownerUpdated!: boolean
  @Field({ description: 'False when the parcel service did not answer; the owner is then unknown.' })
  parcelServiceAvailable!: boolean
  @Field(() => [Point], { nullable: true, description: 'The outer edge of the parcel.' }) outline!: Point[] | null
  @Field(() => LocateDiagnostics, { description: 'How the answer was come to, to be shown where it surprises.' })
  diagnostics!: LocateDiagnostics
}

@InputType({ description: 'One of `address` and `point`.' })
export class LocateInput {
  @Field(() => String, { ...maybe, description: 'As it was typed.' }) address?: string | null
  @Field(() => PointInput, { ...maybe, description: 'As on a click on the map.' }) point?: PointInput | null
  @Field(() => String, { nullable: true, description: 'Where to look for the parcel: /us/{state}/{city}.' }) context?:
    string | null
}

@ObjectType({ description: "A parcel of land in the county's records." })
export class Parcel {
  @Field(() => ID, { description: "The provider's id, for `parcel`." }) id!: string
  @Field({ description: "The assessor's parcel number." }) parcelId!: string
  @Field({ description: 'What it is called in a list: its address, else its number.' }) headline!: string
  @Field(() => String, { ...maybe, description: 'In one line; null where it has none.' }) address!: string | null
  @Field(() => String, { ...maybe, description: 'Null where the records name nobody.' }) ownerName!: string | null
  @Field(() => String, { ...maybe, description: "The owner's postal address; null where it is not known." })
  ownerAddress!: string | null
  @Field({ description: "The provider's word for the kind of record, such as 'parcel'." }) category!: string
  @Field(() => String, { ...maybe, description: 'The kind of use; null where it is not known.' }) type!: string | null
  @Field(() => Point, { description: 'The middle of the land, where a marker may stand.' }) centroid!: Point
  @Field({ description: 'Which records it comes from.' }) source!: string
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) city!: string | null
  @Field(() => String, { ...maybe, description: 'Two letters; null where it is not known.' }) state!: string | null
  @Field(() => String, { ...maybe, description: 'Five digits; null where it is not known.' }) zipCode!: string | null
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) neighborhood!: string | null
}
