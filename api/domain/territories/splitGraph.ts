import Delaunator from 'delaunator'
import { maxStreetWidthMeters, type BlockFace, type StreetDoor } from '../blockFaces/blockFaces.ts'
import { metersBetween } from '../plane.ts'
import { planeAt, type PlanePoint, type Point } from '../point.ts'
import { prepareCrossing, type WideStreet, type WideStreetClass } from './streetClasses.ts'

/** Block faces that stay together, with their doors. */
export interface FaceNode {
  doors: number
}

/** A way between two nodes. */
export interface FaceEdge {
  from: number
  to: number
  /** How far it is to walk, in meters. */
  cost: number
  /** The cells adjoin outside the area only, so that the two would be two pieces of a part. */
  isOutside: boolean
}

export interface FaceGraph {
  nodes: FaceNode[]
  /** One for each pair of nodes whose cells adjoin. */
  edges: FaceEdge[]
  cells: DoorCells
}

/** The Voronoi cells of doors, as a Delaunay triangulation. */
export interface DoorCells {
  /** The places of doors, then some far away on all sides, which bound the cells of the doors. */
  sites: PlanePoint[]
  /** The node of each site; -1 for those far away. */
  nodeOfSite: number[]
  /** Three sites for each triangle, in the same direction for all triangles. */
  triangles: Uint32Array
  /** For each side of a triangle, that side in the triangle that adjoins; -1 at the outside. */
  opposites: Int32Array
}

/** Across a street. */
const acrossStreetMeters = 15
/** Added for the way across a wide street: a secondary road counts 60 m in all, and a main road is farther than any part is wide. */
const acrossWideMeters: Readonly<Record<WideStreetClass, number>> = { main: 5_000, secondary: 45 }
/** Added for the house behind, around the block. */
const aroundBlockMeters = 100
/** Added for a way that leaves the area. */
const outsideMeters = 500
/** Faces with doors nearer to each other than this are one node. */
const sameSpotMeters = 0.5
/** Sites are shifted at random, because four on a circle have no unique triangulation. */
export const jitterMeters = 0.02

interface Site extends PlanePoint {
  face: number
}

/**
 * The graph of block faces, with edges between those whose cells adjoin. Faces with doors at one place, such as units with two addresses, are
 * one node. `contains` tells whether a point is in the area. `wideStreets` make the ways across them longer.
 */
export async function toFaceGraph(
  faces: readonly BlockFace<StreetDoor>[],
  wideStreets: readonly WideStreet<Point>[],
  origin: Point,
  random: () => number,
  contains: (point: PlanePoint) => boolean,
  pause: () => Promise<void> | undefined,
): Promise<FaceGraph> {
  const toPlane = planeAt(origin)
  const sites = new Map<string, Site>()
  const groups = createGroups(faces.length)
  for (const [face, { doors }] of faces.entries()) {
    await pause()
    for (const door of doors) {
      const at = toPlane(door)
      const key = `${at.x} ${at.y}`
      const known = sites.get(key)
      if (known) groups.join(known.face, face)
      else sites.set(key, { ...at, face })
    }
  }
  const places = [...sites.values()]
  await joinNear(places, groups, pause)
  const nodeOfFace = numberGroups(groups, faces.length)
  const nodes = Array.from({ length: Math.max(...nodeOfFace) + 1 }, () => ({ doors: 0 }))
  for (const [face, { doors }] of faces.entries()) nodes[nodeOfFace[face]!]!.doors += doors.length
  await pause()
  const cells = toCells(places, nodeOfFace, random)
  const crossing = prepareCrossing(
    wideStreets.map(({ line, ...street }) => ({ ...street, line: line.map((point) => toPlane(point)) })),
  )
  await pause()
  const directions = faces.map(({ doors }) => directionOf(doors))
  const metersFrom = (p: Site, q: Site) => {
    const wide = crossing(p, q)
    return walkMeters(faces, directions, p, q) + (wide ? acrossWideMeters[wide] : 0)
  }
  return { nodes, edges: await toEdges(places, cells, metersFrom, contains, pause), cells }
}

function toCells(places: readonly Site[], nodeOfFace: readonly number[], random: () => number): DoorCells {
  const jitter = () => (random() - 0.5) * 2 * jitterMeters
  const sites = places.map(({ x, y }): PlanePoint => ({ x: x + jitter(), y: y + jitter() }))
  // Every place in the bounds is nearer to a door than to these.
  const reach = 20 * Math.max(1_000, ...places.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
  const farAway = [0, 1, 2, 3, 4].map((n) => ({ x: reach * Math.cos(n * 1.2566), y: reach * Math.sin(n * 1.2566) }))
  const all = [...sites, ...farAway]
  const { triangles, halfedges } = new Delaunator(all.flatMap(({ x, y }) => [x, y]))
  const nodeOfSite = [...places.map(({ face }) => nodeOfFace[face]!), ...farAway.map(() => -1)]
  return { sites: all, nodeOfSite, triangles, opposites: halfedges }
}

/** The next side of the same triangle. */
export const nextSide = (side: number) => (side % 3 === 2 ? side - 2 : side + 1)

/** The center of the circle around a triangle, where the cells of its three sites meet. */
export function centerOfTriangle(
  { sites, triangles }: Pick<DoorCells, 'sites' | 'triangles'>,
  triangle: number,
): PlanePoint {
  const [a, b, c] = [0, 1, 2].map((n) => sites[triangles[3 * triangle + n]!]!) as [PlanePoint, PlanePoint, PlanePoint]
  const [dx, dy, ex, ey] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y]
  const [bl, cl] = [dx * dx + dy * dy, ex * ex + ey * ey]
  const d = 0.5 / (dx * ey - dy * ex)
  return { x: a.x + (ey * bl - dy * cl) * d, y: a.y + (dx * cl - ex * bl) * d }
}

async function toEdges(
  places: readonly Site[],
  cells: DoorCells,
  metersFrom: (p: Site, q: Site) => number,
  contains: (point: PlanePoint) => boolean,
  pause: () => Promise<void> | undefined,
): Promise<FaceEdge[]> {
  const { nodeOfSite, triangles, opposites } = cells
  const byPair = new Map<string, FaceEdge>()
  for (let side = 0; side < triangles.length; side += 1) {
    if (opposites[side]! < side) continue
    await pause()
    const [a, b] = [triangles[side]!, triangles[nextSide(side)]!]
    const [one, other] = [nodeOfSite[a]!, nodeOfSite[b]!]
    if (one === other || one < 0 || other < 0) continue
    const [p, q] = [places[a]!, places[b]!]
    const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }
    const ends = [side, opposites[side]!].map((at) => centerOfTriangle(cells, Math.floor(at / 3)))
    const isOutside = ![...ends, ...(isBetween(middle, ends) ? [middle] : [])].some(contains)
    const cost = metersFrom(p, q) + (contains(middle) && !isOutside ? 0 : outsideMeters)
    const [from, to] = one < other ? [one, other] : [other, one]
    const known = byPair.get(`${from} ${to}`) ?? { from, to, cost, isOutside }
    byPair.set(`${from} ${to}`, {
      ...known,
      cost: Math.min(cost, known.cost),
      isOutside: isOutside && known.isOutside,
    })
  }
  return [...byPair.values()]
}

/** Whether a point on the line through the ends is between them. */
const isBetween = ({ x, y }: PlanePoint, [one, other]: readonly PlanePoint[]) =>
  (one!.x - x) * (other!.x - x) + (one!.y - y) * (other!.y - y) <= 0

function walkMeters(
  faces: readonly BlockFace<StreetDoor>[],
  directions: readonly (PlanePoint | null)[],
  p: Site,
  q: Site,
): number {
  const meters = metersBetween(p, q)
  const [one, other] = [faces[p.face]!, faces[q.face]!]
  const isSameStreet = one.street !== '' && one.street === other.street && one.town === other.town
  if (isSameStreet && one.side !== other.side && meters <= maxStreetWidthMeters) return acrossStreetMeters
  if (isSameStreet) return meters
  const [a, b] = [directions[p.face], directions[q.face]]
  // Houses of two streets that run side by side are back to back; those of streets that meet are around the corner.
  const isBehind = a && b && Math.abs(a.x * b.x + a.y * b.y) > Math.cos(Math.PI / 6)
  return meters + (isBehind ? aroundBlockMeters : 0)
}

/** The unit vector from the first to the last door; null if they are at one place. */
function directionOf(doors: readonly StreetDoor[]): PlanePoint | null {
  const [first, last] = [doors[0]!, doors.at(-1)!]
  const { x, y } = planeAt(first)(last)
  const length = Math.hypot(x, y)
  return length < 1 ? null : { x: x / length, y: y / length }
}

interface Groups {
  join: (one: number, other: number) => void
  find: (item: number) => number
}

/** Disjoint sets of items (union-find). */
export function createGroups(count: number): Groups {
  const parents = Array.from({ length: count }, (_, index) => index)
  const find = (item: number): number => {
    let root = item
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
  return { find, join: (one, other) => void (parents[find(one)] = find(other)) }
}

/** Joins the faces of places that are almost the same. */
async function joinNear(
  places: readonly Site[],
  groups: Groups,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  const spots = new Map<string, Site[]>()
  const spot = (meters: number) => Math.floor(meters / sameSpotMeters)
  for (const place of places) {
    await pause()
    const [x, y] = [spot(place.x), spot(place.y)]
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const other of spots.get(`${x + dx} ${y + dy}`) ?? [])
          if (metersBetween(place, other) < sameSpotMeters) groups.join(place.face, other.face)
    const here = spots.get(`${x} ${y}`)
    if (!here) spots.set(`${x} ${y}`, [place])
    // At most eight are compared, so that many doors at one spot cost no more.
    else if (here.length < 8) here.push(place)
  }
}

function numberGroups({ find }: Groups, count: number): number[] {
  const numbers = new Map<number, number>()
  return Array.from({ length: count }, (_, item) => {
    const root = find(item)
    if (!numbers.has(root)) numbers.set(root, numbers.size)
    return numbers.get(root)!
  })
}
