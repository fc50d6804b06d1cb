import { type Xy, applyBend, toPoint } from './ground.ts'
import type { Box } from './plan.ts'

/** The highest zoom and its units per tile: 3 cm on the ground, sharp when drawn at zoom 21. */
export const MAX_ZOOM = 17
export const MAX_ZOOM_EXTENT = 8192

export type GeometryKind = 'point' | 'line' | 'polygon'

/** The geometry type of every layer of the town's tiles, and the zooms that contain it. */
export const LAYERS = {
  band: { kind: 'polygon', from: 12, to: 17 },
  hill: { kind: 'polygon', from: 14, to: 17 },
  contour: { kind: 'line', from: 14, to: 17 },
  field: { kind: 'polygon', from: 12, to: 17 },
  road: { kind: 'polygon', from: 12, to: 17 },
  block: { kind: 'polygon', from: 12, to: 17 },
  verge: { kind: 'polygon', from: 15, to: 17 },
  walk: { kind: 'polygon', from: 15, to: 17 },
  inner: { kind: 'polygon', from: 15, to: 17 },
  lot: { kind: 'polygon', from: 15, to: 17 },
  yard: { kind: 'polygon', from: 16, to: 17 },
  alley: { kind: 'polygon', from: 15, to: 17 },
  trail: { kind: 'line', from: 14, to: 17 },
  water: { kind: 'polygon', from: 12, to: 17 },
  paved: { kind: 'polygon', from: 16, to: 17 },
  garden: { kind: 'polygon', from: 17, to: 17 },
  lane: { kind: 'line', from: 12, to: 17 },
  dash: { kind: 'line', from: 16, to: 17 },
  stripe: { kind: 'line', from: 17, to: 17 },
  shadow: { kind: 'polygon', from: 16, to: 17 },
  building: { kind: 'polygon', from: 14, to: 17 },
  facet: { kind: 'polygon', from: 16, to: 17 },
  wing: { kind: 'polygon', from: 16, to: 17 },
  course: { kind: 'line', from: 17, to: 17 },
  ridge: { kind: 'line', from: 17, to: 17 },
  chimney: { kind: 'polygon', from: 17, to: 17 },
  fence: { kind: 'line', from: 17, to: 17 },
  car: { kind: 'point', from: 16, to: 17 },
  bush: { kind: 'point', from: 17, to: 17 },
  tree: { kind: 'point', from: 15, to: 17 },
  street: { kind: 'line', from: 12, to: 17 },
  number: { kind: 'point', from: 17, to: 17 },
  place: { kind: 'point', from: 12, to: 17 },
  porch: { kind: 'point', from: 17, to: 17 },
} as const satisfies Record<string, { kind: GeometryKind; from: number; to: number }>

export type LayerName = keyof typeof LAYERS
export type Properties = Record<string, string | number>

/**
 * Shapes of one layer with equal properties. Each tile encodes them as one feature, which keeps files small and drawing
 * fast.
 */
export interface FeatureGroup {
  layer: LayerName
  properties: Properties
  /** Alternating x and y in whole units of the highest zoom, y downward. Rings are not closed. */
  shapes: Int32Array[]
}

export interface Drawing {
  groups: FeatureGroup[]
  /**
   * Adds a shape by its corners in plan meters. Shapes with equal properties share a feature, so their drawing order is
   * undefined.
   */
  add(layer: LayerName, corners: readonly Xy[], properties?: Properties): void
}

export function createDrawing(): Drawing {
  const groupsByKey = new Map<string, FeatureGroup>()
  const groups: FeatureGroup[] = []
  return {
    groups,
    add(layer, corners, properties = {}) {
      let key: string = layer
      for (const name in properties) key += `|${properties[name]}`
      let group = groupsByKey.get(key)
      if (!group) {
        group = { layer, properties, shapes: [] }
        groupsByKey.set(key, group)
        groups.push(group)
      }
      group.shapes.push(toTileUnits(corners))
    },
  }
}

const WORLD_SIZE = 2 ** MAX_ZOOM * MAX_ZOOM_EXTENT

function toTileUnits(corners: readonly Xy[]): Int32Array {
  const units = new Int32Array(corners.length * 2)
  for (let index = 0; index < corners.length; index++) {
    const { lat, lng } = toPoint(applyBend(corners[index]!))
    const sine = Math.sin((lat * Math.PI) / 180)
    units[index * 2] = Math.round(((lng + 180) / 360) * WORLD_SIZE)
    units[index * 2 + 1] = Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD_SIZE)
  }
  return units
}

/** The corners of a box. With `step`, its sides are subdivided so that they can follow the bend of the streets. */
export function boxCorners(box: Box, step = Infinity): Xy[] {
  const { west, east, south, north } = box
  return [
    ...subdivide([west, south], [east, south], step),
    ...subdivide([east, south], [east, north], step),
    ...subdivide([east, north], [west, north], step),
    ...subdivide([west, north], [west, south], step),
  ]
}

/** A box with rounded corners, counterclockwise. */
export function roundedCorners(box: Box, radius: number, step = Infinity): Xy[] {
  const { west, east, south, north } = box
  const arc = (x: number, y: number, from: number): Xy[] =>
    [0, 1, 2, 3, 4].map((part) => {
      const angle = ((from + part * 22.5) * Math.PI) / 180
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
  return [
    ...subdivide([west + radius, south], [east - radius, south], step),
    ...arc(east - radius, south + radius, 270),
    ...subdivide([east, south + radius], [east, north - radius], step),
    ...arc(east - radius, north - radius, 0),
    ...subdivide([east - radius, north], [west + radius, north], step),
    ...arc(west + radius, north - radius, 90),
    ...subdivide([west, north - radius], [west, south + radius], step),
    ...arc(west + radius, south + radius, 180),
  ]
}

/** A straight line. */
export function lineOf(from: Xy, to: Xy): Xy[] {
  return [from, to]
}

/** Points from `from` to `to` at most `step` meters apart. `to` itself is excluded. */
export function subdivide(from: Xy, to: Xy, step: number): Xy[] {
  if (step === Infinity) return [from]
  const parts = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / step))
  return Array.from({ length: parts }, (_, index) => [
    from[0] + ((to[0] - from[0]) * index) / parts,
    from[1] + ((to[1] - from[1]) * index) / parts,
  ])
}
