import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { VerdictReason } from '../domain/addresses/compareProperties.ts'
import type { PropertyStatus } from '../domain/enums.ts'
import { Point, nullable } from './common.ts'
import {
  LocateMatchEnum,
  LocateOutcomeEnum,
  MatchReasonEnum,
  OwnerRefreshOutcomeEnum,
  PropertyStatusEnum,
} from './enums.ts'
import { Property } from './properties.ts'

const unitsDescription =
  'Units that the parcel record counts in the building; null if it has one, or none of its own, and if unknown.'

@ObjectType({ description: 'Provider and initial view of the map.' })
export class MapConfiguration {
  @Field({ description: "Map provider: 'mapbox' or 'maplibre'." }) provider!: string
  @Field(() => String, nullable('Public access token of the map provider; null if it needs none.'))
  accessToken!: string | null
  @Field(() => String, nullable('URL template of the vector tiles, with {z}, {x} and {y}.')) tilesUrl!: string | null
  @Field(() => Point, { description: 'Initial center of the map.' }) center!: Point
  @Field(() => Float, { description: 'Initial zoom level; individual buildings are visible at 18.' }) zoom!: number
}

@ObjectType({ description: 'An address suggestion.' })
export class AddressSuggestion {
  @Field(() => ID, { description: 'Opaque id, unique within the list.' }) id!: string
  @Field({ description: 'House number.' }) streetNumber!: string
  @Field({ description: 'Street name without the house number.' }) street!: string
  @Field({ description: 'City of the postal address.' }) city!: string
  @Field({ description: 'Two-letter state code.' }) state!: string
  @Field(() => String, nullable('Five-digit ZIP code; null if unknown.')) zipCode!: string | null
  @Field({ description: 'Full address on one line, as `locateProperty` accepts it.' }) address!: string
  @Field(() => Point, { description: 'Location of the address.' }) point!: Point
  @Field(() => ID, nullable('Id of the saved property at this address; null if there is none the caller may see.'))
  savedPropertyId!: string | null
  @Field(() => PropertyStatusEnum, nullable('Status of the saved property; null if there is none the caller may see.'))
  savedStatus!: PropertyStatus | null
}

/** Base class for types with a postal address. It is not a type of the schema itself. */
@ObjectType()
abstract class Locality {
  @Field(() => String, nullable('Null if unknown.')) city!: string | null
  @Field(() => String, nullable('Two-letter state code; null if unknown.')) state!: string | null
  @Field(() => String, nullable('Five-digit ZIP code; null if unknown.')) zipCode!: string | null
  @Field(() => String, nullable('Null if unknown.')) neighborhood!: string | null
}

@ObjectType({ description: 'A geocoding result.' })
export class GeocodeCandidate extends Locality {
  @Field({ description: 'Full address on one line.' }) address!: string
  @Field({ description: 'House number; empty if only the street was found.' }) streetNumber!: string
  @Field({ description: "Accuracy: 'rooftop', 'interpolated', 'nearest' or 'street'." }) type!: string
  @Field({ description: 'True if part of the address could not be matched.' }) partial!: boolean
  @Field(() => Point, { description: 'Location, with the accuracy given by `type`.' }) point!: Point
  @Field({ description: 'Street name without the house number.' }) street!: string
}

@ObjectType({ description: 'Details of how a location was resolved.' })
export class LocateDiagnostics {
  @Field({ description: 'The address or point as entered.' }) userInput!: string
  @Field({ description: 'The query sent to the geocoder.' }) processedQuery!: string
  @Field(() => [GeocodeCandidate], { description: 'Results of the geocoder, best match first.' })
  results!: GeocodeCandidate[]
  @Field(() => Int, nullable('Index of the selected result; null if none.')) selected!: number | null
  @Field(() => Point, {
    nullable: true,
    description:
      'The resolved location; null if nothing was found. A parcel takes precedence over an interpolated address.',
  })
  finalPoint!: Point | null
}

@ObjectType({ description: 'Data for a property that is not saved yet.' })
export class PropertyDraft extends Locality {
  @Field({ description: 'Full address on one line.' }) address!: string
  @Field({ description: 'House number; empty if unknown.' }) streetNumber!: string
  @Field(() => String, nullable('Street name without the house number; null if unknown.')) streetName!: string | null
  @Field(() => Float, { description: 'Latitude in degrees.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees.' }) lng!: number
  @Field({ description: "Owner in the parcel records; 'Unknown Owner' if they have none." }) ownerName!: string
  @Field(() => String, nullable('Mailing address of the owner; null if unknown.')) ownerAddress!: string | null
  @Field(() => String, nullable('Source of the owner data; null if the owner is unknown.')) ownerSource!: string | null
  @Field(() => String, nullable("Assessor's parcel number (APN); null if no parcel was found."))
  parcelId!: string | null
  @Field({
    description:
      'True if the parcel may be that of another house: it has the nearest number, at most 20 away, or is one of several.',
  })
  unconfirmed!: boolean
  @Field(() => Int, nullable(unitsDescription)) units!: number | null
}

@ObjectType({ description: 'A house with its postal address, saved or not.' })
export class House {
  @Field({ description: 'Full address on one line, as `locateProperty` accepts it.' }) address!: string
  @Field({ description: 'House number.' }) streetNumber!: string
  @Field(() => String, nullable('Street name without the house number; null if unknown.')) streetName!: string | null
  @Field(() => String, nullable('Null if unknown.')) city!: string | null
  @Field(() => String, nullable('Two-letter state code; null if unknown.')) state!: string | null
  @Field(() => String, nullable('Five-digit ZIP code; null if unknown.')) zipCode!: string | null
  @Field(() => Float, { description: 'Latitude in degrees.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees.' }) lng!: number
}

@ObjectType({ description: 'A parcel in the county records.' })
export class Parcel extends Locality {
  @Field(() => ID, { description: 'Id assigned by the provider, used by `parcel`.' }) id!: string
  @Field({ description: "Assessor's parcel number (APN)." }) parcelId!: string
  @Field({ description: 'Title for lists: the address, or the parcel number if there is no address.' })
  headline!: string
  @Field(() => String, nullable('Full address on one line; null if none.')) address!: string | null
  @Field(() => String, nullable('Owner name; null if the records have none.')) ownerName!: string | null
  @Field(() => String, nullable('Mailing address of the owner; null if unknown.')) ownerAddress!: string | null
  @Field({ description: "Record category as named by the provider, such as 'parcel'." }) category!: string
  @Field(() => String, nullable('Land use type; null if unknown.')) type!: string | null
  @Field(() => Point, { description: 'Center of the parcel, suitable for a marker.' }) centroid!: Point
  @Field({ description: 'Provider and data set of the record.' }) source!: string
  @Field(() => String, nullable('Legal description of the parcel; null if unknown.')) legal!: string | null
  @Field(() => Int, nullable('Year the building was built; null if unknown.')) yearBuilt!: number | null
  @Field(() => String, nullable('Property type as recorded by the county; null if unknown.'))
  propertyType!: string | null
  @Field(() => Float, nullable('Lot size in acres; null if unknown.')) acres!: number | null
  @Field(() => Int, nullable('Floor area of the building in square feet; null if unknown.')) sqft!: number | null
  @Field(() => Int, nullable(unitsDescription)) units!: number | null
  @Field(() => [Point], nullable('Outer boundary; null if unknown.')) outline!: Point[] | null
}

@ObjectType({ description: 'A parcel that may be the one that is meant, such as a unit of a building.' })
export class LocateCandidate {
  @Field(() => String, nullable("Assessor's parcel number (APN).")) parcelId!: string | null
  @Field({ description: 'Full address on one line, as `locateProperty` accepts it.' }) address!: string
  @Field(() => String, nullable("Unit as written: 'Unit 3', 'Rear'.")) unit!: string | null
  @Field(() => String, nullable('Owner name; null if the records have none.')) ownerName!: string | null
  @Field(() => Float, { description: 'Distance from the resolved location.' }) distanceMeters!: number
}

@ObjectType({ description: 'Result of locating a property by address or point.' })
export class LocateResult {
  @Field(() => LocateOutcomeEnum, { description: 'Outcome, which determines the fields that are set.' }) outcome!:
    'existing' | 'new' | 'not_found'
  @Field(
    () => Property,
    nullable('The saved property, `limited` for that of a colleague; null if the caller may not see it.'),
  )
  property!: Property | null
  @Field(() => Parcel, nullable('The parcel of the property; null if none was found.')) parcel!: Parcel | null
  @Field(() => PropertyDraft, nullable('For NEW: data to pass to `createLead` or `createProperty`, without `units`.'))
  draft!: PropertyDraft | null
  @Field({ description: 'True if the owner of the saved property was updated from newer parcel data.' })
  ownerUpdated!: boolean
  @Field({ description: 'False if the parcel service was unavailable, in which case the owner is unknown.' })
  parcelServiceAvailable!: boolean
  @Field({
    description:
      'Whether the parcel service is an outside one with a key, of which an answer without parcels is unexpected. The imported parcels just have none at some places.',
  })
  parcelServiceKeyed!: boolean
  @Field({ description: 'False if the lookup gave no parcels, in which case the owner is unknown, too.' })
  parcelsFound!: boolean
  @Field(() => LocateMatchEnum, { description: 'Whether the parcel is surely that of the house.' }) match!:
    'same' | 'unsure' | 'none'
  @Field(() => MatchReasonEnum, nullable('What the doubt rests on; null unless `match` is UNSURE.'))
  matchReason!: VerdictReason | 'several' | null
  @Field(() => [LocateCandidate], {
    description: 'The parcels of which one is meant, if they are several. Locate the address of one to choose it.',
  })
  candidates!: LocateCandidate[]
  @Field(
    () => LocateCandidate,
    nullable(
      'A record that may be that of another house, of which the saved property can get the owner with `saveNearbyOwner`; null if there is none, if the property has it, or if the caller may not refresh the owner.',
    ),
  )
  nearbyOwner!: LocateCandidate | null
  @Field(() => [Point], nullable('Outer boundary of the parcel; null if unknown.')) outline!: Point[] | null
  @Field(() => LocateDiagnostics, { description: 'How the location was resolved.' }) diagnostics!: LocateDiagnostics
}

@ObjectType({ description: 'The result of refreshing the owner from the parcel records.' })
export class OwnerRefresh {
  @Field(() => OwnerRefreshOutcomeEnum, { description: 'Outcome of the refresh.' }) outcome!:
    'no_results' | 'unchanged' | 'updated'
  @Field(() => Property, { description: 'The property after the refresh.' }) property!: Property
  @Field(() => LocateCandidate, nullable('For NO_RESULTS: as `nearbyOwner` of `LocateResult`.'))
  nearbyOwner!: LocateCandidate | null
}

@InputType({ description: 'A location to resolve. Set exactly one of `address` and `point`.' })
export class LocateInput {
  @Field(() => String, nullable('Address as entered by the user.')) address?: string | null
  @Field(() => Point, nullable('Point on the map.')) point?: Point | null
  @Field(() => String, nullable('Limits the parcel search to a place: /us/{state}/{city}.')) context?: string | null
}
