import { findFixtureNumbers } from './fixtures.ts'
import { ALLEY, AVENUES, type Block, STREETS } from './plan.ts'
import { type Random, randomInt, randomBetween, createRandom } from './random.ts'

/** Position and size of the house on its lot, in plan meters. */
export interface House {
  west: number
  east: number
  /** Meters from the front line to the front wall, and from there to the back wall. */
  setback: number
  depth: number
}

export interface Lot {
  block: Block
  /** 1, 2, 3 … within the block; the last part of the parcel id. */
  number: number
  /** The street that the lot faces: the one north or south of its block. */
  faces: 'north' | 'south'
  west: number
  east: number
  /** Plan y of the front line at the sidewalk, and of the back line at the alley. */
  front: number
  back: number
  street: string
  /** Whether the entrance is on the street or, on a corner lot, on the avenue to its west or east. */
  entranceOn: 'street' | 'west' | 'east'
  streetNumber: number | null
  /** Set for a house with two numbers, such as 1104-1106. */
  streetNumberTo: number | null
  house: House | null
  /** Whether documents or tests name its address. Such a lot is never vacant or without an owner. */
  isFixture: boolean
}

const RANDOM_STREAM = 1

/** The lots of a block, numbered along its south side and back along its north side. The park has none. */
export function createLots(block: Block): Lot[] {
  if (block.park) return []
  const random = createRandom(RANDOM_STREAM, block.number)
  const middle = (block.inner.north + block.inner.south) / 2
  const south = createLotRow(block, 'south', block.inner.south, middle - ALLEY / 2, random)
  const north = createLotRow(block, 'north', block.inner.north, middle + ALLEY / 2, random)
  return [...south, ...north.reverse()].map((lot, index) => ({ ...lot, number: index + 1 }))
}

/** The lots on one side of the block, west to east. */
function createLotRow(block: Block, faces: Lot['faces'], front: number, back: number, random: Random): Lot[] {
  const street = STREETS[faces === 'north' ? block.row : block.row + 1]!
  const edges = pickLotEdges(block.inner.west, block.inner.east, random)
  const lots = edges.slice(0, -1).map((west, index): Lot => {
    const east = edges[index + 1]!
    const along = ((west + east) / 2 - block.curb.west) / (block.curb.east - block.curb.west)
    return {
      block,
      // Set by `createLots`, which has both rows.
      number: 0,
      faces,
      west,
      east,
      front,
      back,
      street: street.name,
      entranceOn: 'street',
      streetNumber: block.streetHundred + numberOnSide(along, faces === 'north' ? 1 : 0),
      streetNumberTo: null,
      house: placeHouse(west, east, random),
      isFixture: false,
    }
  })
  assignFixtureNumbers(lots, street.name)
  moveEntranceToAvenue(lots[0]!, AVENUES[block.column]!.name, 0, random)
  moveEntranceToAvenue(lots.at(-1)!, AVENUES[block.column + 1]!.name, 1, random)
  for (const lot of lots) addVacancies(lot, random)
  return lots
}

/**
 * The house number at a relative position along the block. South sides of streets and west sides of avenues have odd
 * numbers.
 */
function numberOnSide(along: number, odd: 0 | 1): number {
  return Math.max(2, Math.round((along * 96) / 2) * 2) + odd
}

function pickLotEdges(west: number, east: number, random: Random): number[] {
  const widths: number[] = []
  for (let total = 0; total < east - west - 6; total += widths.at(-1)!) widths.push(randomBetween(random, 12.3, 16.6))
  const scale = (east - west) / widths.reduce((sum, width) => sum + width, 0)
  const edges = [west]
  for (const width of widths) edges.push(edges.at(-1)! + width * scale)
  edges[edges.length - 1] = east
  return edges
}

/** A lot is at least twelve meters wide, so a side yard of two meters always remains. */
function placeHouse(west: number, east: number, random: Random): House {
  const width = Math.min(randomBetween(random, 7.4, 10.4), east - west - 4.4)
  const room = east - west - width - 2.4
  const left =
    west + 1.2 + room * (random() < 0.5 ? randomBetween(random, 0.02, 0.3) : randomBetween(random, 0.7, 0.98))
  return {
    west: left,
    east: left + width,
    setback: randomBetween(random, 6.6, 8.6),
    depth: randomBetween(random, 10.2, 14.2),
  }
}

/**
 * Gives each fixture number to the lot with the closest number. Numbers are about eight apart, so the others stay in
 * order.
 */
function assignFixtureNumbers(lots: Lot[], street: string): void {
  const hundred = lots[0]!.block.streetHundred
  const odd = lots[0]!.streetNumber! % 2
  for (const number of findFixtureNumbers(street, hundred, odd)) {
    const unassigned = lots.filter((lot) => !lot.isFixture)
    const nearest = unassigned.reduce((best, lot) =>
      Math.abs(lot.streetNumber! - number) < Math.abs(best.streetNumber! - number) ? lot : best,
    )
    nearest.streetNumber = number
    nearest.isFixture = true
  }
}

/** Moves the entrance of three corner lots in ten to the avenue. Avenues have even numbers on their east side. */
function moveEntranceToAvenue(lot: Lot, avenue: string, odd: 0 | 1, random: Random): void {
  const isChosen = random() < 0.3
  const [isFixture] = findFixtureNumbers(avenue, lot.block.avenueHundred, odd).filter(
    (number) => number % 100 < 50 === (lot.faces === 'north'),
  )
  if (lot.isFixture || (!isChosen && isFixture === undefined)) return
  lot.street = avenue
  lot.entranceOn = odd === 0 ? 'west' : 'east'
  lot.isFixture = isFixture !== undefined
  lot.streetNumber = isFixture ?? lot.block.avenueHundred + numberOnSide(lot.faces === 'north' ? 0.27 : 0.75, odd)
}

function addVacancies(lot: Lot, random: Random): void {
  const isVacant = random() < 0.05
  const isNumbered = random() < 0.4
  const hasTwoNumbers = random() < 0.015
  if (lot.isFixture) return
  if (isVacant) {
    lot.house = null
    if (!isNumbered) lot.streetNumber = null
  } else if (hasTwoNumbers) {
    lot.streetNumberTo = lot.streetNumber! + 2
  }
}

/** Two vacant lots in three have trees. */
export function isOvergrown(lot: Lot): boolean {
  return lot.house === null && randomInt(createRandom(RANDOM_STREAM + 100, lot.block.number * 64 + lot.number), 3) > 0
}
