import { contains, type Point } from '../../lib/distance.ts'
import type { MapExtent } from './MapSurface.tsx'
import type { PropertyCluster, PropertyMarker } from './markerFeatures.ts'
import type { NumberedDoor } from './unsavedDoors.ts'

/** What is visible of the saved properties and of the other houses, without the margin around the view. */
export interface DoorsInView {
  properties: readonly PropertyMarker[]
  /** Houses that are not saved, as far as the map knows them. */
  unsaved: readonly NumberedDoor[]
  /** All saved properties, including those in clusters. */
  saved: number
  /** The saved properties and the houses that are not saved. */
  total: number
  /** The number of doors at which nobody has knocked, saved or not. */
  notKnocked: number
  byTeam: number
}

/** Counts the doors in the visible part of the map. */
export function countDoorsInView(
  extent: MapExtent | undefined,
  properties: readonly PropertyMarker[],
  clusters: readonly PropertyCluster[],
  unsavedDoors: readonly NumberedDoor[] = [],
): DoorsInView {
  const isInView = (point: Point) => extent !== undefined && contains(extent.bounds, point)
  const inView = properties.filter(isInView)
  const unsaved = unsavedDoors.filter(isInView)
  const saved = clusters.filter(isInView).reduce((sum, { count }) => sum + count, inView.length)
  return {
    properties: inView,
    unsaved,
    saved,
    total: saved + unsaved.length,
    notKnocked: inView.filter(isNotKnocked).length + unsaved.length,
    byTeam: inView.filter(({ isTeams }) => isTeams).length,
  }
}

/** The properties, or houses, by their distance from a point. */
export function nearestFirst<Place extends Point>(from: Point, properties: readonly Place[]): Place[] {
  const scale = Math.cos((from.lat * Math.PI) / 180)
  const distance = (point: Point) => Math.hypot(point.lat - from.lat, (point.lng - from.lng) * scale)
  return [...properties].sort((one, other) => distance(one) - distance(other))
}

/** The nearest door where nobody has knocked, a property or a house that is not saved; undefined if there is none. */
export function findFirstDoor(
  from: Point,
  properties: readonly PropertyMarker[],
  unsaved: readonly Point[] = [],
): PropertyMarker | Point | undefined {
  return nearestFirst<PropertyMarker | Point>(from, [...properties.filter(isNotKnocked), ...unsaved])[0]
}

/** Whether nobody has knocked there, and somebody may. */
export const isNotKnocked = ({
  status,
  lastOutcome,
  doNotKnock,
}: Pick<PropertyMarker, 'status' | 'lastOutcome' | 'doNotKnock'>): boolean =>
  status === 'NEW' && !lastOutcome && !doNotKnock
