import type { MultiPolygon, Polygon } from 'geojson'
import { boundsOfArea } from '../../../api/domain/polygons.ts'
import { unitOf } from '../../domain/units.ts'
import { draftOf } from '../../domain/draftOf.ts'
import type {
  BoundsInput,
  LocatePropertyMutation,
  LocatePropertyMutationVariables,
  MapPropertyFragment,
  MapPropertyQuery,
  MapPropertyQueryVariables,
  NextDoorQuery,
  NextDoorQueryVariables,
  PropertiesAtQuery,
  PropertiesAtQueryVariables,
  PropertiesInViewQuery,
  PropertiesInViewQueryVariables,
  StreetAddressesQuery,
  StreetAddressesQueryVariables,
  UnitsHereQuery,
  UnitsHereQueryVariables,
  DueTodayQuery,
  MyDoorsForTodayQuery,
  TerritoriesOnMapQuery,
  WalkingRouteQuery,
  WalkingRouteQueryVariables,
} from '../../gql/graphql.ts'
import { endOfDay } from '../../lib/dateRanges.ts'
import { startOfDay } from '../../lib/dates.ts'
import { boundsAround } from '../../lib/distance.ts'
import { queryKey } from '../../lib/overlaidCache.ts'
import { lineOf, STREET_REACH_METERS } from './sameAddress.ts'
import { isOneBuilding, type KnownProperty, locateFrom, placeOf, TAP_REACH_METERS } from './locateFrom.ts'
import { nextDoorFrom, type Start, startAt } from './nextDoorFrom.ts'
import { routeFrom } from './routeFrom.ts'
import type { Door, UnsavedProperty, KnownProperties, ReadStore, StoredResult } from './readStore.ts'

/** Houses that the user has saved on this device, beside those that the map has shown. */
export interface OfflineSource {
  doorsIn(bounds: BoundsInput): Promise<readonly Door[]>
  /** Houses with their addresses, saved or not. */
  housesIn(bounds: BoundsInput): Promise<readonly UnsavedProperty[]>
  property(id: string): Promise<MapPropertyFragment | undefined>
  /** When these were read from the server, in milliseconds. */
  savedAt(): Promise<number | undefined>
}

let source: OfflineSource | undefined

/** Sets the houses of the saved areas, or removes them. */
export function setOfflineSource(next: OfflineSource | undefined): void {
  source = next
}

/** What this device does with the answers to a document, and without a connection. */
interface Offline<Data, Variables> {
  /** Stores an answer by its parts, because other queries ask for them. Undefined if it is stored as it is, like those of other documents. */
  store?: (
    store: ReadStore,
    answer: { data: Data; variables: Variables; position: number | undefined },
  ) => Promise<void> | undefined
  /** The answer to a query that was not asked before, computed from what this device knows. Undefined if it knows nothing. */
  answer?: (store: ReadStore, variables: Variables) => Promise<(StoredResult & { data: Data }) | undefined>
}

const declare = <Data, Variables>(name: string, offline: Offline<Data, Variables>) =>
  [name, offline as Offline<unknown, unknown>] as const

/** By the names of the operations, because screens load documents with the parts that use them. A test holds that each exists. */
export const offlineByName = new Map([
  declare<PropertiesInViewQuery, PropertiesInViewQueryVariables>('PropertiesInView', {
    store: (store, { data: { propertyMap }, variables: { bounds }, position }) =>
      // Houses that were told apart have no clusters in their answer.
      propertyMap.clusters.length === 0 ? store.storeDoors(bounds, propertyMap.markers, position) : undefined,
    answer: async (store, { bounds }) => {
      const { doors: markers, seenAt, position } = await readDoors(store, bounds)
      const at = seenAt ?? (markers.length > 0 ? await source?.savedAt() : undefined)
      if (at === undefined) return undefined
      // Those that an earlier release has stored have no unit.
      const drawn = markers.map((door) => ({ ...door, unit: door.unit ?? null }))
      const propertyMap = { __typename: 'PropertyMap', total: drawn.length, markers: drawn, clusters: [] }
      return { data: { propertyMap }, at, position }
    },
  }),
  declare<PropertiesAtQuery, PropertiesAtQueryVariables>('PropertiesAt', {
    store: async (store, { data, position }) => {
      for (const { node } of data.properties.edges)
        await store.storeResult(mapPropertyQuery(node.id), { property: node }, position)
    },
  }),
  declare<MapPropertyQuery, MapPropertyQueryVariables>('MapProperty', {
    answer: async (_, { id }) => {
      const [property, at] = [await source?.property(String(id)), await source?.savedAt()]
      return property && at !== undefined ? { data: { property }, at } : undefined
    },
  }),
  declare<UnitsHereQuery, UnitsHereQueryVariables>('UnitsHere', {
    answer: async (store, { id }) => {
      const { doors } = await readDoors(store, EVERYWHERE)
      const door = doors.find((other) => other.id === id)
      if (!door) return undefined
      const unitsHere = doors.filter((other) => isOneBuilding(door, other)).map(toUnitHere)
      const houses = (await source?.housesIn(boundsAround(door, TAP_REACH_METERS))) ?? []
      const units = houses.filter((house) => isOneBuilding(door, house)).map(({ address }) => unitOf(address))
      const recordedUnits = units.filter((unit) => unit !== null)
      const property = { __typename: 'Property' as const, id: door.id, unitsHere, recordedUnits }
      return { data: { property }, at: Date.now() }
    },
  }),
  declare<NextDoorQuery, NextDoorQueryVariables>('NextDoor', {
    answer: async (store, { from, ...walk }) => {
      const start = await findStart(store, from)
      const known = start && (await readKnownProperties(store, boundsAround(start, STREET_REACH_METERS)))
      const nextDoor = known && nextDoorFrom(start, known, walk)
      return nextDoor === undefined ? undefined : { data: { nextDoor }, at: Date.now() }
    },
  }),
  declare<WalkingRouteQuery, WalkingRouteQueryVariables>('WalkingRoute', {
    answer: async (store, { input }) => {
      const area = input.territoryId ? await readTerritoryArea(store, String(input.territoryId)) : null
      if (area === undefined) return undefined
      const { doors: known } = await readDoors(store, EVERYWHERE)
      const knownIds = new Set(known.map(({ id }) => id))
      const taken = input.propertyIds ? (await readTakenDoors(store)).filter(({ id }) => !knownIds.has(id)) : []
      const doors = [...known, ...taken]
      const houses = (area && (await source?.housesIn(boundsOfArea(area)))) || []
      if (doors.length === 0 && houses.length === 0) return undefined
      const now = new Date()
      const route = await routeFrom(
        { doors, houses },
        {
          ...{ area, propertyIds: input.propertyIds?.map(String) ?? null, from: input.from ?? null },
          ...{ limit: input.limit ?? DEFAULT_STOPS, dueIds: await readDueIds(store, now) },
          dayStart: startOfDay(now).getTime(),
        },
      )
      return { data: { walkingRoute: { __typename: 'WalkingRoute', ...route } }, at: Date.now() }
    },
  }),
  declare<StreetAddressesQuery, StreetAddressesQueryVariables>('StreetAddresses', {
    answer: async (_, { bounds }) => {
      const [housesIn = [], at] = [await source?.housesIn(bounds), await source?.savedAt()]
      return at === undefined || housesIn.length === 0 ? undefined : { data: { housesIn: [...housesIn] }, at }
    },
  }),
  declare<LocatePropertyMutation, LocatePropertyMutationVariables>('LocateProperty', {
    answer: async (store, { input }) => {
      const bounds = input.point ? boundsAround(input.point, TAP_REACH_METERS) : EVERYWHERE
      const found = locateFrom(await readKnownProperties(store, bounds), input)
      return found && { data: { locateProperty: await toLocated(store, found) }, at: Date.now() }
    },
  }),
])

/** The name under which the details of a property are stored. */
const mapPropertyQuery = (id: string) => queryKey('MapProperty', { id })

/** An operation, and the name under which its answer is stored. */
interface StoredQuery {
  operationName: string
  variables: unknown
  query: string
}

/** Stores an answer as its document declares, or under its query. */
export async function storeAnswer(
  store: ReadStore,
  { operationName, variables, query }: StoredQuery,
  data: unknown,
  position?: number,
): Promise<void> {
  const inParts = offlineByName.get(operationName)?.store?.(store, { data, variables, position })
  await (inParts ?? store.storeResult(query, data, position))
}

/** The answer to a query that was not asked before, as its document declares. Undefined if this device knows nothing. */
export const answerOffline = async (
  store: ReadStore,
  operationName: string,
  variables: unknown,
): Promise<StoredResult | undefined> => offlineByName.get(operationName)?.answer?.(store, variables)

/** The answer to a look-up: a saved property with its details if this device has them, or a house to save. */
async function toLocated(
  store: ReadStore,
  found: NonNullable<ReturnType<typeof locateFrom>>,
): Promise<LocatePropertyMutation['locateProperty']> {
  const { lat, lng } = placeOf('units' in found ? found.units[0]! : found)
  const common = {
    __typename: 'LocateResult',
    ownerUpdated: false,
    parcelServiceAvailable: true,
    parcelServiceKeyed: false,
    parcelsFound: true,
    match: 'NONE' as const,
    candidates: 'units' in found ? found.units.map(toCandidate) : [],
    nearbyOwner: null,
    outline: null,
    diagnostics: {
      ...{ __typename: 'LocateDiagnostics', userInput: '', processedQuery: '', selected: null, results: [] },
      finalPoint: { __typename: 'Point', lat, lng },
    },
  }
  const house = (known: Parameters<typeof draftOf>[0], locality?: Parameters<typeof draftOf>[1]) => ({
    __typename: 'PropertyDraft',
    ...draftOf(known, locality),
  })
  const meant = 'units' in found ? (found.units.find((unit) => 'door' in unit) ?? found.units[0]!) : found
  if ('house' in meant) {
    const { streetNumber, streetName, city } = meant.house
    const address =
      'units' in found ? [lineOf({ ...meant.house, unit: null }), city].filter(Boolean).join(', ') : meant.house.address
    return {
      ...common,
      outcome: 'NEW',
      property: null,
      draft: house({ address, streetNumber, streetName, city, lat, lng }, meant.house),
    }
  }
  const { id, streetNumber, streetName } = meant.door
  const property =
    (await source?.property(id)) ??
    ((await store.result(mapPropertyQuery(id)))?.data as MapPropertyQuery | undefined)?.property
  if (property) return { ...common, outcome: 'EXISTING', property, draft: null }
  const at = { address: lineOf(meant.door), streetNumber, streetName, city: null, lat, lng }
  return { ...common, outcome: 'EXISTING', property: null, draft: house(at) }
}

function toCandidate(unit: KnownProperty) {
  const place = placeOf(unit)
  const address = 'address' in place ? place.address : lineOf(place)
  return { __typename: 'LocateCandidate' as const, parcelId: null, address, unit: unitOf(address), ownerName: null }
}

/** A saved unit as the list of a building shows it. */
function toUnitHere(door: Door): NonNullable<UnitsHereQuery['property']>['unitsHere'][number] {
  const { id, unit, streetNumber, streetName, lat, lng, status, lastOutcome } = door
  const place = { city: null, state: null, zipCode: null, lat, lng }
  return { id, unit: unit ?? null, address: lineOf(door), streetNumber, streetName, ...place, status, lastOutcome }
}

/** The doors that the map has shown and those of the saved areas, when the oldest of those shown was read, and the position that all include. */
async function readDoors(store: ReadStore, bounds: BoundsInput) {
  const seen = await store.doorsIn(bounds)
  const saved = (await source?.doorsIn(bounds)) ?? []
  const doors = new Map([...saved, ...seen.doors].map((door) => [door.id, door]))
  return { doors: [...doors.values()], seenAt: seen.at, position: saved.length > 0 ? 0 : seen.position }
}

/** What this device knows within the bounds: saved doors, and houses with their addresses, saved or not. */
async function readKnownProperties(store: ReadStore, bounds: BoundsInput): Promise<KnownProperties> {
  const [{ doors }, houses = []] = await Promise.all([readDoors(store, bounds), source?.housesIn(bounds)])
  return { doors, houses }
}

/** The area of a territory as the map has shown it last; undefined if this device does not know it. */
async function readTerritoryArea(store: ReadStore, id: string): Promise<Polygon | MultiPolygon | undefined> {
  const stored = (await store.result(queryKey('TerritoriesOnMap', {})))?.data as TerritoriesOnMapQuery | undefined
  return stored?.territories.edges.find(({ node }) => node.id === id)?.node.area as Polygon | MultiPolygon | undefined
}

/** The doors that the rep has taken for today and that were open when they were read, also where the map has not been. */
async function readTakenDoors(store: ReadStore): Promise<Door[]> {
  const stored = (await store.result(queryKey('MyDoorsForToday', {})))?.data as MyDoorsForTodayQuery | undefined
  return (stored?.myDoorsForToday.doors ?? []).flatMap(({ propertyId: id, point, streetNumber, streetName }) => {
    const unknown = {
      unit: null,
      lastOutcome: null,
      lastKnockedAt: null,
      assignedTo: null,
      doNotKnock: false,
      mine: false,
    }
    const door = {
      streetNumber,
      streetName,
      lat: point.lat,
      lng: point.lng,
      status: 'NEW',
      priority: 'NORMAL',
    } as const
    return id ? [{ ...unknown, ...door, id }] : []
  })
}

/** Where the rep wanted to come back by today, as the dashboard has shown it last. */
async function readDueIds(store: ReadStore, now: Date): Promise<string[]> {
  const query = queryKey('DueToday', { followUpTo: endOfDay(now).toISOString() })
  const stored = (await store.result(query))?.data as DueTodayQuery | undefined
  return stored?.comeBacks.map(({ propertyId }) => propertyId) ?? []
}

/** As the server has it. */
const DEFAULT_STOPS = 100

const EVERYWHERE: BoundsInput = { south: -90, west: -180, north: 90, east: 180 }

async function findStart(store: ReadStore, from: NextDoorQueryVariables['from']): Promise<Start | undefined> {
  if (!from.propertyId) return from.address && from.point ? startAt(from.address, from.point) : undefined
  const { doors } = await readDoors(store, EVERYWHERE)
  return doors.find(({ id }) => id === from.propertyId)
}
