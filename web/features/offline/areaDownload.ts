import type { ApolloClient } from '@apollo/client'
import { PROPERTY_MARKERS_ZOOM, tileUrl } from '../../domain/basemapTiles.ts'
import { AreaDoorsDocument, AreaHousesDocument, AreaPropertiesDocument } from '../../gql/graphql.ts'
import type { Bounds } from '../../lib/distance.ts'
import { type ErrorCode, errorCode, RequestError } from '../../lib/errors.ts'
import { AREA_TILES_CACHE } from '../../lib/cacheNames.ts'
import { REQUEST_TIMEOUT_MS, timeLimit } from '../../lib/timeout.ts'
import type { UnsavedProperty } from '../../session/reads/readStore.ts'
import { type TileId, tilesOf } from './areaBounds.ts'
import { announceChange } from './areaChanges.ts'
import { changeArea, listAreas, type SavedArea, type SavedDoor, type SavedProperty, storeRecords } from './areaStore.ts'

/** One download at a time, also across tabs. */
const LOCK = 'porchlight.areas'
const CONCURRENT_TILES = 6
/** How long to wait before trying again if the browser does not tell when the connection is back. */
const RETRY_MS = 4000

/** The server answers at most 2,500 meters of houses on each side. */
const MAX_HOUSES_DEGREES = 0.02
/** A part this small is not divided further. More properties than the server answers may share one point. */
const MIN_HOUSES_DEGREES = 0.0005
/** About 14 km. */
const MAX_WALKED_DEGREES = 0.13

/**
 * Downloads what is missing of the user's areas, one after the other: the properties first, then the tiles from the widest
 * zoom level on. It waits while there is no connection and goes on by itself. Ends when all are complete or `signal` aborts.
 */
export async function downloadAreas(client: ApolloClient, owner: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCK, { signal }, async () => {
    for (;;) {
      const area = (await listAreas(owner)).find(({ isComplete, problem }) => !isComplete && !problem)
      if (!area || signal.aborted) return
      try {
        await downloadArea(client, area, signal)
      } catch (error) {
        // The next session of this user goes on.
        if (signal.aborted || errorCode(error) === 'UNAUTHENTICATED') return
        const problem = isFull(error) ? 'full' : 'refused'
        await changeArea(area.id, { problem })
        announceChange()
      }
    }
  })
}

/** Errors after which the same request may succeed later. */
const passingErrors = new Set<ErrorCode>(['NETWORK', 'UNAVAILABLE', 'RATE_LIMITED'])

async function downloadArea(client: ApolloClient, area: SavedArea, signal: AbortSignal): Promise<void> {
  const change = async (changes: Partial<SavedArea>) => {
    const exists = await changeArea(area.id, changes)
    announceChange()
    return exists
  }
  const patiently = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        const result = await read()
        if (area.isPaused) await change({ isPaused: (area.isPaused = false) })
        return result
      } catch (error) {
        if (signal.aborted || isFull(error) || !passingErrors.has(errorCode(error))) throw error
        if (!area.isPaused) await change({ isPaused: (area.isPaused = true) })
        await waitForConnection(signal)
      }
    }
  }

  if (area.savedTiles === 0) {
    const doors = await patiently(() => readDoors(client, area.bounds))
    const properties = await patiently(() => readProperties(client, area.bounds))
    const houses = await patiently(() => fetchUnsavedProperties(client, area.bounds))
    await storeRecords(area, doors, properties, houses)
    const savedBytes = JSON.stringify([doors, properties, houses]).length
    if (!(await change({ savedProperties: properties.length, savedBytes }))) return
    area.savedBytes = savedBytes
  }
  const tiles = area.hasTiles ? tilesOf(area.bounds) : []
  for (let at = area.savedTiles; at < tiles.length; at += CONCURRENT_TILES) {
    const batch = tiles.slice(at, at + CONCURRENT_TILES)
    const sizes = await patiently(() => Promise.all(batch.map((tile) => storeTile(tile, signal))))
    area.savedBytes += sizes.reduce((sum, size) => sum + size, 0)
    if (!(await change({ savedTiles: at + batch.length, savedBytes: area.savedBytes }))) return
  }
  await change({ isComplete: true, bytes: area.savedBytes })
  // Without this, a browser that runs out of room may remove what was saved.
  await navigator.storage?.persist?.()
}

/** Stores a tile and returns its size. `reload` asks the server instead of the cache. A request without an answer fails with an error that passes. */
async function storeTile({ z, x, y }: TileId, signal: AbortSignal): Promise<number> {
  const url = tileUrl(z, x, y)
  const response = await fetch(url, { cache: 'reload', signal: timeLimit(REQUEST_TIMEOUT_MS, signal) })
  // Too many requests, as a server that is down, is an error that passes.
  if (response.status >= 500 || response.status === 429)
    throw new TypeError(`No tile at ${url}: status ${response.status}`)
  if (!response.ok) throw new RequestError([{ message: `No tile at ${url}: status ${response.status}` }])
  const size = (await response.clone().arrayBuffer()).byteLength
  await (await caches.open(AREA_TILES_CACHE)).put(url, response)
  return size
}

/** The houses of an area as the map shows them; of a crowded area part by part, because the server sums those up. */
async function readDoors(client: ApolloClient, bounds: Bounds): Promise<SavedDoor[]> {
  const { data } = await client.query({
    query: AreaDoorsDocument,
    variables: { bounds, zoom: PROPERTY_MARKERS_ZOOM },
    fetchPolicy: 'no-cache',
  })
  const { markers, clusters } = data!.propertyMap
  if (clusters.length === 0 || sideOf(bounds) <= MIN_HOUSES_DEGREES) return markers
  const doors: SavedDoor[] = []
  for (const part of quartersOf(bounds)) doors.push(...(await readDoors(client, part)))
  return doors
}

/**
 * The houses of an area with their addresses, saved or not; none of an area too large to walk. What the server does not
 * answer in one piece is read part by part.
 */
async function fetchUnsavedProperties(client: ApolloClient, bounds: Bounds): Promise<UnsavedProperty[]> {
  const side = sideOf(bounds)
  if (side > MAX_WALKED_DEGREES) return []
  if (side <= MAX_HOUSES_DEGREES)
    try {
      const options = { query: AreaHousesDocument, variables: { bounds }, fetchPolicy: 'no-cache' } as const
      return (await client.query(options)).data!.housesIn
    } catch (error) {
      const isTooMany = errorCode(error) === 'BAD_USER_INPUT' && side > MIN_HOUSES_DEGREES
      if (!isTooMany) throw error
    }
  const houses: UnsavedProperty[] = []
  for (const part of quartersOf(bounds)) houses.push(...(await fetchUnsavedProperties(client, part)))
  return houses
}

const sideOf = ({ south, west, north, east }: Bounds): number => Math.max(north - south, east - west)

function quartersOf({ south, west, north, east }: Bounds): Bounds[] {
  const [lat, lng] = [(south + north) / 2, (west + east) / 2]
  return [
    { south, west, north: lat, east: lng },
    { south, west: lng, north: lat, east },
    { south: lat, west, north, east: lng },
    { south: lat, west: lng, north, east },
  ]
}

async function readProperties(client: ApolloClient, bounds: Bounds): Promise<SavedProperty[]> {
  const properties: SavedProperty[] = []
  for (let after: string | null | undefined; ;) {
    const { data } = await client.query({
      query: AreaPropertiesDocument,
      variables: { bounds, after: after ?? null },
      fetchPolicy: 'no-cache',
    })
    const { edges, pageInfo } = data!.properties
    properties.push(...edges.map(({ node }) => node))
    if (!pageInfo.hasNextPage) return properties
    after = pageInfo.endCursor
  }
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

function waitForConnection(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ends = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      ends.abort()
      resolve()
    }
    const timer = setTimeout(finish, RETRY_MS)
    addEventListener('online', finish, ends)
    signal.addEventListener('abort', finish, ends)
  })
}
