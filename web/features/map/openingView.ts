import type { Point } from '../../lib/distance.ts'

/** What part of the world a map shows. */
export interface MapCamera {
  center: Point
  zoom: number
}

/** From this zoom on, houses can be told apart: each has its own marker, and a tap looks one up. The server's clusters end here too. */
export const PROPERTY_ZOOM = 17.75

/** A neighborhood fills about a screen. */
export const NEIGHBORHOOD_ZOOM = 15.5

/** The zoom of a first opening: about eight houses on a phone, a few dozen on a desktop. */
export const openingZoom = (phone: boolean): number => (phone ? 18.6 : 18)

/** Prefix of the local storage keys of the last views. The user id follows. A logout keeps them. */
const VIEW_KEY_PREFIX = 'porchlight.map.'

/** Where this user left the map on this device. */
export function readLastView(userName: string): MapCamera | undefined {
  try {
    const { center, zoom } = JSON.parse(localStorage.getItem(VIEW_KEY_PREFIX + userName) ?? '{}') as Partial<MapCamera>
    const isValid = [center?.lat, center?.lng, zoom].every(Number.isFinite)
    return isValid ? { center: { lat: center!.lat, lng: center!.lng }, zoom: zoom! } : undefined
  } catch {
    return undefined
  }
}

/** Stores where the user left the map. Does nothing if the browser does not allow storage. */
export function storeLastView(userName: string, { center, zoom }: MapCamera): void {
  try {
    localStorage.setItem(VIEW_KEY_PREFIX + userName, JSON.stringify({ center, zoom }))
  } catch {
    // A full or forbidden storage only means that the map opens elsewhere next time.
  }
}

/** About one block. */
const NEIGHBORHOOD_DEGREES = 0.0012

/** The point with the most other points around it, so that points elsewhere do not matter. */
export function findWorkCenter(points: readonly Point[]): Point | undefined {
  const countNeighbors = (point: Point) =>
    points.filter(({ lat, lng }) => Math.hypot(lat - point.lat, lng - point.lng) < NEIGHBORHOOD_DEGREES).length
  let center: Point | undefined
  let mostNeighbors = 0
  for (const point of points) {
    const neighbors = countNeighbors(point)
    if (neighbors > mostNeighbors) [center, mostNeighbors] = [{ lat: point.lat, lng: point.lng }, neighbors]
  }
  return center
}
