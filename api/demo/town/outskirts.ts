import { type Drawing, boxCorners } from './drawing.ts'
import { AVENUES, type Box, type Road, STREETS } from './plan.ts'
import { below, between, randomOf } from './random.ts'
import { drawTree } from './yards.ts'

/** How far the fields, and the heights of the terrain, reach beyond the last streets. */
export const OUTSKIRTS = 900
export const FIELD_COLORS = 6
const PURPOSE = 6
const WIDE = 150
const DEEP = 150
/** The last kerb stands half a road from the centre line; verge and walk of nobody's block lie beyond it. */
const EDGE = 12

const town: Box = {
  west: AVENUES[0]!.at - EDGE,
  east: AVENUES.at(-1)!.at + EDGE,
  south: STREETS.at(-1)!.at - EDGE,
  north: STREETS[0]!.at + EDGE,
}

/** Fields around the town with trees between them, and the main streets that lead out. */
export function drawOutskirts(drawing: Drawing): void {
  for (let south = town.south - OUTSKIRTS; south < town.north + OUTSKIRTS; south += DEEP) {
    for (let west = town.west - OUTSKIRTS; west < town.east + OUTSKIRTS; west += WIDE) {
      const field = { west, east: west + WIDE, south, north: south + DEEP }
      const inTown =
        field.west > town.west && field.east < town.east && field.south > town.south && field.north < town.north
      if (!inTown) drawField(drawing, field)
    }
  }
  for (const avenue of AVENUES) if (avenue.main) leadOut(drawing, avenue, 'y')
  for (const street of STREETS) if (street.main) leadOut(drawing, street, 'x')
}

/** Neighbours share a crop more often than not, so that fields have different sizes. */
function drawField(drawing: Drawing, field: Box): void {
  const random = randomOf(PURPOSE, Math.round(field.west / WIDE / 2) * 101 + Math.round(field.south / DEEP / 1.5))
  drawing.add('field', boxCorners(field, 50), { g: below(random, FIELD_COLORS) })
  const own = randomOf(PURPOSE + 1, Math.round(field.west) * 37 + Math.round(field.south))
  if (own() > 0.4) return
  for (let y = field.south; y < field.north; y += between(own, 8, 26)) {
    const x = field.west + between(own, -4, 4)
    const outside = x < town.west - 8 || x > town.east + 8 || y < town.south - 8 || y > town.north + 8
    if (outside) drawTree(drawing, x, y, between(own, 5, 11), own)
  }
}

/** A road goes on beyond both ends of the town, in pieces smaller than a tile. */
function leadOut(drawing: Drawing, road: Road, along: 'x' | 'y'): void {
  const [low, high] = along === 'x' ? [town.west, town.east] : [town.south, town.north]
  for (let step = 0; step < OUTSKIRTS; step += WIDE) {
    for (const from of [low - step - WIDE, high + step]) {
      const [start, end] = [from - 1, from + WIDE + 1]
      const across = { low: road.at - road.half, high: road.at + road.half }
      const box: Box =
        along === 'x'
          ? { west: start, east: end, south: across.low, north: across.high }
          : { west: across.low, east: across.high, south: start, north: end }
      drawing.add('road', boxCorners(box, 25))
      const middle = [start, (start + end) / 2, end].map((at): [number, number] =>
        along === 'x' ? [at, road.at] : [road.at, at],
      )
      drawing.add('lane', middle, { m: 1 })
    }
  }
}
