import type { Feature, FeatureCollection, Point as GeoPoint, Polygon } from 'geojson'
import { clusterImageName, pinImageName, NEW_MARKER_IMAGE } from './markerImages.ts'

export interface LatLng {
  lat: number
  lng: number
}

export type MarkerStatus = 'NEW' | 'CONTACTED' | 'INTERESTED' | 'NOT_INTERESTED'
export type MarkerPriority = 'NORMAL' | 'HIGH'

/** A saved house as the map shows it. */
export interface PropertyMarker extends LatLng {
  id: string
  streetNumber: string
  status: MarkerStatus
  priority: MarkerPriority
}

/** Houses too close together to be told apart at this zoom. */
export interface PropertyCluster extends LatLng {
  key: string
  count: number
}

/** The spot that was searched or clicked and is not saved yet. */
export interface NewMarker extends LatLng {
  busy: boolean
}

/** Where the user stands, and how many metres that may be off. */
export interface UserLocation extends LatLng {
  accuracy: number
}

/** Placed first wins when two markers collide: high priority before the rest (the selected one has its own layer). */
const COLLISION_ORDER = { HIGH: 0, NORMAL: 1 } as const

/** A house without a number still needs something to stand on its marker. */
const NO_NUMBER = '–'

/** One feature a house, without the selected one, which is drawn larger on a layer of its own. */
export function propertyFeatures(properties: readonly PropertyMarker[], selectedId: string | undefined) {
  return featureCollection(
    properties.filter((property) => property.id !== selectedId).map((property) => propertyFeature(property, false)),
  )
}

/** What is drawn above all other markers: the selected house, and the NEW marker. */
export function topmostFeatures(selected: PropertyMarker | undefined, newMarker: NewMarker | undefined) {
  const features: Feature<GeoPoint>[] = []
  if (selected) features.push(propertyFeature(selected, true))
  if (newMarker) {
    // Middle dots stand on the marker's middle, where full stops would sink to its edge.
    features.push(
      pointFeature(newMarker, {
        kind: 'spot',
        image: NEW_MARKER_IMAGE,
        label: newMarker.busy ? '···' : 'NEW',
        order: 1,
      }),
    )
  }
  return featureCollection(features)
}

/**
 * One feature a cluster: 38, 46 or 56 px for fewer than 10, fewer than 100, and more; 'busy' (red, with a second
 * ring) where the count exceeds the larger of 10 and the mean of the clusters in view (spec §9).
 */
export function clusterFeatures(clusters: readonly PropertyCluster[]) {
  const mean = clusters.reduce((sum, cluster) => sum + cluster.count, 0) / Math.max(clusters.length, 1)
  const busyAbove = Math.max(10, mean)
  return featureCollection(
    clusters.map((cluster) => {
      const size = cluster.count < 10 ? 38 : cluster.count < 100 ? 46 : 56
      return pointFeature(cluster, {
        kind: 'cluster',
        key: cluster.key,
        image: clusterImageName(size, cluster.count > busyAbove),
        label: formatShortCount(cluster.count),
        order: -cluster.count,
      })
    }),
  )
}

/** 950, 1.2k, 14k: a cluster's number has room for four signs. */
export function formatShortCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 10_000) return `${Math.floor(count / 100) / 10}k`
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 100_000) / 10}M`
}

/** Metres that a pixel spans at zoom 0 on the equator. */
const METERS_PER_PIXEL = 78_271.517

/** The user's disc, with a halo in pixels at zoom 0 for what the position may be off. */
export function userLocationFeatures(userLocation: UserLocation | undefined) {
  if (!userLocation) return featureCollection([])
  const halo = userLocation.accuracy / (METERS_PER_PIXEL * Math.cos((userLocation.lat * Math.PI) / 180))
  return featureCollection([pointFeature(userLocation, { kind: 'me', halo })])
}

/** A parcel's edge as a closed polygon, or nothing where there is none to draw. */
export function parcelOutlineFeatures(outline: readonly LatLng[] | null | undefined): FeatureCollection<Polygon> {
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

function propertyFeature(property: PropertyMarker, selected: boolean): Feature<GeoPoint> {
  const label = property.streetNumber || NO_NUMBER
  return pointFeature(property, {
    kind: 'house',
    id: property.id,
    status: property.status,
    image: pinImageName({ status: property.status, label, high: property.priority === 'HIGH', selected }),
    label,
    order: COLLISION_ORDER[property.priority],
  })
}

function pointFeature(point: LatLng, properties: Record<string, string | number>): Feature<GeoPoint> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [point.lng, point.lat] } }
}

function featureCollection(features: Feature<GeoPoint>[]): FeatureCollection<GeoPoint> {
  return { type: 'FeatureCollection', features }
}
