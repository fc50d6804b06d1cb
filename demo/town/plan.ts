import { TOWN_COLUMNS, TOWN_ROWS, formatAvenueName, neighborhoodOf, formatStreetName } from './names.ts'

/** An axis-aligned box in plan meters. */
export interface Box {
  west: number
  east: number
  south: number
  north: number
}

export interface Block {
  /** 1 to 285, row by row from the northwest; the third part of its parcel ids. */
  number: number
  column: number
  row: number
  /** The block from curb to curb. */
  curb: Box
  /** The block without verge and sidewalk: lots and alley. */
  inner: Box
  park: boolean
  city: string
  zipCode: string
  neighborhood: string
  /** The first house number along its streets, and along its avenues. */
  streetHundred: number
  avenueHundred: number
}

export interface Road {
  name: string
  main: boolean
  /** Half the width of the asphalt in meters. */
  half: number
  /** x of an avenue or y of a street, in plan meters. */
  at: number
}

export const BLOCK_WIDTH = 190
export const BLOCK_DEPTH = 106
export const VERGE = 1.7
export const WALK = 1.5
export const ALLEY = 4.4
/**
 * The intersection of W 11th Demo St and N Larch Sample Ave. The map's first view shows the south side of that street.
 */
const REFERENCE_CORNER = { x: -52, y: 15.5, column: 6, row: 9 }

const createRoad = (name: string, main: boolean, at: number): Road => ({ name, main, half: main ? 5.75 : 4.2, at })

export const AVENUES: Road[] = Array.from({ length: TOWN_COLUMNS + 1 }, (_, index) => {
  const x = REFERENCE_CORNER.x + (index - REFERENCE_CORNER.column) * BLOCK_WIDTH
  return createRoad(formatAvenueName(index), index % 4 === 2, x)
})

export const STREETS: Road[] = Array.from({ length: TOWN_ROWS + 1 }, (_, index) => {
  const y = REFERENCE_CORNER.y - (index - REFERENCE_CORNER.row) * BLOCK_DEPTH
  return createRoad(formatStreetName(index), index % 5 === 4, y)
})

export function shrinkBox(box: Box, by: number): Box {
  return { west: box.west + by, east: box.east - by, south: box.south + by, north: box.north - by }
}

/** Every block of the town including the park, row by row from the northwest. */
export const BLOCKS: Block[] = STREETS.slice(0, -1).flatMap((north, row) =>
  AVENUES.slice(0, -1).map((west, column) => {
    const east = AVENUES[column + 1]!
    const south = STREETS[row + 1]!
    const curb = {
      west: west.at + west.half,
      east: east.at - east.half,
      south: south.at + south.half,
      north: north.at - north.half,
    }
    const isSampleton = column >= 11 && row < 4
    return {
      number: row * TOWN_COLUMNS + column + 1,
      column,
      row,
      curb,
      inner: shrinkBox(curb, VERGE + WALK),
      park: column === 7 && row === 9,
      city: isSampleton ? 'Sampleton' : 'Demo Town',
      zipCode: isSampleton ? '00043' : '00042',
      neighborhood: neighborhoodOf(column, row),
      streetHundred: isSampleton ? 10000 + (column - 11) * 100 : (column + 4) * 100,
      avenueHundred: isSampleton ? 10000 + row * 100 : (row + 2) * 100,
    }
  }),
)

/** The only block without lots. */
export const PARK_BLOCK = BLOCKS.find((block) => block.park)!
