/**
 * The sheets of labels and the envelopes that addresses are printed on. Lengths are in points (1/72 inch), measured from the
 * top left corner of the page. The document worker loads this file in plain Node.js, so the file must import only what runs
 * there without a build.
 */

export const labelSheetIds = ['5160', '5161', 'l7160', 'envelope_10', 'envelope_dl', 'envelope_c6'] as const

export type LabelSheetId = (typeof labelSheetIds)[number]

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A page with places for addresses: a sheet of labels, or an envelope, which has one. */
export interface LabelSheet {
  id: LabelSheetId
  kind: 'labels' | 'envelope'
  /** Name on screen. */
  name: string
  pageWidth: number
  pageHeight: number
  columns: number
  rows: number
  /** The place of the first address. */
  first: Box
  /** The distance from the left edge of a label to that of the next, and from the top edge to that of the next. */
  pitchX: number
  pitchY: number
  /** Where the return address is printed; null for labels. */
  returnAddress: Box | null
}

const inches = (length: number) => length * 72
const millimeters = (length: number) => (length / 25.4) * 72

interface Grid {
  page: [width: number, height: number]
  label: [width: number, height: number]
  /** The left and top margin. */
  margin: [left: number, top: number]
  pitch: [x: number, y: number]
  grid: [columns: number, rows: number]
}

function labels(id: LabelSheetId, name: string, unit: (length: number) => number, grid: Grid): LabelSheet {
  return {
    id,
    kind: 'labels',
    name,
    pageWidth: unit(grid.page[0]),
    pageHeight: unit(grid.page[1]),
    columns: grid.grid[0],
    rows: grid.grid[1],
    first: {
      x: unit(grid.margin[0]),
      y: unit(grid.margin[1]),
      width: unit(grid.label[0]),
      height: unit(grid.label[1]),
    },
    pitchX: unit(grid.pitch[0]),
    pitchY: unit(grid.pitch[1]),
    returnAddress: null,
  }
}

function envelope(
  id: LabelSheetId,
  name: string,
  unit: (length: number) => number,
  [pageWidth, pageHeight]: [number, number],
  address: Box,
  returnAddress: Box,
): LabelSheet {
  const toPoints = (box: Box) => ({
    x: unit(box.x),
    y: unit(box.y),
    width: unit(box.width),
    height: unit(box.height),
  })
  return {
    id,
    kind: 'envelope',
    name,
    pageWidth: unit(pageWidth),
    pageHeight: unit(pageHeight),
    columns: 1,
    rows: 1,
    first: toPoints(address),
    pitchX: unit(address.width),
    pitchY: unit(address.height),
    returnAddress: toPoints(returnAddress),
  }
}

/**
 * The dimensions of the labels are those of Avery's own templates for these products (avery.com/templates and
 * avery.co.uk/templates). The sizes of the envelopes are those of the USPS (#10) and of ISO 269 (DL, C6). The address is
 * where the scanners of the USPS read it: at least 1/2 inch from the sides, and above the lowest 5/8 inch, which is for the
 * barcode (Domestic Mail Manual 202.2).
 */
export const labelSheets: readonly LabelSheet[] = [
  labels('5160', 'Avery 5160', inches, {
    page: [8.5, 11],
    label: [2.625, 1],
    margin: [0.1875, 0.5],
    pitch: [2.75, 1],
    grid: [3, 10],
  }),
  labels('5161', 'Avery 5161', inches, {
    page: [8.5, 11],
    label: [4, 1],
    margin: [0.15625, 0.5],
    pitch: [4.1875, 1],
    grid: [2, 10],
  }),
  labels('l7160', 'Avery L7160', millimeters, {
    page: [210, 297],
    label: [63.5, 38.1],
    margin: [7.21, 15.15],
    pitch: [66.04, 38.1],
    grid: [3, 7],
  }),
  envelope(
    'envelope_10',
    '#10 envelope',
    inches,
    [9.5, 4.125],
    { x: 4, y: 1.75, width: 5, height: 1.5 },
    { x: 0.5, y: 0.375, width: 3.25, height: 1 },
  ),
  envelope(
    'envelope_dl',
    'DL envelope',
    millimeters,
    [220, 110],
    { x: 100, y: 50, width: 107, height: 40 },
    { x: 13, y: 10, width: 80, height: 25 },
  ),
  envelope(
    'envelope_c6',
    'C6 envelope',
    millimeters,
    [162, 114],
    { x: 65, y: 52, width: 84, height: 40 },
    { x: 13, y: 10, width: 70, height: 25 },
  ),
]

export function labelSheetOf(id: LabelSheetId): LabelSheet {
  return labelSheets.find((sheet) => sheet.id === id)!
}

/** The number of addresses on one page. */
export function placesOf({ columns, rows }: Pick<LabelSheet, 'columns' | 'rows'>): number {
  return columns * rows
}

/** The place of an address by its number on the page: 1 is the first, then from left to right and from top to bottom. */
export function placeOf({ columns, first, pitchX, pitchY }: LabelSheet, position: number): Box {
  const column = (position - 1) % columns
  const row = Math.floor((position - 1) / columns)
  return { ...first, x: first.x + column * pitchX, y: first.y + row * pitchY }
}
