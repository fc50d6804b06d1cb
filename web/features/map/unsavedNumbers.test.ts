import { featureFilter } from '@maplibre/maplibre-gl-style-spec'
import { expect, it, vi } from 'vitest'
import { showUnsavedNumbers, unsavedNumbersFilter } from './unsavedNumbers.ts'

const bounds = { south: 39.76, west: -86.17, north: 39.78, east: -86.15 }
const saved = { streetNumber: '1018', lat: 39.77, lng: -86.16 }
const tile = { z: 17, x: Math.floor(((-86.16 + 180) / 360) * 2 ** 17), y: 0 }
const mercatorY = (lat: number) => (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
tile.y = Math.floor(mercatorY(39.77) * 2 ** 17)

/** Whether `filter` shows the house number `n` at this point. */
function isShown(filter: unknown[], n: string, lat: number, lng: number): boolean {
  const toTile = (share: number, index: number) => Math.round((share * 2 ** tile.z - index) * 8192)
  const point = { x: toTile((lng + 180) / 360, tile.x), y: toTile(mercatorY(lat), tile.y) }
  return featureFilter(filter as never, {} as never).filter(
    { zoom: 17 },
    { type: 1, properties: { n }, geometry: [[point]] } as never,
    tile as never,
  )
}

it('leaves out the number of a saved house, but not of its neighbor or of the same number on another street', () => {
  const filter = unsavedNumbersFilter({ bounds, properties: [saved] })
  expect(isShown(filter, '1018', 39.77015, -86.16)).toBe(false)
  expect(isShown(filter, '1018-1020', 39.77015, -86.16)).toBe(false)
  expect(isShown(filter, '1020', 39.77015, -86.16)).toBe(true)
  expect(isShown(filter, '1018', 39.771, -86.16)).toBe(true)
})

it('shows no number outside the area whose saved houses are known', () => {
  expect(isShown(unsavedNumbersFilter({ bounds, properties: [] }), '1018', 39.77, -86.16)).toBe(true)
  const elsewhere = { ...bounds, north: 39.765 }
  expect(isShown(unsavedNumbersFilter({ bounds: elsewhere, properties: [saved] }), '1020', 39.77, -86.16)).toBe(false)
})

it('filters the layer of the embedded map, and leaves a map without house numbers alone', () => {
  const map = { getLayer: vi.fn((): object | undefined => ({})), setFilter: vi.fn() }
  showUnsavedNumbers(map as never, undefined)
  expect(map.setFilter).toHaveBeenLastCalledWith('house-number', null)
  showUnsavedNumbers(map as never, { bounds, properties: [saved] })
  expect(map.setFilter).toHaveBeenLastCalledWith('house-number', expect.arrayContaining(['all']))
  map.getLayer.mockReturnValue(undefined)
  showUnsavedNumbers(map as never, undefined)
  expect(map.setFilter).toHaveBeenCalledTimes(2)
})
