import { toBlockFaces, type StreetDoor } from '../blockFaces/blockFaces.ts'
import { check, Refused } from '../errors.ts'
import { centerOf, planeAt, type PlanePoint } from '../point.ts'
import { boundsOfArea, prepareContains } from '../polygons.ts'
import { createSeededRandom, seedOf } from '../seededRandom.ts'
import { parseArea, type Area } from './area.ts'
import { toAreas } from './splitAreas.ts'
import { toFaceGraph } from './splitGraph.ts'
import { divideGraph } from './splitParts.ts'

export interface SplitPart {
  area: Area
  doors: number
}

const maxAttempts = 3

/**
 * Divides an area into parts that together are the area and have about the same number of its doors, with the doors of each side of a street in one
 * part. A part may have 10 % more or fewer doors than an equal share; where sides of streets have too many for it, the best division is
 * returned. The same area with the same doors is always divided in the same way. Throws `Refused` if there are fewer block faces than parts.
 */
export async function splitArea(
  area: Area,
  doors: readonly StreetDoor[],
  parts: number,
  pause: () => Promise<void> | undefined,
): Promise<SplitPart[]> {
  const origin = centerOf(boundsOfArea(area))
  const faces = toBlockFaces(doors)
  const containsPoint = prepareContains(area)
  const { toPoint } = planeAround(origin)
  const contains = (point: PlanePoint) => containsPoint(toPoint(point))
  const toPosition = (point: PlanePoint) => {
    const { lat, lng } = toPoint(point)
    return [lng, lat]
  }
  for (let attempt = 1; ; attempt += 1) {
    const random = createSeededRandom(seedOf(`${attempt} ${JSON.stringify(area)}`))
    await pause()
    const graph = await toFaceGraph(faces, origin, random, contains, pause)
    check(
      graph.nodes.length >= parts,
      `The doors of this area are on ${graph.nodes.length} sides of streets, which cannot be divided into ${parts} parts.`,
    )
    const partOfNode = await divideGraph(graph, parts, random, pause)
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

/** The checked areas with their doors, from north to south, as they are read on a map. */
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
  return counted.sort((one, other) => boundsOfArea(other.area).north - boundsOfArea(one.area).north)
}

function planeAround(origin: { lat: number; lng: number }) {
  const { x, y } = planeAt(origin)({ lat: origin.lat + 1, lng: origin.lng + 1 })
  return { toPoint: (point: PlanePoint) => ({ lat: origin.lat + point.y / y, lng: origin.lng + point.x / x }) }
}
