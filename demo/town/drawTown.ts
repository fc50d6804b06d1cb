import { type Drawing, createDrawing } from './drawing.ts'
import type { Xy } from './ground.ts'
import type { Driveway } from './houses.ts'
import type { Lot } from './lots.ts'
import { neighborhoodSpans } from './names.ts'
import { drawOutskirts } from './outskirts.ts'
import { drawPark } from './park.ts'
import { AVENUES, BLOCKS, STREETS } from './plan.ts'
import { drawBlockGround, drawCenterLines, drawCurbside } from './roads.ts'
import { drawTerrain } from './terrain.ts'
import { drawLot } from './yards.ts'

/** Draws the whole town: terrain, fields, roads, lots with houses and yards, the park, and place names. */
export function drawTown(lots: readonly Lot[]): Drawing {
  const drawing = createDrawing()
  drawTerrain(drawing)
  drawOutskirts(drawing)
  drawCenterLines(drawing)
  const byBlock = Map.groupBy(lots, (lot) => lot.block)
  for (const block of BLOCKS) {
    drawBlockGround(drawing, block)
    const drawn = (byBlock.get(block) ?? []).map((lot): [Lot, Driveway | null] => [lot, drawLot(drawing, lot)])
    drawCurbside(drawing, block, drawn)
  }
  drawPark(drawing)
  drawNames(drawing)
  return drawing
}

function drawNames(drawing: Drawing): void {
  for (const { name, columns, rows } of neighborhoodSpans()) {
    const spot: Xy = [
      (AVENUES[columns[0]]!.at + AVENUES[columns[1] + 1]!.at) / 2,
      (STREETS[rows[0]]!.at + STREETS[rows[1] + 1]!.at) / 2,
    ]
    drawing.add('place', [spot], { name, k: 'neighborhood' })
  }
  drawing.add('place', [[(AVENUES[5]!.at + AVENUES[6]!.at) / 2, STREETS[10]!.at]], { name: 'Demo Town', k: 'city' })
  drawing.add('place', [[(AVENUES[13]!.at + AVENUES[14]!.at) / 2, STREETS[2]!.at]], { name: 'Sampleton', k: 'city' })
}
