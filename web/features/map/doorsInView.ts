import type { Point } from '../../lib/distance.ts'
import type { MapExtent } from './MapSurface.tsx'
import type { PropertyCluster, PropertyMarker } from './markerFeatures.ts'

/** What is visible of the saved properties, without the margin around the view. */
export interface DoorsInView {
  properties: readonly PropertyMarker[]
  /** All doors, including those in clusters. */
  total: number
  notVisited: number
  byTeam: number
}

/** Counts the doors in the visible part of the map. */
export function countDoorsInView(
  extent: MapExtent | undefined,
  properties: readonly PropertyMarker[],
  clusters: readonly PropertyCluster[],
): DoorsInView {
  const isInView = ({ lat, lng }: Point) =>
    extent !== undefined &&
    lat >= extent.bounds.south &&
    lat <= extent.bounds.north &&
    lng >= extent.bounds.west &&
    lng <= extent.bounds.east
  const inView = properties.filter(isInView)
  return {
    properties: inView,
    total: clusters.filter(isInView).reduce((sum, { count }) => sum + count, inView.length),
    notVisited: inView.filter(isNotVisited).length,
    byTeam: inView.filter(({ isTeams }) => isTeams).length,
  }
}

/** The properties by their distance from a point. */
export function nearestFirst(from: Point, properties: readonly PropertyMarker[]): PropertyMarker[] {
  const scale = Math.cos((from.lat * Math.PI) / 180)
  const distance = (point: Point) => Math.hypot(point.lat - from.lat, (point.lng - from.lng) * scale)
  return [...properties].sort((one, other) => distance(one) - distance(other))
}

/** The nearest property where nobody has knocked; undefined if there is none. */
export function findFirstDoor(from: Point, properties: readonly PropertyMarker[]): PropertyMarker | undefined {
  return nearestFirst(from, properties).find(isNotVisited)
}

const isNotVisited = ({ status, lastOutcome }: PropertyMarker) => status === 'NEW' && !lastOutcome
