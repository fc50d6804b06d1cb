import Delaunator from 'delaunator'
import type { Polygon, Position } from 'geojson'
import { check, Refused } from '../errors.ts'
import { planeAt, type PlanePoint, type Point } from '../point.ts'
import { polygonsOf, prepareContains } from '../polygons.ts'
import { createSeededRandom, seedOf } from '../seededRandom.ts'
import { parseArea, type Area } from './area.ts'
import { simplifyRings } from './simplifyRings.ts'
import { toAreas } from './splitAreas.ts'
import { jitterMeters, nextSide, type DoorCells } from './splitGraph.ts'

/** The widths of the squares of a grid in meters, of which the smallest is used that gives few separate parts. */
const gridSizes = Array.from({ length: 16 }, (_, n) => Math.round(40 * 1.5 ** n))
const maxParts = 4
/** More sites could not be divided in a second, so a coarser grid is used. */
const maxSites = 150_000
/** With more borders, an area would have more than `maxAreaPoints` points. */
const maxBorders = 3_600
const maxAttempts = 3

/** A grid of squares on the plane, whose keys are exact for 16 million squares in each direction. */
const squaresPerColumn = 2 ** 25
const keyOf = (column: number, row: number) => (column + squaresPerColumn / 2) * squaresPerColumn + row
const squareOf = ({ x, y }: PlanePoint, size: number) => [Math.floor(x / size), Math.floor(y / size)] as const

/**
 * An area around the doors and without the other ones, with a margin of about 30 m where no other door is near. If both are so mixed that the
 * outline would have too many points, the area includes the other ones. The same doors always have the same area.
 */
export async function areaAround(
  doors: readonly Point[],
  others: readonly Point[],
  pause: () => Promise<void> | undefined,
): Promise<Area> {
  check(doors.length > 0, 'There are no doors for an area.')
  const sorted = doors.toSorted((one, other) => one.lat - other.lat || one.lng - other.lng)
  const origin = sorted[0]!
  const toPlane = planeAt(origin)
  const { x: scaleX, y: scaleY } = toPlane({ lat: origin.lat + 1, lng: origin.lng + 1 })
  const toPosition = ({ x, y }: PlanePoint): Position => [origin.lng + x / scaleX, origin.lat + y / scaleY]
  const places = distinctPlaces(sorted.map(toPlane))
  const taken = new Set(places.map(placeKey))
  const otherPlaces = distinctPlaces(others.map(toPlane))
    .filter((place) => !taken.has(placeKey(place)))
    .sort((one, other) => one.y - other.y || one.x - other.x)
  for (let attempt = 1; ; attempt += 1) {
    const random = createSeededRandom(seedOf(`${attempt} ${places.length} ${otherPlaces.length}`))
    const { cells, left } = await findCells(places, otherPlaces, random, pause)
    try {
      const outline = outlineAround(cells.sites, toPosition)
      const [cover] = await toAreas(outline, cells, [0, 1], 2, toPosition, pause)
      const toPlanePoint = ([lng, lat]: Position) => toPlane({ lat: lat!, lng: lng! })
      const polygons = fillHoles(cover!, left, toPlanePoint)
      const rings = await simplifyRings(polygons.flat(), [...places, ...left], pause)
      let next = 0
      const coordinates = polygons.map((polygon) =>
        polygon.map(() => rings[next++]!.map(toPosition).map(roundPosition)),
      )
      return parseArea(
        coordinates.length === 1
          ? { type: 'Polygon', coordinates: coordinates[0]! }
          : { type: 'MultiPolygon', coordinates },
      )
    } catch (error) {
      // Rounding may move a corner over an edge; other random numbers have other corners.
      if (!(error instanceof Refused) || attempt === maxAttempts) throw error
    }
  }
}

/** Places that are nearer than 0.1 m are one. */
const placeKey = ({ x, y }: PlanePoint) => `${Math.round(x * 10)} ${Math.round(y * 10)}`

const distinctPlaces = (places: readonly PlanePoint[]): PlanePoint[] => [
  ...new Map(places.map((place) => [placeKey(place), place])).values(),
]

/** About 0.1 m is exact enough for an outline, and short in JSON. */
const roundPosition = ([lng, lat]: Position): Position => [Number(lng!.toFixed(6)), Number(lat!.toFixed(6))]

/** The cells of the doors, of the other doors near them that are left out, and of empty places around them. */
async function findCells(
  places: readonly PlanePoint[],
  others: readonly PlanePoint[],
  random: () => number,
  pause: () => Promise<void> | undefined,
): Promise<{ cells: DoorCells; left: PlanePoint[] }> {
  for (const size of gridSizes) {
    await pause()
    const isCoarsest = size === gridSizes.at(-1)
    const near = squaresAround(places, size)
    if (!isCoarsest && (await countParts(near, pause)) > maxParts) continue
    const empty = await emptyPlaces(near, size, pause)
    if (places.length + empty.length > maxSites && !isCoarsest) continue
    const nearby = others.filter((place) => near.has(keyOf(...squareOf(place, size))))
    for (const left of nearby.length > 0 ? [nearby, []] : [[]]) {
      await pause()
      const cells = toCells(places, [...left, ...empty], random)
      if (countBorders(cells) <= maxBorders) return { cells, left }
    }
  }
  throw new Refused('These doors are too far apart for one area. Choose fewer.')
}

/** The squares with places, and those that touch them. */
function squaresAround(places: readonly PlanePoint[], size: number): Map<number, readonly [number, number]> {
  const squares = new Map<number, readonly [number, number]>()
  for (const place of places) {
    const [column, row] = squareOf(place, size)
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) squares.set(keyOf(column + dx, row + dy), [column + dx, row + dy])
  }
  return squares
}

/** The number of connected groups of squares. */
async function countParts(
  squares: ReadonlyMap<number, readonly [number, number]>,
  pause: () => Promise<void> | undefined,
): Promise<number> {
  const seen = new Set<number>()
  let parts = 0
  for (const [start, square] of squares) {
    if (seen.has(start)) continue
    parts += 1
    seen.add(start)
    const open = [square]
    for (let at = open.pop(); at; at = open.pop()) {
      await pause()
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1]) {
          const key = keyOf(at[0] + dx, at[1] + dy)
          const next = squares.get(key)
          if (!next || seen.has(key)) continue
          seen.add(key)
          open.push(next)
        }
    }
  }
  return parts
}

/** The centers of the two rows of empty squares around the others, which bound the cells of the doors. */
async function emptyPlaces(
  near: ReadonlyMap<number, readonly [number, number]>,
  size: number,
  pause: () => Promise<void> | undefined,
): Promise<PlanePoint[]> {
  const places = new Map<number, PlanePoint>()
  for (const [column, row] of near.values()) {
    await pause()
    for (const dx of [-2, -1, 0, 1, 2])
      for (const dy of [-2, -1, 0, 1, 2]) {
        const key = keyOf(column + dx, row + dy)
        if (!near.has(key)) places.set(key, { x: (column + dx + 0.5) * size, y: (row + dy + 0.5) * size })
      }
  }
  return [...places.values()]
}

function toCells(inside: readonly PlanePoint[], outside: readonly PlanePoint[], random: () => number): DoorCells {
  const jitter = () => (random() - 0.5) * 2 * jitterMeters
  const sites = [...inside, ...outside].map(({ x, y }) => ({ x: x + jitter(), y: y + jitter() }))
  const { triangles, halfedges } = new Delaunator(sites.flatMap(({ x, y }) => [x, y]))
  return { sites, nodeOfSite: sites.map((_, n) => (n < inside.length ? 0 : 1)), triangles, opposites: halfedges }
}

function countBorders({ nodeOfSite, triangles, opposites }: DoorCells): number {
  let count = 0
  for (const [side, opposite] of opposites.entries())
    if (opposite > side && nodeOfSite[triangles[side]!] !== nodeOfSite[triangles[nextSide(side)]!]) count += 1
  return count
}

/** A rectangle around all sites, which no border meets. */
function outlineAround(sites: readonly PlanePoint[], toPosition: (point: PlanePoint) => Position): Polygon {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const { x, y } of sites) {
    bounds.west = Math.min(bounds.west, x)
    bounds.south = Math.min(bounds.south, y)
    bounds.east = Math.max(bounds.east, x)
    bounds.north = Math.max(bounds.north, y)
  }
  const { west, south, east, north } = bounds
  const corners = [
    { x: west, y: south },
    { x: east, y: south },
    { x: east, y: north },
    { x: west, y: north },
    { x: west, y: south },
  ]
  return { type: 'Polygon', coordinates: [corners.map(toPosition)] }
}

/** Removes the holes without any of the places, and the polygons in these holes. */
function fillHoles(
  area: Area,
  places: readonly PlanePoint[],
  toPlanePoint: (position: Position) => PlanePoint,
): PlanePoint[][][] {
  const toTest = (ring: readonly PlanePoint[]) => {
    const contains = prepareContains({ type: 'Polygon', coordinates: [ring.map(({ x, y }) => [x, y])] })
    return ({ x, y }: PlanePoint) => contains({ lat: y, lng: x })
  }
  const polygons = polygonsOf(area).map((rings) => rings.map((ring) => ring.map(toPlanePoint)))
  const filled = polygons
    .flatMap(([, ...holes]) => holes)
    .map((hole) => ({ hole, contains: toTest(hole) }))
    .filter(({ contains }) => !places.some(contains))
  const isKept = (hole: PlanePoint[]) => filled.every((other) => other.hole !== hole)
  return polygons
    .filter(([exterior]) => !filled.some(({ contains }) => contains(middleOf(exterior!))))
    .map(([exterior, ...holes]) => [exterior!, ...holes.filter(isKept)])
}

/** The middle of the first edge. A corner may be on another ring as well. */
const middleOf = ([one, other]: readonly PlanePoint[]): PlanePoint => ({
  x: (one!.x + other!.x) / 2,
  y: (one!.y + other!.y) / 2,
})
