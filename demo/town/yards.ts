import { type Drawing, boxCorners, lineOf, roundedCorners } from './drawing.ts'
import {
  type Driveway,
  type FreeWallSpans,
  yBehindFront,
  drawGarage,
  drawHouse,
  boxOnLot,
  planDriveway,
} from './houses.ts'
import { type Lot, isOvergrown } from './lots.ts'
import { createOutline } from './parcels.ts'
import { type Box, shrinkBox } from './plan.ts'
import { type Random, randomInt, randomBetween, createRandom } from './random.ts'

export const LOT_COLOR_COUNT = 6
export const TREE_KIND_COUNT = 6
const RANDOM_STREAM = 3

/** Draws a lot with everything on it. Returns its driveway, where cars and street trees must not be. */
export function drawLot(drawing: Drawing, lot: Lot): Driveway | null {
  const random = createRandom(RANDOM_STREAM, lot.block.number * 64 + lot.number)
  const green = randomInt(random, LOT_COLOR_COUNT)
  drawing.add('lot', createOutline(lot).slice(0, 4), { g: green })
  if (lot.streetNumber !== null) drawNumber(drawing, lot)
  const drive = planDriveway(lot, random)
  if (lot.house === null) {
    drawVacant(drawing, lot, random)
    return null
  }
  drawYard(drawing, lot, (green + 1 + randomInt(random, 4)) % LOT_COLOR_COUNT, random)
  const walls = drawHouse(drawing, lot, drive, random)
  drawFrontGarden(drawing, lot, walls, drive, random)
  if (drive && random() < 0.55) {
    const at = yBehindFront(lot, drive.end - 3.2)
    drawing.add('car', [[(drive.west + drive.east) / 2, at]], { k: randomInt(random, 6), r: random() < 0.5 ? 0 : 180 })
  }
  return drive
}

function drawNumber(drawing: Drawing, lot: Lot): void {
  // The number of a corner lot is on the side of its entrance.
  const x = { west: lot.west + 3.4, east: lot.east - 3.4, street: (lot.west + lot.east) / 2 }[lot.entranceOn]
  const y = yBehindFront(lot, lot.entranceOn === 'street' ? 2.6 : 13)
  const text = lot.streetNumberTo === null ? `${lot.streetNumber}` : `${lot.streetNumber}-${lot.streetNumberTo}`
  drawing.add('number', [[x, y]], { n: text, street: lot.street })
}

/** Draws the back yard with deck or patio, pool, garage, fence and trees. */
function drawYard(drawing: Drawing, lot: Lot, green: number, random: Random): void {
  const house = lot.house!
  const depth = Math.abs(lot.back - lot.front)
  const behind = house.setback + house.depth
  drawing.add('yard', boxCorners(boxOnLot(lot, lot.west, lot.east, behind + randomBetween(random, -3, 2), depth)), {
    g: green,
  })
  drawDeck(drawing, lot, behind, random)
  const pool = random() < 1 / 18 ? drawPool(drawing, lot, behind, random) : null
  const garage = drawGarage(drawing, lot, random)
  if (random() < 0.5) drawFence(drawing, lot, behind, depth, random)
  const treeCount = [0, 1, 2, 2, 3, 4][randomInt(random, 6)]!
  for (let count = 0; count < treeCount; count++) {
    const size = randomBetween(random, 4.5, 9.6)
    const x = randomBetween(random, lot.west + 1.5, lot.east - 1.5)
    const y = yBehindFront(lot, randomBetween(random, behind + 3, depth - 3))
    const taken = [pool, garage].some((box) => box && inside(x, y, shrinkBox(box, -size * 0.4)))
    if (!taken) drawTree(drawing, x, y, size, random)
  }
}

function inside(x: number, y: number, box: Box): boolean {
  return x > box.west && x < box.east && y > box.south && y < box.north
}

function drawDeck(drawing: Drawing, lot: Lot, behind: number, random: Random): void {
  const house = lot.house!
  const draw = random()
  if (draw > 0.75) return
  const width = randomBetween(random, 3.2, 5)
  const west = randomBetween(random, house.west + 0.3, house.east - width - 0.3)
  const deep = randomBetween(random, 2.2, 3.4)
  const box = boxOnLot(lot, west, west + width, behind, behind + deep)
  if (draw > 0.4) {
    drawing.add('paved', boxCorners(box), { k: 'patio' })
    return
  }
  drawing.add('garden', boxCorners(box), { k: 'deck' })
  for (let x = west + 0.5; x < west + width; x += 0.5) drawing.add('stripe', lineOf([x, box.south], [x, box.north]))
}

function drawPool(drawing: Drawing, lot: Lot, behind: number, random: Random): Box {
  const middle = (lot.west + lot.east) / 2 + randomBetween(random, -1, 1)
  const length = randomBetween(random, 6.5, 8.5)
  const box = boxOnLot(lot, middle - 2.6, middle + 2.6, behind + 5, behind + 5 + length)
  drawing.add('paved', roundedCorners(box, 0.8), { k: 'coping' })
  drawing.add('paved', roundedCorners(shrinkBox(box, 0.6), 0.7), { k: 'pool' })
  const shade = { ...shrinkBox(box, 0.6), south: box.north - 1.2, east: box.east - 0.6 }
  drawing.add('paved', boxCorners({ ...shade, north: box.north - 0.6 }), { k: 'poolShade' })
  return box
}

function drawFence(drawing: Drawing, lot: Lot, behind: number, depth: number, random: Random): void {
  const { south, north } = boxOnLot(lot, 0, 0, behind - 3, depth)
  drawing.add('fence', lineOf([lot.west, south], [lot.west, north]), { k: randomInt(random, 2) })
}

/** Draws beds with bushes along the front wall, and sometimes a small tree, away from path and driveway. */
function drawFrontGarden(
  drawing: Drawing,
  lot: Lot,
  walls: FreeWallSpans,
  drive: Driveway | null,
  random: Random,
): void {
  const house = lot.house!
  const y = yBehindFront(lot, house.setback - 0.55)
  for (const [west, east] of walls) {
    if (east - west < 1.2 || random() < 0.25) continue
    drawing.add('garden', boxCorners(boxOnLot(lot, west, east, house.setback - 1.1, house.setback)), { k: 'bed' })
    for (let x = west + 0.45; x < east - 0.3; x += randomBetween(random, 0.75, 1.5)) {
      drawing.add('bush', [[x, y]], { k: randomInt(random, TREE_KIND_COUNT), d: randomInt(random, 3) })
    }
  }
  const x = random() < 0.5 ? lot.west + 2 : lot.east - 2
  const inDrive = drive !== null && x > drive.west - 1.6 && x < drive.east + 1.6
  const treeCount = random() < 0.25
  const size = randomBetween(random, 3, 4.6)
  if (treeCount && !inDrive) drawTree(drawing, x, yBehindFront(lot, randomBetween(random, 2, 3.6)), size, random)
}

/** Diameters are rounded to half a meter, so that equal trees share a feature. */
export function drawTree(drawing: Drawing, x: number, y: number, meters: number, random: Random): void {
  drawing.add('tree', [[x, y]], { k: randomInt(random, TREE_KIND_COUNT), d: Math.round(meters * 2) / 2 })
}

function drawVacant(drawing: Drawing, lot: Lot, random: Random): void {
  const depth = Math.abs(lot.back - lot.front)
  const trees = isOvergrown(lot) ? 3 + randomInt(random, 5) : 0
  for (let count = 0; count < trees; count++) {
    const y = yBehindFront(lot, randomBetween(random, 4, depth - 3))
    drawTree(drawing, randomBetween(random, lot.west + 2, lot.east - 2), y, randomBetween(random, 3.5, 9), random)
  }
}
