import { type Drawing, boxCorners, subdivide, roundedCorners } from './drawing.ts'
import type { Xy } from './ground.ts'
import type { Driveway } from './houses.ts'
import type { Lot } from './lots.ts'
import { ALLEY, AVENUES, BLOCK_DEPTH, BLOCK_WIDTH, type Block, type Road, STREETS, VERGE, shrinkBox } from './plan.ts'
import { type Random, randomInt, randomBetween, createRandom } from './random.ts'
import { drawTree } from './yards.ts'

const RANDOM_STREAM = 4
/** Long edges follow the bend in steps of this many metres: the error stays below 3 cm. */
const MAX_EDGE_METERS = 14
const CAR_KIND_COUNT = 6
/** Cars and names keep this far from a crossing. */
const CROSSING_CLEARANCE = 13

/** The asphalt around a block, then kerb, verge, walk and lots, each laid upon the last. */
export function drawBlockGround(drawing: Drawing, block: Block): void {
  const { kerb } = block
  drawing.add('road', boxCorners(shrinkBox(kerb, -6.5), MAX_EDGE_METERS))
  drawing.add('block', roundedCorners(kerb, 4.5, MAX_EDGE_METERS), { p: block.park ? 1 : 0 })
  drawing.add('verge', roundedCorners(shrinkBox(kerb, 0.25), 4.3, MAX_EDGE_METERS))
  drawing.add('walk', roundedCorners(shrinkBox(kerb, VERGE), 2.6, MAX_EDGE_METERS))
  drawing.add('inner', boxCorners(block.inner, MAX_EDGE_METERS), { p: block.park ? 1 : 0 })
  if (block.park) return
  const middle = (block.inner.south + block.inner.north) / 2
  const alley = { ...kerb, south: middle - ALLEY / 2, north: middle + ALLEY / 2 }
  drawing.add('alley', boxCorners(alley, MAX_EDGE_METERS))
}

/** Centre lines from crossing to crossing, so that no name runs across one. */
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

/** One side of a block: where its kerb runs, which way is inwards, and the gaps in it. */
interface Side {
  at: (meters: number, inwards: number) => Xy
  length: number
  /** Degrees clockwise from north in which a car at this kerb looks. */
  heading: number
  gaps: [from: number, to: number][]
}

/** Trees in the verge every 9 to 22 m, and cars along the kerb, both clear of drives, alleys and crossings. */
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

/** How far the bend turns a street or an avenue here, in degrees clockwise (see `bend`). */
function bendDegrees([x, y]: Xy, heading: number): number {
  const slope = heading % 180 === 90 ? (16 / 285) * Math.cos(x / 285) : (9 / 190) * Math.cos(y / 190)
  return (Math.atan(slope) * 180) / Math.PI
}

function isClear(side: Side, at: number, room: number): boolean {
  return side.gaps.every(([from, to]) => at < from - room || at > to + room)
}

function createSides(block: Block, lots: readonly [Lot, Driveway | null][]): Side[] {
  const { kerb } = block
  const drives = (faces: Lot['faces']): [number, number][] =>
    lots.flatMap(([lot, drive]) =>
      drive && lot.faces === faces ? [[drive.west - kerb.west, drive.east - kerb.west] as [number, number]] : [],
    )
  const middle = (kerb.north - kerb.south) / 2
  const alley: [number, number][] = block.park ? [] : [[middle - ALLEY / 2, middle + ALLEY / 2]]
  const wide = kerb.east - kerb.west
  const deep = kerb.north - kerb.south
  return [
    { at: (m, inwards) => [kerb.west + m, kerb.north - inwards], length: wide, heading: 270, gaps: drives('north') },
    { at: (m, inwards) => [kerb.west + m, kerb.south + inwards], length: wide, heading: 90, gaps: drives('south') },
    { at: (m, inwards) => [kerb.west + inwards, kerb.south + m], length: deep, heading: 0, gaps: alley },
    { at: (m, inwards) => [kerb.east - inwards, kerb.south + m], length: deep, heading: 180, gaps: alley },
  ]
}
