import type { Feature, FeatureCollection, Point as GeoPoint, Polygon } from 'geojson'
import { clusterName, pinName, SPOT_NAME } from './markerImages.ts'

export interface LatLng {
  lat: number
  lng: number
}

export type MarkerStatus = 'NEW' | 'CONTACTED' | 'INTERESTED' | 'NOT_INTERESTED'
export type MarkerPriority = 'NORMAL' | 'HIGH'

/** A saved house as the map shows it. */
export interface HouseMarker extends LatLng {
  id: string
  streetNumber: string
  status: MarkerStatus
  priority: MarkerPriority
}

/** Houses too close together to be told apart at this zoom. */
export interface HouseCluster extends LatLng {
  key: string
  count: number
}

/** The spot that was searched or clicked and is not saved yet. */
export interface NewSpot extends LatLng {
  busy: boolean
}

/** Where the user stands, and how many metres that may be off. */
export interface MyPlace extends LatLng {
  accuracy: number
}

/** Placed first wins when two markers collide: high priority before the rest (the selected one has its own layer). */
const ORDER = { HIGH: 0, NORMAL: 1 } as const

/** A house without a number still needs something to stand on its marker. */
const NO_NUMBER = '–'

/** One feature a house, without the selected one, which is drawn larger on a layer of its own. */
export function houseFeatures(houses: readonly HouseMarker[], selectedId: string | undefined) {
  return collection(houses.filter((house) => house.id !== selectedId).map((house) => houseFeature(house, false)))
}

/** What is drawn above all other markers: the selected house, and the NEW marker. */
export function foremostFeatures(selected: HouseMarker | undefined, spot: NewSpot | undefined) {
  const features: Feature<GeoPoint>[] = []
  if (selected) features.push(houseFeature(selected, true))
  if (spot) {
    // Middle dots stand on the marker's middle, where full stops would sink to its edge.
    features.push(at(spot, { kind: 'spot', image: SPOT_NAME, label: spot.busy ? '···' : 'NEW', order: 1 }))
  }
  return collection(features)
}

/**
 * One feature a cluster: 38, 46 or 56 px for fewer than 10, fewer than 100, and more; 'busy' (red, with a second
 * ring) where the count exceeds the larger of 10 and the mean of the clusters in view (spec §9).
 */
export function clusterFeatures(clusters: readonly HouseCluster[]) {
  const mean = clusters.reduce((sum, cluster) => sum + cluster.count, 0) / Math.max(clusters.length, 1)
  const busyAbove = Math.max(10, mean)
  return collection(
    clusters.map((cluster) => {
      const size = cluster.count < 10 ? 38 : cluster.count < 100 ? 46 : 56
      return at(cluster, {
        kind: 'cluster',
        key: cluster.key,
        image: clusterName(size, cluster.count > busyAbove),
        label: shortCount(cluster.count),
        order: -cluster.count,
      })
    }),
  )
}

/** 950, 1.2k, 14k: a cluster's number has room for four signs. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 10_000) return `${Math.floor(count / 100) / 10}k`
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 100_000) / 10}M`
}

/** Metres that a pixel spans at zoom 0 on the equator. */
const METRES_PER_PIXEL = 78_271.517

/** The user's disc, with a halo in pixels at zoom 0 for what the position may be off. */
export function meFeatures(me: MyPlace | undefined) {
  if (!me) return collection([])
  const halo = me.accuracy / (METRES_PER_PIXEL * Math.cos((me.lat * Math.PI) / 180))
  return collection([at(me, { kind: 'me', halo })])
}

/** A parcel's edge as a closed polygon, or nothing where there is none to draw. */
export function outlineFeatures(outline: readonly LatLng[] | null | undefined): FeatureCollection<Polygon> {
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

function houseFeature(house: HouseMarker, selected: boolean): Feature<GeoPoint> {
  const label = house.streetNumber || NO_NUMBER
  return at(house, {
    kind: 'house',
    id: house.id,
    status: house.status,
    image: pinName({ status: house.status, label, high: house.priority === 'HIGH', selected }),
    label,
    order: ORDER[house.priority],
  })
}

function at(point: LatLng, properties: Record<string, string | number>): Feature<GeoPoint> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [point.lng, point.lat] } }
}

function collection(features: Feature<GeoPoint>[]): FeatureCollection<GeoPoint> {
  return { type: 'FeatureCollection', features }
}
