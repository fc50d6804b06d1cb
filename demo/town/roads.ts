import { type Drawing, boxCorners, subdivide, roundedCorners } from './drawing.ts'
import type { Xy } from './ground.ts'
import type { Driveway } from './houses.ts'
import type { Lot } from './lots.ts'
import { ALLEY, AVENUES, BLOCK_DEPTH, BLOCK_WIDTH, type Block, type Road, STREETS, VERGE, shrinkBox } from './plan.ts'
import { type Random, randomInt, randomBetween, createRandom } from './random.ts'
import { drawTree } from './yards.ts'

const RANDOM_STREAM = 4
/** Maximum length of a straight edge. At this length it differs from the bent line by less than 3 cm. */
const MAX_EDGE_METERS = 14
const CAR_KIND_COUNT = 6
/** Meters that cars and street names keep from an intersection. */
const CROSSING_CLEARANCE = 13

/** Draws the asphalt around a block, then curb, verge, sidewalk and lots on top of each other. */
export function drawBlockGround(drawing: Drawing, block: Block): void {
  const { curb } = block
  drawing.add('road', boxCorners(shrinkBox(curb, -6.5), MAX_EDGE_METERS))
  drawing.add('block', roundedCorners(curb, 4.5, MAX_EDGE_METERS), { p: block.park ? 1 : 0 })
  drawing.add('verge', roundedCorners(shrinkBox(curb, 0.25), 4.3, MAX_EDGE_METERS))
  drawing.add('walk', roundedCorners(shrinkBox(curb, VERGE), 2.6, MAX_EDGE_METERS))
  drawing.add('inner', boxCorners(block.inner, MAX_EDGE_METERS), { p: block.park ? 1 : 0 })
  if (block.park) return
  const middle = (block.inner.south + block.inner.north) / 2
  const alley = { ...curb, south: middle - ALLEY / 2, north: middle + ALLEY / 2 }
  drawing.add('alley', boxCorners(alley, MAX_EDGE_METERS))
}

/** Draws center lines from intersection to intersection, so that no street name crosses one. */
export function drawCenterLines(drawing: Drawing): void {
  for (const street of STREETS) {
    for (const avenue of AVENUES.slice(0, -1)) {
      drawCenterLine(drawing, street, [avenue.at, street.at], [avenue.at + BLOCK_WIDTH, street.at])
    }
  }
  for (const avenue of AVENUES) {
    for (const street of STREETS.slice(0, -1)) {
      drawCenterLine(drawing, avenue, [avenue.at, street.at - BLOCK_DEPTH], [avenue.at, street.at])
    }
  }
}

function drawCenterLine(drawing: Drawing, road: Road, from: Xy, to: Xy): void {
  drawing.add('lane', lineBetween(from, to, 0, 0), { m: road.main ? 1 : 0 })
  drawing.add('street', lineBetween(from, to, CROSSING_CLEARANCE, 0), { name: road.name, m: road.main ? 1 : 0 })
  if (!road.main) return
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  for (let start = CROSSING_CLEARANCE; start < length - CROSSING_CLEARANCE - 2; start += 7.6) {
    drawing.add('dash', [pointAlong(from, to, start), pointAlong(from, to, start + 2.9)])
  }
}

function pointAlong(from: Xy, to: Xy, meters: number): Xy {
  const part = meters / Math.hypot(to[0] - from[0], to[1] - from[1])
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

function lineBetween(from: Xy, to: Xy, clear: number, extra: number): Xy[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const start = pointAlong(from, to, clear)
  const end = pointAlong(from, to, length - clear + extra)
  return [...subdivide(start, end, MAX_EDGE_METERS), end]
}

/** One side of a block. */
interface Side {
  at: (meters: number, inwards: number) => Xy
  length: number
  /** Direction of a car parked at this curb, in degrees clockwise from north. */
  heading: number
  gaps: [from: number, to: number][]
}

/**
 * Draws trees in the verge every 9 to 22 m and cars along the curb, both away from driveways, alleys and intersections.
 */
export function drawCurbside(drawing: Drawing, block: Block, lots: readonly [Lot, Driveway | null][]): void {
  const random = createRandom(RANDOM_STREAM, block.number)
  for (const side of createSides(block, lots)) {
    for (let at = randomBetween(random, 7, 16); at < side.length - 7; at += randomBetween(random, 9, 22)) {
      const meters = randomBetween(random, 4.2, 8.6)
      if (isClear(side, at, 2))
        drawTree(drawing, ...side.at(at, VERGE / 2 + randomBetween(random, -0.2, 0.7)), meters, random)
    }
    for (
      let at = randomBetween(random, CROSSING_CLEARANCE, 40);
      at < side.length - CROSSING_CLEARANCE;
      at += randomBetween(random, 6.5, 38)
    ) {
      if (isClear(side, at, 4)) drawCar(drawing, side.at(at, -1.25), side.heading, random)
    }
  }
}

function drawCar(drawing: Drawing, spot: Xy, heading: number, random: Random): void {
  const bentHeading = heading + bendDegrees(spot, heading)
  drawing.add('car', [spot], { k: randomInt(random, CAR_KIND_COUNT), r: Math.round(bentHeading / 2) * 2 })
}

/** The rotation of a street or avenue by the bend at this point, in degrees clockwise (see `applyBend`). */
function bendDegrees([x, y]: Xy, heading: number): number {
  const slope = heading % 180 === 90 ? (16 / 285) * Math.cos(x / 285) : (9 / 190) * Math.cos(y / 190)
  return (Math.atan(slope) * 180) / Math.PI
}

function isClear(side: Side, at: number, room: number): boolean {
  return side.gaps.every(([from, to]) => at < from - room || at > to + room)
}

function createSides(block: Block, lots: readonly [Lot, Driveway | null][]): Side[] {
  const { curb } = block
  const drives = (faces: Lot['faces']): [number, number][] =>
    lots.flatMap(([lot, drive]) =>
      drive && lot.faces === faces ? [[drive.west - curb.west, drive.east - curb.west] as [number, number]] : [],
    )
  const middle = (curb.north - curb.south) / 2
  const alley: [number, number][] = block.park ? [] : [[middle - ALLEY / 2, middle + ALLEY / 2]]
  const wide = curb.east - curb.west
  const deep = curb.north - curb.south
  return [
    { at: (m, inwards) => [curb.west + m, curb.north - inwards], length: wide, heading: 270, gaps: drives('north') },
    { at: (m, inwards) => [curb.west + m, curb.south + inwards], length: wide, heading: 90, gaps: drives('south') },
    { at: (m, inwards) => [curb.west + inwards, curb.south + m], length: deep, heading: 0, gaps: alley },
    { at: (m, inwards) => [curb.east - inwards, curb.south + m], length: deep, heading: 180, gaps: alley },
  ]
}
