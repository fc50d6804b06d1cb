import type { Feature, FeatureCollection, Point as GeoPoint, Polygon } from 'geojson'
import type { KnockOutcome, Priority, PropertyStatus } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { doorLight } from './doorLights.ts'
import { clusterSize } from './clusterSize.ts'
import { clusterImageName, pinImageName, NEW_MARKER_IMAGE, type PinStyle, TEAM_SCALE } from './markerImages.ts'
import { doorShape, pinTextColor } from './markerShapes.ts'

/** A saved property as the map shows it. */
export interface PropertyMarker extends Point {
  id: string
  streetNumber: string
  status: PropertyStatus
  priority: Priority
  lastOutcome?: KnockOutcome | null
  streetName?: string | null
  unit?: string | null
  lastKnockedAt?: string | null
  assignedTo?: { id: string; fullName: string } | null
  /** Set if nobody may knock there. */
  doNotKnock?: unknown
  /** A colleague's property, which is drawn paler. */
  isTeams?: boolean
}

/** Properties too close together to show separately at this zoom. */
export interface PropertyCluster extends Point {
  key: string
  count: number
  /** How many of them somebody has knocked at today. */
  doneToday: number
}

/** A location that was searched or clicked and is not saved; `busy` while it is being looked up. */
export interface NewMarker extends Point {
  busy: boolean
}

/** The user's location; `accuracy` is in meters. */
export interface UserLocation extends Point {
  accuracyMeters: number
}

/** The order in which overlapping markers are drawn. The highest number is on top: high priority, then normal, then the team's. */
const DRAWING_ORDER = { HIGH: 2, NORMAL: 1 } as const

/** The label of a property without a street number. */
const NO_NUMBER = '–'

/** One feature per property except the selected one, which has a layer of its own. */
export function propertyFeatures(properties: readonly PropertyMarker[], selectedId: string | undefined) {
  const units = Map.groupBy(properties, placeOf)
  return featureCollection(
    properties
      .filter((property) => property.id !== selectedId)
      .map((property) => propertyFeature(property, false, units.get(placeOf(property))!.length)),
  )
}

/** The units of a building have one number at one point. */
const placeOf = ({ lat, lng, streetNumber }: PropertyMarker) => `${lat},${lng} ${streetNumber}`

/** The property under the pointer, the selected one and the NEW marker, which are drawn above all others. */
export function topmostFeatures(
  selected: PropertyMarker | undefined,
  newMarker: NewMarker | undefined,
  hovered?: PropertyMarker,
) {
  const features: Feature<GeoPoint>[] = []
  if (hovered && hovered.id !== selected?.id) features.push(propertyFeature(hovered, true))
  if (selected) features.push(propertyFeature(selected, true))
  if (newMarker) {
    // Middle dots are vertically centered; periods would sit at the marker's lower edge.
    features.push(
      pointFeature(newMarker, {
        kind: 'new_marker',
        image: NEW_MARKER_IMAGE,
        label: newMarker.busy ? '···' : 'NEW',
        order: 1,
      }),
    )
  }
  return featureCollection(features)
}

/**
 * One feature per cluster. A cluster is 'busy'
 * (red, with a second ring) if its count exceeds both 10 and the mean of the clusters in view (spec §9).
 */
export function clusterFeatures(clusters: readonly PropertyCluster[]) {
  const mean = clusters.reduce((sum, cluster) => sum + cluster.count, 0) / Math.max(clusters.length, 1)
  const busyAbove = Math.max(10, mean)
  return featureCollection(
    clusters.map((cluster) => {
      const size = clusterSize(cluster.count)
      return pointFeature(cluster, {
        kind: 'cluster',
        key: cluster.key,
        image: clusterImageName(size, cluster.count > busyAbove),
        label: formatShortCount(cluster.count),
        order: -cluster.count,
        radius: size / 2,
        share: cluster.doneToday / cluster.count,
      })
    }),
  )
}

/** 950, 1.2k, 14k: a cluster has room for four characters. */
export function formatShortCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 10_000) return `${Math.floor(count / 100) / 10}k`
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 100_000) / 10}M`
}

/** One feature per door where somebody has knocked since `dayStart`; talks are drawn above other knocks. */
export function lightFeatures(properties: readonly PropertyMarker[], dayStart: number) {
  return featureCollection(
    properties.flatMap((property) => {
      const light = doorLight(property, dayStart)
      return light ? [pointFeature(property, { light, order: light === 'talk' ? 1 : 0 })] : []
    }),
  )
}

/** Meters per pixel at zoom 0 on the equator. */
const METERS_PER_PIXEL = 78_271.517

/** The user's location, with the radius of its accuracy halo in pixels at zoom 0. */
export function userLocationFeatures(userLocation: UserLocation | undefined) {
  if (!userLocation) return featureCollection([])
  const halo = userLocation.accuracyMeters / (METERS_PER_PIXEL * Math.cos((userLocation.lat * Math.PI) / 180))
  return featureCollection([pointFeature(userLocation, { kind: 'me', halo })])
}

/** The parcel's outline as a closed polygon. Empty if there are fewer than three corners. */
export function parcelOutlineFeatures(outline: readonly Point[] | null | undefined): FeatureCollection<Polygon> {
  const ring = (outline ?? []).map((point) => [point.lng, point.lat])
  const [first] = ring
  const last = ring.at(-1)
  if (!first || !last || ring.length < 3) return { type: 'FeatureCollection', features: [] }
  if (first[0] !== last[0] || first[1] !== last[1]) ring.push([...first])
  const polygon: Feature<Polygon> = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
  return { type: 'FeatureCollection', features: [polygon] }
}

/** `units` is the number of properties that are drawn at its place, which the label tells if there are several. */
function propertyFeature(property: PropertyMarker, selected: boolean, units = 1): Feature<GeoPoint> {
  const label = `${property.streetNumber || NO_NUMBER}${units > 1 ? `×${units}` : ''}`
  const shape = doorShape(property)
  const isTeams = Boolean(property.isTeams)
  const style: PinStyle = selected ? 'selected' : isTeams ? 'team' : 'own'
  return pointFeature(property, {
    kind: 'property',
    id: property.id,
    image: pinImageName({ shape, label, high: property.priority === 'HIGH', style }),
    ink: pinTextColor(shape, style === 'team'),
    scale: style === 'team' ? TEAM_SCALE : 1,
    label,
    order: isTeams ? 0 : DRAWING_ORDER[property.priority],
  })
}

function pointFeature(point: Point, properties: Record<string, string | number>): Feature<GeoPoint> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [point.lng, point.lat] } }
}

function featureCollection(features: Feature<GeoPoint>[]): FeatureCollection<GeoPoint> {
  return { type: 'FeatureCollection', features }
}
