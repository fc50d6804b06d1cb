export const TOWN_COLUMNS = 15
export const TOWN_ROWS = 19

const AVENUE_TREES = [
  ...['Alder', 'Birch', 'Cedar', 'Dogwood', 'Hazel', 'Juniper', 'Larch', 'Maple'],
  ...['Nutmeg', 'Olive', 'Poplar', 'Quince', 'Rowan', 'Spruce', 'Tamarack', 'Willow'],
]

/** Five columns by four bands of rows, west to east, then north to south. */
const NEIGHBORHOODS = [
  ['Alder Mockup', 'Birch Template', 'Hazel Sandbox', 'Poplar Fixture', 'Sampleton Corners'],
  ['Cedar Draft', 'Juniper Sample Park', 'Larch Placeholder', 'Nutmeg Testcase', 'Rowan Prototype'],
  ['Dogwood Stub Hill', 'Fern Example Heights', 'Maple Demo Square', 'Olive Specimen', 'Spruce Pretend'],
  ['Clover Dummy Flats', 'Ivy Example Row', 'Moss Sample Bend', 'Quince Rehearsal', 'Willow Imaginary'],
]

const ORDINAL_SUFFIXES = ['th', 'st', 'nd', 'rd']

/** 'W 2nd Demo St' for the northernmost street, 'W 21st Demo St' for the southernmost. */
export function formatStreetName(index: number): string {
  const number = index + 2
  const suffix = number > 10 && number < 14 ? 'th' : (ORDINAL_SUFFIXES[number % 10] ?? 'th')
  return `W ${number}${suffix} Demo St`
}

/** 'N Alder Sample Ave' for the westernmost avenue. */
export function formatAvenueName(index: number): string {
  return `N ${AVENUE_TREES[index]} Sample Ave`
}

export function neighborhoodOf(column: number, row: number): string {
  return NEIGHBORHOODS[Math.min(3, Math.floor(row / 5))]![Math.min(4, Math.floor(column / 3))]!
}

/** The first and last column and row of each neighborhood. */
export function neighborhoodSpans(): { name: string; columns: [number, number]; rows: [number, number] }[] {
  return NEIGHBORHOODS.flatMap((band, y) =>
    band.map((name, x) => ({
      name,
      columns: [x * 3, x * 3 + 2] as [number, number],
      rows: [y * 5, Math.min(TOWN_ROWS - 1, y * 5 + 4)] as [number, number],
    })),
  )
}

export function formatOwnerName(number: number): string {
  return `Sample Owner ${String(number).padStart(4, '0')}`
}
