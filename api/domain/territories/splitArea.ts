import { toBlockFaces, type StreetDoor } from '../blockFaces/blockFaces.ts'
import { check, Refused } from '../errors.ts'
import { centerOf, planeAt, type PlanePoint, type Point } from '../point.ts'
import { boundsOfArea, prepareContains } from '../polygons.ts'
import { createSeededRandom, seedOf } from '../seededRandom.ts'
import { parseArea, type Area } from './area.ts'
import { toAreas } from './splitAreas.ts'
import { type DoorCells, toFaceGraph } from './splitGraph.ts'
import { moveNodes } from './splitMoves.ts'
import { divideGraph } from './splitParts.ts'
import type { WideStreet } from './streetClasses.ts'

export interface SplitPart {
  area: Area
  doors: number
}

/** Doors that are given to another part. */
export interface SplitMove {
  /** The side of the street with the door nearest to it is moved. */
  point: Point
  /** Number of the part, from 1. */
  part: number
}

const maxAttempts = 3

/**
 * Divides an area into parts that together are the area and have about the same number of its doors, with the doors of each side of a street in one
 * part, and with borders along the wide streets where that is possible. A part may have 10 % more or fewer doors than an equal share; where sides of streets have too many for it, the best division is
 * returned. The same area with the same doors is always divided in the same way, and the parts are numbered from north to south. Then the `moves` are
 * made, which leave the numbers as they are. Throws `Refused` if there are fewer block faces than parts, and for a move that is outside the area or tears a
 * part.
 */
export async function splitArea(
  area: Area,
  doors: readonly StreetDoor[],
  parts: number,
  pause: () => Promise<void> | undefined,
  { moves = [], wideStreets = [] }: { moves?: readonly SplitMove[]; wideStreets?: readonly WideStreet<Point>[] } = {},
): Promise<SplitPart[]> {
  const origin = centerOf(boundsOfArea(area))
  const faces = toBlockFaces(doors)
  const containsPoint = prepareContains(area)
  const { toPlane, toPoint } = planeAround(origin)
  const contains = (point: PlanePoint) => containsPoint(toPoint(point))
  const toPosition = (point: PlanePoint) => {
    const { lat, lng } = toPoint(point)
    return [lng, lat]
  }
  for (const { point, part } of moves) {
    check(containsPoint(point), 'Doors outside the area cannot be moved.')
    check(part >= 1 && part <= parts, `The parts have the numbers 1 to ${parts}.`)
  }
  const nodeMoves = moves.map(({ point, part }) => ({ at: toPlane(point), part: part - 1 }))
  let partOfNode: number[] | undefined
  for (let attempt = 1; ; attempt += 1) {
    const random = createSeededRandom(seedOf(`${attempt} ${JSON.stringify(area)}`))
    await pause()
    const graph = await toFaceGraph(faces, wideStreets, origin, random, contains, pause)
    check(
      graph.nodes.length >= parts,
      `The doors of this area are on ${graph.nodes.length} sides of streets, which cannot be divided into ${parts} parts.`,
    )
    partOfNode ??= await moveNodes(
      graph,
      numberFromNorth(await divideGraph(graph, parts, random, pause), graph.cells, parts),
      nodeMoves,
      pause,
    )
    try {
      const areas = await toAreas(area, graph.cells, partOfNode, parts, toPosition, pause)
      return await countDoors(areas, doors, pause)
    } catch (error) {
      // A corner of two parts may be so near to the outline that rounding moves it over it; other random numbers have other corners.
      if (!(error instanceof Refused)) throw error
      check(
        attempt < maxAttempts,
        'The outline of this area is too complicated to be divided. Draw it with fewer corners.',
      )
    }
  }
}

/** The parts by their northernmost doors, as they are read on a map. */
function numberFromNorth(partOfNode: readonly number[], { sites, nodeOfSite }: DoorCells, parts: number): number[] {
  const norths = Array.from({ length: parts }, () => -Infinity)
  for (const [site, node] of nodeOfSite.entries()) {
    const part = partOfNode[node]
    if (part !== undefined) norths[part] = Math.max(norths[part]!, sites[site]!.y)
  }
  const order = [...norths.keys()].sort((one, other) => norths[other]! - norths[one]!)
  return partOfNode.map((part) => order.indexOf(part))
}

/** The checked areas with their doors. */
async function countDoors(
  areas: readonly Area[],
  doors: readonly StreetDoor[],
  pause: () => Promise<void> | undefined,
): Promise<SplitPart[]> {
  const counted: SplitPart[] = []
  for (const given of areas) {
    await pause()
    const area = parseArea(given)
    counted.push({ area, doors: doors.filter(prepareContains(area)).length })
  }
  return counted
}

/** The plane around a place, and the way back from it. */
function planeAround(origin: Point) {
  const toPlane = planeAt(origin)
  const { x, y } = toPlane({ lat: origin.lat + 1, lng: origin.lng + 1 })
  const toPoint = (point: PlanePoint): Point => ({ lat: origin.lat + point.y / y, lng: origin.lng + point.x / x })
  return { toPlane, toPoint }
}
