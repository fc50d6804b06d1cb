import 'fake-indexeddb/auto'
import type { ApolloClient } from '@apollo/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AreaDoorsDocument, AreaHousesDocument, AreaPropertiesDocument } from '../../gql/graphql.ts'
import type { Bounds } from '../../lib/distance.ts'
import { AREAS_DATABASE } from '../../lib/cacheNames.ts'
import { RequestError } from '../../lib/errors.ts'
import { tilesOf } from './areaBounds.ts'
import { downloadAreas } from './areaDownload.ts'
import {
  listAreas,
  readUnsavedProperties,
  readSavedDoors,
  readSavedProperty,
  type SavedArea,
  storeArea,
} from './areaStore.ts'

const bounds = { south: 39.768, west: -86.164, north: 39.772, east: -86.158 }
const owner = 'riley.maple'
const area: SavedArea = {
  ...{ id: 'a', owner, name: 'Fern Example Heights', bounds, hasTiles: true, bytes: 500, savedBytes: 0, savedTiles: 0 },
  ...{ savedProperties: 0, isComplete: false, isPaused: false, savedAt: 0, expiresAt: 1 },
}
const place = { lat: 39.77, lng: -86.16 }
const persist = vi.fn(() => Promise.resolve(true))

let tiles: Map<string, number>
let answerUnsaved: (bounds: Bounds) => object[]
let request: ReturnType<typeof vi.fn<() => void>>

/** Answers with one property on each of two pages. */
const client = {
  query: ({ query, variables }: { query: unknown; variables: { bounds: Bounds; after?: string | null } }) => {
    request()
    if (query === AreaHousesDocument) return Promise.resolve({ data: { housesIn: answerUnsaved(variables.bounds) } })
    if (query !== AreaPropertiesDocument)
      return Promise.resolve({ data: { propertyMap: { markers: [{ id: 'team', ...place }], clusters: [] } } })
    const id = variables.after ? 'second' : 'first'
    const pageInfo = { hasNextPage: !variables.after, endCursor: 'next' }
    return Promise.resolve({ data: { properties: { pageInfo, edges: [{ node: { id, ...place } }] } } })
  },
} as unknown as ApolloClient

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(AREAS_DATABASE).addEventListener('success', resolve)
  })
  tiles = new Map()
  request = vi.fn()
  answerUnsaved = () => [{ address: '2 Oak St', ...place }]
  persist.mockClear()
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: object, run: () => Promise<void>) => run() },
    storage: { persist },
  })
  const put = async (url: string, response: Response) => void tiles.set(url, (await response.arrayBuffer()).byteLength)
  vi.stubGlobal('caches', { open: () => Promise.resolve({ put }) })
  vi.stubGlobal('addEventListener', (_type: string, reconnected: () => void) => queueMicrotask(reconnected))
  vi.stubGlobal('fetch', () => {
    request()
    return Promise.resolve(new Response('tile content'))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const download = async (signal = new AbortController().signal) => {
  await storeArea(area)
  await downloadAreas(client, owner, signal)
  return (await listAreas(owner))[0]
}

describe('the download of an area', () => {
  it('stores its tiles, houses and properties, and asks the browser to keep them', async () => {
    const saved = await download()
    expect(saved).toMatchObject({ isComplete: true, savedProperties: 2, savedTiles: tilesOf(bounds).length })
    expect(tiles.size).toBe(tilesOf(bounds).length)
    expect(saved?.bytes).toBeGreaterThanOrEqual(12 * tiles.size)
    expect((await readSavedDoors(owner, bounds)).map(({ id }) => id)).toEqual(['team'])
    expect(await readSavedProperty(owner, 'second')).toBeDefined()
    expect((await readUnsavedProperties(owner, bounds)).map(({ address }) => address)).toEqual(['2 Oak St'])
    expect(persist).toHaveBeenCalledOnce()
  })

  it('goes on after the server refused tiles for a while because of their number', async () => {
    let refusals = 3
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('tile', { status: refusals-- > 0 ? 429 : 200 })))
    expect(await download()).toMatchObject({ isComplete: true, isPaused: false })
    expect(tiles.size).toBe(tilesOf(bounds).length)
  })

  it('reads the houses part by part where the server has too many, and those of no other user', async () => {
    const asked: Bounds[] = []
    answerUnsaved = (part) => {
      asked.push(part)
      if (part.north - part.south < 0.003)
        return [{ address: `${asked.length} Oak St`, lat: part.south, lng: part.west }]
      throw new RequestError([{ message: 'Too many', extensions: { code: 'BAD_USER_INPUT' } }])
    }
    expect(await download()).toMatchObject({ isComplete: true })
    expect(asked).toHaveLength(5)
    expect(await readUnsavedProperties(owner, bounds)).toHaveLength(4)
    expect(await readUnsavedProperties(owner, { ...bounds, south: 39.769 })).toHaveLength(2)
    expect(await readUnsavedProperties('robin.maple', bounds)).toEqual([])
  })

  it('divides no part further in which more properties share a point than the map shows', async () => {
    const asked: Bounds[] = []
    const crowded = {
      query: (options: { query: unknown; variables: { bounds: Bounds } }) => {
        if (options.query !== AreaDoorsDocument) return client.query(options as never)
        asked.push(options.variables.bounds)
        return Promise.resolve({ data: { propertyMap: { markers: [], clusters: [{ key: 'tower', count: 801 }] } } })
      },
    } as unknown as ApolloClient
    await storeArea(area)
    await downloadAreas(crowded, owner, new AbortController().signal)
    expect(await listAreas(owner)).toMatchObject([{ isComplete: true, savedProperties: 2 }])
    // 0.006 degrees, divided by two until no side is longer than 0.0005.
    expect(asked).toHaveLength(1 + 4 + 16 + 64 + 256)
  })

  it('asks again for a tile that gets no answer', async () => {
    const limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
    const answer = () => Promise.resolve(new Response('tile content'))
    const neverAnswer = (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        limit.abort(new DOMException('The time limit is reached', 'TimeoutError'))
      })
    vi.stubGlobal('fetch', vi.fn(answer).mockImplementationOnce(neverAnswer as never))
    expect(await download()).toMatchObject({ isComplete: true, isPaused: false })
    expect(tiles.size).toBe(tilesOf(bounds).length)
  })

  it.each([0, 2, 5])('goes on after a connection that was lost at request %d', async (lostAt) => {
    for (let count = 0; count < lostAt; count += 1) request.mockImplementationOnce(() => undefined)
    request.mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await download()).toMatchObject({ isComplete: true, isPaused: false })
    expect(tiles.size).toBe(tilesOf(bounds).length)
  })

  describe('while there is no connection', () => {
    let isWaiting: Promise<AbortSignal>
    let reconnect: () => void
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      request.mockImplementationOnce(() => {
        throw new TypeError('Failed to fetch')
      })
      const { promise, resolve } = Promise.withResolvers<AbortSignal>()
      isWaiting = promise
      vi.stubGlobal('addEventListener', (type: string, listener: () => void, { signal }: { signal: AbortSignal }) => {
        if (type !== 'online') return
        reconnect = listener
        resolve(signal)
      })
    })

    it('says that it waits, and goes on at once when the browser is online', async () => {
      const downloading = download()
      const listening = await isWaiting
      expect(await listAreas(owner)).toMatchObject([{ isPaused: true, isComplete: false }])
      reconnect()
      expect(await downloading).toMatchObject({ isComplete: true, isPaused: false })
      // Nothing is left of the waiting.
      expect(listening.aborted).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
    })

    it('tries again after four seconds if the browser says nothing', async () => {
      const downloading = download()
      const listening = await isWaiting
      await vi.advanceTimersByTimeAsync(3_999)
      expect(listening.aborted).toBe(false)
      expect(request).toHaveBeenCalledOnce()
      await vi.advanceTimersByTimeAsync(1)
      expect(listening.aborted).toBe(true)
      expect(await downloading).toMatchObject({ isComplete: true, isPaused: false })
    })

    it('ends at once when the user leaves, and is no problem then', async () => {
      request.mockImplementation(() => {
        throw new TypeError('Failed to fetch')
      })
      const leaving = new AbortController()
      const downloading = download(leaving.signal)
      await isWaiting
      leaving.abort()
      const left = await downloading
      expect(left).toMatchObject({ isComplete: false })
      expect(left?.problem).toBeUndefined()
      expect(vi.getTimerCount()).toBe(0)
    })
  })

  it('ends with a problem when the server refuses it, and without one when the session is over', async () => {
    request.mockImplementationOnce(() => {
      throw new RequestError([{ message: 'No', extensions: { code: 'FORBIDDEN' } }])
    })
    expect(await download()).toMatchObject({ isComplete: false, problem: 'refused' })
    request.mockImplementationOnce(() => {
      throw new RequestError([{ message: 'Over', extensions: { code: 'UNAUTHENTICATED' } }])
    })
    const next = await download()
    expect(next?.isComplete).toBe(false)
    expect(next?.problem).toBeUndefined()
  })

  it('ends with a problem when the device is full', async () => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')) })
    expect(await download()).toMatchObject({ isComplete: false, problem: 'full', savedProperties: 2 })
  })
})
