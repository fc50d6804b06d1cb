import type { Feature, LineString } from 'geojson'
import { distanceMeters, type Point } from '../../domain/point.ts'

/** A house with the street of its address. */
export interface StreetAddress extends Point {
  streetKey: string
  streetName: string
}

const minAddresses = 3
const minMeters = 40
/** Houses whose places vary across their street more than this share of how they vary along it are in no row. */
const maxWidthShare = 0.5

/**
 * A line for each street that has a row of houses, along which the map writes its name: the straight line that is nearest to the
 * houses, which is the middle of the street if they are on both sides.
 */
export function streetLinesOf(houses: readonly StreetAddress[]): Feature<LineString, { name: string }>[] {
  const streets = Map.groupBy(houses, ({ streetKey }) => streetKey)
  return [...streets.values()].flatMap((row) => {
    const line = row.length < minAddresses ? null : lineThrough(row)
    const geometry = line && { type: 'LineString' as const, coordinates: line }
    return geometry
      ? [{ type: 'Feature' as const, properties: { name: toTitleCase(row[0]!.streetName) }, geometry }]
      : []
  })
}

/** From the first to the last of the points, by their place on the principal axis of all. Null if they are in no row. */
function lineThrough(points: readonly Point[]): [number, number][] | null {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const center = { lat: mean(points.map(({ lat }) => lat)), lng: mean(points.map(({ lng }) => lng)) }
  // A degree of longitude is shorter, so places are compared in units of latitude.
  const scale = Math.cos((center.lat * Math.PI) / 180)
  const offsets = points.map(({ lat, lng }) => ({ x: (lng - center.lng) * scale, y: lat - center.lat }))
  const xx = mean(offsets.map(({ x }) => x * x))
  const yy = mean(offsets.map(({ y }) => y * y))
  const xy = mean(offsets.map(({ x, y }) => x * y))
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = offsets.map(({ x, y }) => x * cos + y * sin)
  const across = offsets.map(({ x, y }) => y * cos - x * sin)
  const spread = (values: number[]) => Math.sqrt(mean(values.map((value) => value * value)))
  if (spread(across) > maxWidthShare * spread(along)) return null
  const pointAt = (distance: number): [number, number] => [
    center.lng + (distance * cos) / scale,
    center.lat + distance * sin,
  ]
  const [from, to] = [pointAt(Math.min(...along)), pointAt(Math.max(...along))]
  return distanceMeters({ lng: from[0], lat: from[1] }, { lng: to[0], lat: to[1] }) < minMeters ? null : [from, to]
}

const directions = new Set(['N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW'])

/** 'W 10TH ST' → 'W 10th St': counties write capitals. Other names stay as they are. */
export function toTitleCase(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name
    .split(' ')
    .map((word) => (directions.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(' ')
}
