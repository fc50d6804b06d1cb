import type { Geometry } from 'geojson'
import type { MapRef } from 'react-map-gl/maplibre'
import type { Point } from '../../lib/distance.ts'
import { isSameHouseNumber } from './unsavedNumbers.ts'
import { PROPERTY_ZOOM } from './openingView.ts'

/** A house that the map shows by its number. */
export interface NumberedDoor extends Point {
  number: string
  /** Unknown in tiles that were stored without the streets of numbers. */
  street?: string
}

/** Parts of one building, and its copies in the margins of the tiles around, are nearer to each other. */
const SAME_PLACE_DEGREES = 0.00005

/** The houses whose numbers the map shows, each once: none where they cannot be told apart, and on a map of Mapbox. */
export function readNumberedDoors(map: ReturnType<MapRef['getMap']>): NumberedDoor[] {
  if (map.getZoom() < PROPERTY_ZOOM || !map.getSource('town')) return []
  const byNumber = new Map<string, NumberedDoor[]>()
  for (const { geometry, properties } of map.querySourceFeatures('town', { sourceLayer: 'number' })) {
    const number = String(properties?.['n'])
    const doors = byNumber.get(number) ?? []
    const street: unknown = properties?.['street']
    for (const [lng, lat] of pointsOf(geometry)) {
      const door = { number, lat: lat!, lng: lng!, ...(typeof street === 'string' && { street }) }
      if (!doors.some((other) => isAt(other, door))) doors.push(door)
    }
    byNumber.set(number, doors)
  }
  return [...byNumber.values()].flat()
}

/** Other towns' tiles may have one feature for all houses with the same number. */
const pointsOf = (geometry: Geometry) =>
  geometry.type === 'MultiPoint' ? geometry.coordinates : geometry.type === 'Point' ? [geometry.coordinates] : []

const isAt = (one: Point, other: Point) =>
  Math.max(Math.abs(one.lat - other.lat), Math.abs(one.lng - other.lng)) < SAME_PLACE_DEGREES

/** The doors that are not saved properties. */
export function unsavedAmong(
  doors: readonly NumberedDoor[],
  saved: readonly (Point & { streetNumber: string })[],
): NumberedDoor[] {
  return doors.filter((door) => !saved.some((property) => isSameHouseNumber(property, door)))
}
