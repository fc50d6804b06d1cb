import type { Feature, FeatureCollection, Polygon, Position } from 'geojson'
import { territoryFills } from '../../domain/territoryFills.ts'
import type { StageColor } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { type Area, isInside, polygonsOf as polygonsOfArea } from './areas.ts'
import type { MarkerLayer } from './markerLayers.ts'

/** A territory as the map shows it. */
export interface MapTerritory {
  id: string
  name: string
  color: StageColor
  /** A GeoJSON Polygon or MultiPolygon, which the server has checked. */
  area: unknown
}

const polygonsOf = (area: unknown) => polygonsOfArea(area as Area)

/** The areas, and a point for the name of each. */
export function territoryFeatures(territories: readonly MapTerritory[], selectedId?: string): FeatureCollection {
  return toCollection(
    territories.flatMap(({ id, name, color, area }): Feature[] => {
      const properties = { id, name, fill: territoryFills[color], isSelected: id === selectedId }
      return [
        { type: 'Feature', geometry: area as Polygon, properties: { ...properties, kind: 'area' } },
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: labelPositionOf(area) },
          properties: { ...properties, kind: 'name' },
        },
      ]
    }),
  )
}

/** Everything around the areas, to be dimmed: the map of a rep is clear where they work. Nothing without areas. */
export function surroundings(territories: readonly MapTerritory[]): FeatureCollection {
  const outlines = territories.flatMap(({ area }) => polygonsOf(area).map(([outer]) => outer!))
  if (outlines.length === 0) return toCollection([])
  const world = [
    [-180, -85],
    [180, -85],
    [180, 85],
    [-180, 85],
    [-180, -85],
  ]
  return toCollection([
    { type: 'Feature', geometry: { type: 'Polygon', coordinates: [world, ...outlines] }, properties: {} },
  ])
}

const [INK, PAPER] = ['#1c1b18', '#ffffff']

/** A name stands dark in a bright outline, or, like the names of the dark map, the other way round. */
export const territoryLayers = (boldFont: string[], isDark: boolean): MarkerLayer[] => [
  {
    id: 'territory-areas',
    type: 'fill',
    filter: ['==', ['get', 'kind'], 'area'],
    paint: { 'fill-color': ['get', 'fill'], 'fill-opacity': ['case', ['get', 'isSelected'], 0.3, 0.16] },
  },
  {
    id: 'territory-edges',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'area'],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': '#ffffff', 'line-width': ['case', ['get', 'isSelected'], 6, 4], 'line-opacity': 0.85 },
  },
  {
    id: 'territory-lines',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'area'],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ['get', 'fill'], 'line-width': ['case', ['get', 'isSelected'], 4, 2] },
  },
  {
    id: 'territory-names',
    type: 'symbol',
    filter: ['==', ['get', 'kind'], 'name'],
    layout: { 'text-field': ['get', 'name'], 'text-font': boldFont, 'text-size': 14, 'text-max-width': 8 },
    // Not in their color, which is too light to be read in some of them.
    paint: {
      'text-color': isDark ? PAPER : INK,
      'text-halo-color': isDark ? INK : PAPER,
      'text-halo-width': 1.75,
    },
  },
]

export const surroundingLayers = (): MarkerLayer[] => [
  { id: 'territory-surroundings', type: 'fill', paint: { 'fill-color': '#1c1b18', 'fill-opacity': 0.34 } },
]

/** The last of the territories that contains the point: the one that is drawn on top. */
export function territoryAt<Territory extends MapTerritory>(
  territories: readonly Territory[],
  point: Point,
): Territory | undefined {
  return territories.findLast(({ area }) => polygonsOf(area).some((rings) => isInside(rings, point)))
}

/** The corners of the smallest bounds that contain the areas. */
export function boundsOfAreas(areas: readonly unknown[]): [west: number, south: number, east: number, north: number] {
  const positions = areas.flatMap((area) => polygonsOf(area).flat(2))
  const bounds: [number, number, number, number] = [180, 90, -180, -90]
  for (const [lng, lat] of positions as [number, number][]) {
    bounds[0] = Math.min(bounds[0], lng)
    bounds[1] = Math.min(bounds[1], lat)
    bounds[2] = Math.max(bounds[2], lng)
    bounds[3] = Math.max(bounds[3], lat)
  }
  return bounds
}

/** The middle of the widest span of the largest part at its middle latitude, which is inside the area. */
function labelPositionOf(area: unknown): Position {
  const parts = polygonsOf(area).map((rings) => ({
    rings,
    bounds: boundsOfAreas([{ type: 'Polygon', coordinates: rings }]),
  }))
  const sizeOf = ([west, south, east, north]: readonly number[]) => (east! - west!) * (north! - south!)
  const { rings, bounds } = parts.reduce((best, part) => (sizeOf(part.bounds) > sizeOf(best.bounds) ? part : best))
  const lat = (bounds[1] + bounds[3]) / 2
  const crossings = rings
    .flatMap((ring) => ring.slice(1).map((to, index) => [ring[index]!, to] as [[number, number], [number, number]]))
    .filter(([[, fromY], [, toY]]) => fromY > lat !== toY > lat)
    .map(([[fromX, fromY], [toX, toY]]) => fromX + ((lat - fromY) / (toY - fromY)) * (toX - fromX))
    .sort((one, other) => one - other)
  let widest = { lng: (bounds[0] + bounds[2]) / 2, width: 0 }
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from, to] = [crossings[index]!, crossings[index + 1]!]
    if (to - from > widest.width) widest = { lng: (from + to) / 2, width: to - from }
  }
  return [widest.lng, lat]
}

const toCollection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
