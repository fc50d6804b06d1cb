import type { MapRef } from 'react-map-gl/maplibre'
import { distanceMeters, type Point } from '../../lib/distance.ts'

/** The area whose saved properties are known, with those properties. */
export interface ReadArea {
  bounds: { south: number; west: number; north: number; east: number }
  properties: readonly (Point & { streetNumber: string })[]
}

const LAYER_ID = 'house-number'
/** The number on the basemap; the first one if the house has several, as in 782-784. */
const NUMBER = [
  'case',
  ['in', '-', ['get', 'n']],
  ['slice', ['get', 'n'], 0, ['index-of', '-', ['get', 'n']]],
  ['get', 'n'],
]
/** Further apart, the same number belongs to another street. */
const MAX_METERS = 40

/** Whether the number that the basemap shows is that of the saved property, by the rule of `unsavedNumbersFilter`. */
export const isSameHouseNumber = (
  saved: Point & { streetNumber: string },
  shown: Point & { number: string },
): boolean =>
  saved.streetNumber.split('-')[0] === shown.number.split('-')[0] && distanceMeters(saved, shown) < MAX_METERS

/**
 * Shows the basemap's house numbers of unsaved houses only: a saved house has its number on its marker. Outside the area
 * that was read there are none, so that no number disappears when the markers arrive. Without an area all are shown.
 */
export function showUnsavedNumbers(map: ReturnType<MapRef['getMap']>, area: ReadArea | undefined): void {
  // A map of Mapbox has no such layer. Setting an equal filter again does nothing.
  if (map.getLayer(LAYER_ID)) map.setFilter(LAYER_ID, area ? (unsavedNumbersFilter(area) as never) : null)
}

/** The filter expression for the numbers of unsaved houses within the area. */
export function unsavedNumbersFilter({ bounds, properties }: ReadArea): unknown[] {
  const { south, west, north, east } = bounds
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const isInside = ['within', { type: 'Polygon', coordinates: [corners] }]
  const points = new Map<string, [number, number][]>()
  for (const { streetNumber, lat, lng } of properties) {
    const [number] = streetNumber.split('-')
    if (number) points.set(number, [...(points.get(number) ?? []), [lng, lat]])
  }
  if (points.size === 0) return isInside
  const isSaved = [...points].flatMap(([number, coordinates]) => [
    number,
    ['<', ['distance', { type: 'MultiPoint', coordinates }], MAX_METERS],
  ])
  return ['all', isInside, ['!', ['match', NUMBER, ...isSaved, false]]]
}
