import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tileUrl } from '../../domain/basemapTiles.ts'
import { AREAS_DATABASE } from '../../lib/cacheNames.ts'
import { tilesOf } from './areaBounds.ts'
import {
  changeArea,
  listAreas,
  readSavedDoors,
  readSavedProperty,
  removeArea,
  removeOldAreas,
  type SavedArea,
  type SavedDoor,
  type SavedProperty,
  storeArea,
  storeRecords,
} from './areaStore.ts'

const bounds = { south: 39.768, west: -86.164, north: 39.772, east: -86.158 }
const riley = 'riley.maple'
const now = 1_000_000

const area = (id: string, changes: Partial<SavedArea> = {}): SavedArea => ({
  ...{ id, owner: riley, name: id, bounds, hasTiles: true, bytes: 100, savedBytes: 100, savedTiles: 1 },
  ...{ savedProperties: 1, isComplete: true, isPaused: false, savedAt: now, expiresAt: now + 10 },
  ...changes,
})
const door = (id: string, lat = 39.77, lng = -86.16) => ({ id, lat, lng, streetNumber: '1018' }) as SavedDoor
const property = (id: string) => ({ id, lat: 39.77, lng: -86.16, ownerName: 'Sample Owner' }) as SavedProperty

let tiles: Set<string>

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(AREAS_DATABASE).addEventListener('success', resolve)
  })
  tiles = new Set()
  const cache = { delete: (url: string) => Promise.resolve(tiles.delete(url)) }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
})

describe('the properties of saved areas', () => {
  it('are found by place and by id, for their user alone', async () => {
    await storeArea(area('a'))
    await storeRecords(area('a'), [door('1'), door('2', 39.7715), door('3', 39.77, -86.1)], [property('1')])
    const found = await readSavedDoors(riley, { ...bounds, north: 39.771 })
    expect(found.map(({ id }) => id)).toEqual(['1'])
    expect(await readSavedProperty(riley, '1')).toMatchObject({ ownerName: 'Sample Owner' })
    expect(await readSavedProperty(riley, '2')).toBeUndefined()
    expect(await readSavedDoors('avery.maple', bounds)).toEqual([])
    expect(await readSavedProperty('avery.maple', '1')).toBeUndefined()
  })

  it('are listed once where areas overlap, and stay until the last of these is removed', async () => {
    for (const id of ['a', 'b']) {
      await storeArea(area(id))
      await storeRecords(area(id), [door('1')], [property('1')])
    }
    expect(await readSavedDoors(riley, bounds)).toHaveLength(1)
    await removeArea(area('a'))
    expect(await readSavedProperty(riley, '1')).toBeDefined()
    await removeArea(area('b'))
    expect(await readSavedProperty(riley, '1')).toBeUndefined()
  })

  it('are not stored for an area that a sign-out has removed meanwhile', async () => {
    await storeArea(area('a'))
    await removeArea(area('a'))
    await storeRecords(area('a'), [door('1')], [property('1')])
    expect(await readSavedDoors(riley, bounds)).toEqual([])
    expect(await changeArea('a', { isComplete: true })).toBe(false)
  })
})

it('expired areas and those of other users are removed', async () => {
  const others = [area('expired', { expiresAt: now }), area('avery', { owner: 'avery.maple' })]
  for (const each of [...others, area('current')]) {
    await storeArea(each)
    await storeRecords(each, [door(each.id)], [])
  }
  await removeOldAreas(riley, now)
  expect((await listAreas(riley)).map(({ id }) => id)).toEqual(['current'])
  expect(await listAreas('avery.maple')).toEqual([])
  expect((await readSavedDoors(riley, bounds)).map(({ id }) => id)).toEqual(['current'])
  expect(await readSavedDoors('avery.maple', bounds)).toEqual([])
})

it('a removed area leaves the tiles that another area needs', async () => {
  const east = { ...bounds, east: -86.14 }
  await storeArea(area('a'))
  await storeArea(area('b', { bounds: east }))
  const urlsOf = (within: typeof bounds) => tilesOf(within).map(({ z, x, y }) => tileUrl(z, x, y))
  tiles = new Set([...urlsOf(bounds), ...urlsOf(east)])
  await removeArea(area('b', { bounds: east }))
  expect([...tiles].sort()).toEqual(urlsOf(bounds).sort())
})

it('another connection can delete the database, as a sign-out in another tab does', async () => {
  await storeArea(area('a'))
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(AREAS_DATABASE)
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })
  expect(await listAreas(riley)).toEqual([])
})
