import { type Drawing, boxCorners, divided, roundedCorners } from './drawing.ts'
import type { Xy } from './ground.ts'
import type { Drive } from './homes.ts'
import type { Lot } from './lots.ts'
import { ALLEY, AVENUES, BLOCK_DEPTH, BLOCK_WIDTH, type Block, type Road, STREETS, VERGE, shrink } from './plan.ts'
import { type Random, below, between, randomOf } from './random.ts'
import { drawTree } from './yards.ts'

const PURPOSE = 4
/** Long edges follow the bend in steps of this many metres: the error stays below 3 cm. */
const STEP = 14
const CAR_KINDS = 6
/** Cars and names keep this far from a crossing. */
const CLEAR = 13

/** The asphalt around a block, then kerb, verge, walk and lots, each laid upon the last. */
export function drawBlockGround(drawing: Drawing, block: Block): void {
  const { kerb } = block
  drawing.add('road', boxCorners(shrink(kerb, -6.5), STEP))
  drawing.add('block', roundedCorners(kerb, 4.5, STEP), { p: block.park ? 1 : 0 })
  drawing.add('verge', roundedCorners(shrink(kerb, 0.25), 4.3, STEP))
  drawing.add('walk', roundedCorners(shrink(kerb, VERGE), 2.6, STEP))
  drawing.add('inner', boxCorners(block.inner, STEP), { p: block.park ? 1 : 0 })
  if (block.park) return
  const middle = (block.inner.south + block.inner.north) / 2
  const alley = { ...kerb, south: middle - ALLEY / 2, north: middle + ALLEY / 2 }
  drawing.add('alley', boxCorners(alley, STEP))
}

/** Centre lines from crossing to crossing, so that no name runs across one. */
export function drawCentreLines(drawing: Drawing): void {
  for (const street of STREETS) {
    for (const avenue of AVENUES.slice(0, -1)) {
      drawCentreLine(drawing, street, [avenue.at, street.at], [avenue.at + BLOCK_WIDTH, street.at])
    }
  }
  for (const avenue of AVENUES) {
    for (const street of STREETS.slice(0, -1)) {
      drawCentreLine(drawing, avenue, [avenue.at, street.at - BLOCK_DEPTH], [avenue.at, street.at])
    }
  }
}

function drawCentreLine(drawing: Drawing, road: Road, from: Xy, to: Xy): void {
  drawing.add('lane', through(from, to, 0, 0), { m: road.main ? 1 : 0 })
  drawing.add('street', through(from, to, CLEAR, 0), { name: road.name, m: road.main ? 1 : 0 })
  if (!road.main) return
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  for (let start = CLEAR; start < length - CLEAR - 2; start += 7.6) {
    drawing.add('dash', [along(from, to, start), along(from, to, start + 2.9)])
  }
}

function along(from: Xy, to: Xy, metres: number): Xy {
  const part = metres / Math.hypot(to[0] - from[0], to[1] - from[1])
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

function through(from: Xy, to: Xy, clear: number, extra: number): Xy[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const start = along(from, to, clear)
  const end = along(from, to, length - clear + extra)
  return [...divided(start, end, STEP), end]
}

/** One side of a block: where its kerb runs, which way is inwards, and the gaps in it. */
interface Side {
  at: (metres: number, inwards: number) => Xy
  length: number
  /** Degrees clockwise from north in which a car at this kerb looks. */
  heading: number
  gaps: [from: number, to: number][]
}

/** Trees in the verge every 9 to 22 m, and cars along the kerb, both clear of drives, alleys and crossings. */
export function drawKerbside(drawing: Drawing, block: Block, lots: readonly [Lot, Drive | null][]): void {
  const random = randomOf(PURPOSE, block.number)
  for (const side of sidesOf(block, lots)) {
    for (let at = between(random, 7, 16); at < side.length - 7; at += between(random, 9, 22)) {
      const metres = between(random, 4.2, 8.6)
      if (isFree(side, at, 2)) drawTree(drawing, ...side.at(at, VERGE / 2 + between(random, -0.2, 0.7)), metres, random)
    }
    for (let at = between(random, CLEAR, 40); at < side.length - CLEAR; at += between(random, 6.5, 38)) {
      if (isFree(side, at, 4)) drawCar(drawing, side.at(at, -1.25), side.heading, random)
    }
  }
}

function drawCar(drawing: Drawing, spot: Xy, heading: number, random: Random): void {
  const swayed = heading + bendAt(spot, heading)
  drawing.add('car', [spot], { k: below(random, CAR_KINDS), r: Math.round(swayed / 2) * 2 })
}

/** How far the bend turns a street or an avenue here, in degrees clockwise (see `bend`). */
function bendAt([x, y]: Xy, heading: number): number {
  const slope = heading % 180 === 90 ? (16 / 285) * Math.cos(x / 285) : (9 / 190) * Math.cos(y / 190)
  return (Math.atan(slope) * 180) / Math.PI
}

function isFree(side: Side, at: number, room: number): boolean {
  return side.gaps.every(([from, to]) => at < from - room || at > to + room)
}

function sidesOf(block: Block, lots: readonly [Lot, Drive | null][]): Side[] {
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
