import { type Drawing, boxCorners } from './drawing.ts'
import type { Lot } from './lots.ts'
import { type Box, VERGE, WALK } from './plan.ts'
import { type Random, randomBetween } from './random.ts'
import { drawShadow, drawChimney, drawGable, drawHip, drawWing, pickColorFamily } from './roofs.ts'

/** The plan y of a line `meters` behind the lot's front line. */
export function yBehindFront(lot: Lot, meters: number): number {
  return lot.front + (lot.faces === 'south' ? meters : -meters)
}

/** A box between two lines at distances `from` and `to` behind the lot's front line. */
export function boxOnLot(lot: Lot, west: number, east: number, from: number, to: number): Box {
  const a = yBehindFront(lot, from)
  const b = yBehindFront(lot, to)
  return { west, east, south: Math.min(a, b), north: Math.max(a, b) }
}

export interface Driveway {
  west: number
  east: number
  /** Meters from the front line to its inner end. */
  end: number
}

/** A driveway 2.7 m wide beside the house. One lot in three has one, if there is room. */
export function planDriveway(lot: Lot, random: Random): Driveway | null {
  const { house } = lot
  const isWanted = random() < 0.34
  if (house === null || !isWanted) return null
  const left = house.west - lot.west
  const right = lot.east - house.east
  if (Math.max(left, right) < 2.9) return null
  const west = right > left ? house.east + 0.25 : house.west - 2.95
  return { west, east: west + 2.7, end: house.setback + randomBetween(random, 4, 9) }
}

/** Parts of the front wall, as ranges of x, without door and wing. */
export type FreeWallSpans = [west: number, east: number][]

/** Draws the house with its wing, roof, path and driveway. Returns the free parts of the front wall. */
export function drawHouse(drawing: Drawing, lot: Lot, drive: Driveway | null, random: Random): FreeWallSpans {
  const house = lot.house!
  const family = pickColorFamily(random)
  const main = boxOnLot(lot, house.west, house.east, house.setback, house.setback + house.depth)
  const isHip = random() < 0.55
  const ridgeAxis = random() < 0.72 ? 'y' : 'x'
  const onLeft = random() < 0.5
  const wide = randomBetween(random, 3.2, 4.2)
  const wing = random() < 0.5 ? wingBox(lot, onLeft, wide, randomBetween(random, 1.5, 2.7)) : null
  const door = drawPaths(drawing, lot, drive, onLeft, wide, random)
  drawShadow(drawing, main)
  drawing.add('building', boxCorners(main), { f: family })
  if (isHip) drawHip(drawing, main, family)
  else drawGable(drawing, main, family, ridgeAxis)
  if (wing) {
    drawShadow(drawing, wing, 0.8)
    // The wing overlaps the house, so that the fill of both hides the edge between them.
    const [south, north] = lot.faces === 'north' ? [wing.south - 0.4, wing.north] : [wing.south, wing.north + 0.4]
    drawing.add('building', boxCorners({ ...wing, south, north }), { f: family })
    drawWing(drawing, wing, family, lot.faces, isHip || ridgeAxis === 'x' ? wide / 2 : 0.01)
  }
  if (random() < 0.6) drawChimney(drawing, main, random)
  const wingWidth = wing ? wide : 0
  return [
    [house.west + (onLeft ? wingWidth : 0) + 0.2, door - 0.8],
    [door + 0.8, house.east - (onLeft ? 0 : wingWidth) - 0.2],
  ]
}

function wingBox(lot: Lot, onLeft: boolean, wide: number, deep: number): Box {
  const house = lot.house!
  const west = onLeft ? house.west : house.east - wide
  return boxOnLot(lot, west, west + wide, house.setback - deep, house.setback)
}

/** Draws the path, porch and driveway. Returns the x of the door. */
function drawPaths(
  drawing: Drawing,
  lot: Lot,
  drive: Driveway | null,
  onLeft: boolean,
  wide: number,
  random: Random,
): number {
  const house = lot.house!
  const door = onLeft
    ? randomBetween(random, house.west + wide + 0.8, house.east - 1.2)
    : randomBetween(random, house.west + 1.2, house.east - wide - 0.8)
  drawing.add('paved', boxCorners(boxOnLot(lot, door - 0.55, door + 0.55, 0, house.setback)), { k: 'path' })
  // A third of the porches are lit in the picture of the sign-in page.
  if (random() < 0.34) drawing.add('porch', [[door, yBehindFront(lot, house.setback - 0.6)]])
  if (drive) {
    drawing.add('paved', boxCorners(boxOnLot(lot, drive.west, drive.east, -VERGE - WALK, drive.end)), { k: 'drive' })
  }
  return door
}

/** Draws a garage with its driveway on the alley. Returns its box, or null if the lot has none. */
export function drawGarage(drawing: Drawing, lot: Lot, random: Random): Box | null {
  const isWanted = random() < 0.62
  const isDouble = random() < 0.5
  const depth = Math.abs(lot.back - lot.front)
  if (!isWanted) return null
  const wide = Math.min(isDouble ? 6.4 : 4, lot.east - lot.west - 3)
  const west = random() < 0.5 ? lot.west + 0.9 : lot.east - 0.9 - wide
  const deep = randomBetween(random, 5.2, 6.4)
  const box = boxOnLot(lot, west, west + wide, depth - 1.4 - deep, depth - 1.4)
  drawing.add('paved', boxCorners(boxOnLot(lot, west + 0.2, west + wide - 0.2, depth - 1.5, depth)), { k: 'drive' })
  const family = pickColorFamily(random)
  drawShadow(drawing, box, 0.75)
  drawing.add('building', boxCorners(box), { f: family })
  drawGable(drawing, box, family, random() < 0.5 ? 'x' : 'y')
  return box
}
