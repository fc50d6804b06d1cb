import type { DBSchema, IDBPTransaction } from 'idb'
import { tileUrl } from '../../domain/basemapTiles.ts'
import type { AreaPropertiesQuery, ViewMarkerFragment } from '../../gql/graphql.ts'
import { type Bounds, contains } from '../../lib/distance.ts'
import { AREA_TILES_CACHE, AREAS_DATABASE } from '../../lib/cacheNames.ts'
import { keepDatabaseOpen } from '../../lib/database.ts'
import { noteSavedAreas } from '../../session/person/storage.ts'
import type { UnsavedProperty } from '../../session/reads/readStore.ts'
import { tilesOf } from './areaBounds.ts'

/** A saved house as the map shows it. */
export type SavedDoor = ViewMarkerFragment

/** A saved property with its details and the newest entries of its history. */
export type SavedProperty = AreaPropertiesQuery['properties']['edges'][number]['node']

/** An area on this device. Times are milliseconds since 1970. */
export interface SavedArea {
  id: string
  /** The user and tenant of its properties; see `areaOwner`. */
  owner: string
  name: string
  bounds: Bounds
  /** False for maps of a provider that does not allow to store them. */
  hasTiles: boolean
  /** What it takes on this device when it is complete: an estimate until then. */
  bytes: number
  savedBytes: number
  savedTiles: number
  /** Properties with their details. */
  savedProperties: number
  isComplete: boolean
  /** The download waits for a connection. */
  isPaused: boolean
  /** Why the download has ended early: no room on this device, or refused by the server. */
  problem?: 'full' | 'refused' | undefined
  savedAt: number
  expiresAt: number
}

interface SavedRecord {
  areaId: string
  owner: string
  id: string
  lat: number
  door: SavedDoor | undefined
  property: SavedProperty | undefined
}

interface UnsavedRecord {
  areaId: string
  owner: string
  address: string
  lat: number
  house: UnsavedProperty
}

interface AreasSchema extends DBSchema {
  areas: { key: string; value: SavedArea; indexes: { owner: string } }
  records: {
    key: [string, string]
    value: SavedRecord
    indexes: { area: string; property: [string, string]; lat: [string, number] }
  }
  houses: { key: [string, string]; value: UnsavedRecord; indexes: { area: string; lat: [string, number] } }
}

const openAreas = keepDatabaseOpen<AreasSchema>(AREAS_DATABASE, (database) => {
  database.createObjectStore('areas', { keyPath: 'id' }).createIndex('owner', 'owner')
  const records = database.createObjectStore('records', { keyPath: ['areaId', 'id'] })
  records.createIndex('area', 'areaId')
  records.createIndex('property', ['owner', 'id'])
  records.createIndex('lat', ['owner', 'lat'])
  const houses = database.createObjectStore('houses', { keyPath: ['areaId', 'address'] })
  houses.createIndex('area', 'areaId')
  houses.createIndex('lat', ['owner', 'lat'])
})

/** The key under which the saved areas of a user are stored: they differ by tenant. */
export const areaOwner = (me: { id: string; tenant?: { id: string } | null | undefined }): string =>
  `${me.id}.${me.tenant?.id ?? ''}`

/** The areas of a user, the newest first. */
export async function listAreas(owner: string): Promise<SavedArea[]> {
  const areas = await (await openAreas()).getAllFromIndex('areas', 'owner', owner)
  return areas.sort((a, b) => b.savedAt - a.savedAt)
}

export async function storeArea(area: SavedArea): Promise<void> {
  await (await openAreas()).put('areas', area)
  noteSavedAreas(true)
}

/** Stores changes of an area. Returns false if it was removed. */
export async function changeArea(id: string, changes: Partial<SavedArea>): Promise<boolean> {
  const transaction = (await openAreas()).transaction('areas', 'readwrite')
  const area = await transaction.store.get(id)
  if (area) await transaction.store.put({ ...area, ...changes })
  await transaction.done
  return area !== undefined
}

/** Replaces the properties and houses of an area. Stores nothing if it was removed, as by a sign-out. */
export async function storeRecords(
  { id: areaId, owner }: SavedArea,
  doors: readonly SavedDoor[],
  properties: readonly SavedProperty[],
  houses: readonly UnsavedProperty[] = [],
): Promise<void> {
  const records = new Map<string, SavedRecord>()
  for (const door of doors)
    records.set(door.id, { areaId, owner, id: door.id, lat: door.lat, door, property: undefined })
  for (const property of properties) {
    const { id, lat } = property
    records.set(id, { areaId, owner, id, lat, door: records.get(id)?.door, property })
  }
  const transaction = (await openAreas()).transaction(['areas', 'records', 'houses'], 'readwrite')
  if (await transaction.objectStore('areas').get(areaId)) {
    await removeContents(transaction, areaId)
    for (const record of records.values()) void transaction.objectStore('records').put(record)
    for (const house of houses)
      void transaction.objectStore('houses').put({ areaId, owner, address: house.address, lat: house.lat, house })
  }
  await transaction.done
}

/** Removes the properties with these ids from all areas. */
export async function forgetSavedProperties(ids: ReadonlySet<string>): Promise<void> {
  const { store, done } = (await openAreas()).transaction('records', 'readwrite')
  for (const key of await store.getAllKeys()) if (ids.has(key[1])) void store.delete(key)
  await done
}

/** Removes what is stored of an area within the transaction. */
async function removeContents(
  transaction: IDBPTransaction<AreasSchema, ('areas' | 'records' | 'houses')[], 'readwrite'>,
  areaId: string,
): Promise<void> {
  for (const name of ['records', 'houses'] as const) {
    const store = transaction.objectStore(name)
    for (const key of await store.index('area').getAllKeys(areaId)) void store.delete(key)
  }
}

/** Removes an area with its properties and houses, and the tiles that no other area of the user needs. */
export async function removeArea(area: SavedArea): Promise<void> {
  const transaction = (await openAreas()).transaction(['areas', 'records', 'houses'], 'readwrite')
  await transaction.objectStore('areas').delete(area.id)
  await removeContents(transaction, area.id)
  const others = await transaction.objectStore('areas').getAll()
  await transaction.done
  noteSavedAreas(others.length > 0)
  if (!area.hasTiles) return
  const kept = new Set(others.flatMap(({ bounds, hasTiles }) => (hasTiles ? urlsOf(bounds) : [])))
  const tiles = await caches.open(AREA_TILES_CACHE)
  const unused = urlsOf(area.bounds).filter((url) => !kept.has(url))
  await Promise.all(unused.map((url) => tiles.delete(url)))
}

const urlsOf = (bounds: Bounds) => tilesOf(bounds).map(({ z, x, y }) => tileUrl(z, x, y))

/** Removes the areas that have expired, and those of other users of this device. */
export async function removeOldAreas(owner: string, now: number): Promise<void> {
  for (const area of await (await openAreas()).getAll('areas'))
    if (area.owner !== owner || area.expiresAt <= now) await removeArea(area)
}

/** The saved houses within the bounds, those of colleagues included. */
export async function readSavedDoors(owner: string, bounds: Bounds): Promise<SavedDoor[]> {
  const range = IDBKeyRange.bound([owner, bounds.south], [owner, bounds.north])
  const records = await (await openAreas()).getAllFromIndex('records', 'lat', range)
  const doors = new Map<string, SavedDoor>()
  for (const { door } of records) if (door && contains(bounds, door)) doors.set(door.id, door)
  return [...doors.values()]
}

/** A saved property with its details, or undefined if no area has it or it is a colleague's. */
export async function readSavedProperty(owner: string, id: string): Promise<SavedProperty | undefined> {
  const records = await (await openAreas()).getAllFromIndex('records', 'property', [owner, id])
  return records.find(({ property }) => property)?.property
}

/** The houses within the bounds, saved or not. */
export async function readUnsavedProperties(owner: string, bounds: Bounds): Promise<UnsavedProperty[]> {
  const range = IDBKeyRange.bound([owner, bounds.south], [owner, bounds.north])
  const records = await (await openAreas()).getAllFromIndex('houses', 'lat', range)
  const houses = records.map(({ house }) => house).filter((house) => contains(bounds, house))
  return [...new Map(houses.map((house) => [house.address, house])).values()]
}
