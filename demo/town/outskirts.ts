import { type Drawing, boxCorners } from './drawing.ts'
import { AVENUES, type Box, type Road, STREETS } from './plan.ts'
import { randomInt, randomBetween, createRandom } from './random.ts'
import { drawTree } from './yards.ts'

/** Meters that fields and terrain extend beyond the last streets. */
export const OUTSKIRTS_WIDTH = 900
export const FIELD_COLOR_COUNT = 6
const RANDOM_STREAM = 6
const FIELD_WIDTH = 150
const FIELD_DEPTH = 150
/** Meters from the center line of the last streets to the edge of the town. */
const EDGE_MARGIN = 12

const townBox: Box = {
  west: AVENUES[0]!.at - EDGE_MARGIN,
  east: AVENUES.at(-1)!.at + EDGE_MARGIN,
  south: STREETS.at(-1)!.at - EDGE_MARGIN,
  north: STREETS[0]!.at + EDGE_MARGIN,
}

/** Draws fields with trees between them around the town, and the main streets that lead out of it. */
export function drawOutskirts(drawing: Drawing): void {
  for (let south = townBox.south - OUTSKIRTS_WIDTH; south < townBox.north + OUTSKIRTS_WIDTH; south += FIELD_DEPTH) {
    for (let west = townBox.west - OUTSKIRTS_WIDTH; west < townBox.east + OUTSKIRTS_WIDTH; west += FIELD_WIDTH) {
      const field = { west, east: west + FIELD_WIDTH, south, north: south + FIELD_DEPTH }
      const isInTown =
        field.west > townBox.west &&
        field.east < townBox.east &&
        field.south > townBox.south &&
        field.north < townBox.north
      if (!isInTown) drawField(drawing, field)
    }
  }
  for (const avenue of AVENUES) if (avenue.main) drawRoadOut(drawing, avenue, 'y')
  for (const street of STREETS) if (street.main) drawRoadOut(drawing, street, 'x')
}

/** Adjacent fields often have the same color, so that fields seem to differ in size. */
function drawField(drawing: Drawing, field: Box): void {
  const random = createRandom(
    RANDOM_STREAM,
    Math.round(field.west / FIELD_WIDTH / 2) * 101 + Math.round(field.south / FIELD_DEPTH / 1.5),
  )
  drawing.add('field', boxCorners(field, 50), { g: randomInt(random, FIELD_COLOR_COUNT) })
  const treeRandom = createRandom(RANDOM_STREAM + 1, Math.round(field.west) * 37 + Math.round(field.south))
  if (treeRandom() > 0.4) return
  for (let y = field.south; y < field.north; y += randomBetween(treeRandom, 8, 26)) {
    const x = field.west + randomBetween(treeRandom, -4, 4)
    const outside = x < townBox.west - 8 || x > townBox.east + 8 || y < townBox.south - 8 || y > townBox.north + 8
    if (outside) drawTree(drawing, x, y, randomBetween(treeRandom, 5, 11), treeRandom)
  }
}

/** Extends a road beyond both ends of the town, in pieces smaller than a tile. */
function drawRoadOut(drawing: Drawing, road: Road, along: 'x' | 'y'): void {
  const [low, high] = along === 'x' ? [townBox.west, townBox.east] : [townBox.south, townBox.north]
  for (let step = 0; step < OUTSKIRTS_WIDTH; step += FIELD_WIDTH) {
    for (const from of [low - step - FIELD_WIDTH, high + step]) {
      const [start, end] = [from - 1, from + FIELD_WIDTH + 1]
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
