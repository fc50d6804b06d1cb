import { unitOf } from '../../domain/units.ts'
import { draftOf } from '../../domain/draftOf.ts'
import type {
  BoundsInput,
  LocateInput,
  LocatePropertyMutation,
  MapPropertyQuery,
  MapPropertyFragment,
  NextDoorQuery,
  NextDoorQueryVariables,
  PropertiesAtQuery,
  PropertiesInViewQuery,
  UnitsHereQuery,
} from '../../gql/graphql.ts'
import { boundsAround } from '../../lib/distance.ts'
import { lineOf, STREET_REACH_METERS } from './sameAddress.ts'
import { isOneBuilding, type KnownHouse, locateFrom, placeOf, TAP_REACH_METERS } from './locateFrom.ts'
import { nextDoorFrom, type Start, startAt } from './nextDoorFrom.ts'
import type { Door, House, KnownHouses, ReadStore, StoredResult } from './readStore.ts'

/** Houses that the user has saved on this device, beside those that the map has shown. */
export interface OfflineSource {
  doorsIn(bounds: BoundsInput): Promise<readonly Door[]>
  /** Houses with their addresses, saved or not. */
  housesIn(bounds: BoundsInput): Promise<readonly House[]>
  property(id: string): Promise<MapPropertyFragment | undefined>
  /** When these were read from the server, in milliseconds. */
  savedAt(): Promise<number | undefined>
}

let source: OfflineSource | undefined

/** Sets the houses of the saved areas, or removes them. */
export function setOfflineSource(next: OfflineSource | undefined): void {
  source = next
}

/** Houses that were told apart have no clusters in their answer. */
const isComplete = ({ propertyMap }: PropertiesInViewQuery): boolean => propertyMap.clusters.length === 0

/** An operation, and the name under which its answer is stored. */
interface StoredQuery {
  operationName: string
  variables: Record<string, unknown>
  query: string
}

/** Stores an answer: the houses of the map and the details of each for themselves, because other queries ask for them. */
export async function storeAnswer(
  store: ReadStore,
  { operationName, variables, query }: StoredQuery,
  data: unknown,
  position?: number,
): Promise<void> {
  if (operationName === 'PropertiesInView' && isComplete(data as PropertiesInViewQuery)) {
    const { markers } = (data as PropertiesInViewQuery).propertyMap
    return store.storeDoors(variables['bounds'] as BoundsInput, markers, position)
  }
  if (operationName === 'PropertiesAt') {
    for (const { node } of (data as PropertiesAtQuery).properties.edges)
      await store.storeResult(`MapProperty ${JSON.stringify({ id: node.id })}`, { property: node }, position)
    return
  }
  await store.storeResult(query, data, position)
}

/** The answer to a query that was not asked before, computed from what this device knows. Undefined if it knows nothing. */
export async function answerOffline(
  store: ReadStore,
  operationName: string,
  variables: Record<string, unknown>,
): Promise<StoredResult | undefined> {
  if (operationName === 'PropertiesInView') {
    const bounds = variables['bounds'] as BoundsInput
    const { doors: markers, seenAt, position } = await readDoors(store, bounds)
    const at = seenAt ?? (markers.length > 0 ? await source?.savedAt() : undefined)
    if (at === undefined) return undefined
    // Those that an earlier release has stored have no unit.
    const drawn = markers.map((door) => ({ ...door, unit: door.unit ?? null }))
    const propertyMap = { __typename: 'PropertyMap', total: drawn.length, markers: drawn, clusters: [] }
    return { data: { propertyMap }, at, position }
  }
  if (operationName === 'MapProperty') {
    const [property, at] = [await source?.property(String(variables['id'])), await source?.savedAt()]
    return property && at !== undefined ? { data: { property }, at } : undefined
  }
  if (operationName === 'UnitsHere') {
    const { doors } = await readDoors(store, EVERYWHERE)
    const door = doors.find(({ id }) => id === variables['id'])
    if (!door) return undefined
    const unitsHere = doors.filter((other) => isOneBuilding(door, other)).map(toUnitHere)
    const property = { __typename: 'Property' as const, id: door.id, unitsHere }
    return { data: { property } satisfies UnitsHereQuery, at: Date.now() }
  }
  if (operationName === 'NextDoor') {
    const { from, ...walk } = variables as NextDoorQueryVariables
    const start = await findStart(store, from)
    const known = start && (await readHouses(store, boundsAround(start, STREET_REACH_METERS)))
    const nextDoor = known && nextDoorFrom(start, known, walk)
    return nextDoor === undefined ? undefined : { data: { nextDoor } satisfies NextDoorQuery, at: Date.now() }
  }
  if (operationName === 'LocateProperty') {
    const input = variables['input'] as LocateInput
    const found = locateFrom(
      await readHouses(store, input.point ? boundsAround(input.point, TAP_REACH_METERS) : EVERYWHERE),
      input,
    )
    return found && { data: { locateProperty: await toLocated(store, found) }, at: Date.now() }
  }
  return undefined
}

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
    ((await store.result(`MapProperty ${JSON.stringify({ id })}`))?.data as MapPropertyQuery | undefined)?.property
  if (property) return { ...common, outcome: 'EXISTING', property, draft: null }
  const at = { address: lineOf(meant.door), streetNumber, streetName, city: null, lat, lng }
  return { ...common, outcome: 'EXISTING', property: null, draft: house(at) }
}

function toCandidate(unit: KnownHouse) {
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
async function readHouses(store: ReadStore, bounds: BoundsInput): Promise<KnownHouses> {
  const [{ doors }, houses = []] = await Promise.all([readDoors(store, bounds), source?.housesIn(bounds)])
  return { doors, houses }
}

const EVERYWHERE: BoundsInput = { south: -90, west: -180, north: 90, east: 180 }

async function findStart(store: ReadStore, from: NextDoorQueryVariables['from']): Promise<Start | undefined> {
  if (!from.propertyId) return from.address && from.point ? startAt(from.address, from.point) : undefined
  const { doors } = await readDoors(store, EVERYWHERE)
  return doors.find(({ id }) => id === from.propertyId)
}
