import { describe, expect, it } from 'vitest'
import {
  labelSheetIds,
  labelSheetOf,
  labelSheets,
  placeOf,
  placesOf,
  type Box,
  type LabelSheet,
} from './labelSheets.ts'

const boxesOf = (sheet: LabelSheet): Box[] => [
  ...Array.from({ length: placesOf(sheet) }, (_, n) => placeOf(sheet, n + 1)),
  ...(sheet.returnAddress ? [sheet.returnAddress] : []),
]
// A hundredth of a point is less than a printer can show.
const tolerance = 0.01
const overlap = (a: Box, b: Box) =>
  a.x + a.width - tolerance > b.x &&
  b.x + b.width - tolerance > a.x &&
  a.y + a.height - tolerance > b.y &&
  b.y + b.height - tolerance > a.y

describe.each(labelSheets)('the sheet $name', (sheet) => {
  const boxes = boxesOf(sheet)

  it('has every address inside the page', () => {
    for (const { x, y, width, height } of boxes) {
      expect(x).toBeGreaterThan(0)
      expect(y).toBeGreaterThan(0)
      expect(x + width).toBeLessThan(sheet.pageWidth)
      expect(y + height).toBeLessThan(sheet.pageHeight)
    }
  })

  it('has no addresses that overlap', () => {
    for (const [n, box] of boxes.entries())
      for (const other of boxes.slice(n + 1)) expect([box, other, overlap(box, other)]).toEqual([box, other, false])
  })
})

describe('a sheet of labels', () => {
  it('is symmetric: its margins are equal on both sides', () => {
    for (const sheet of labelSheets.filter(({ kind }) => kind === 'labels')) {
      const last = placeOf(sheet, placesOf(sheet))
      expect(sheet.pageWidth - last.x - last.width).toBeCloseTo(sheet.first.x, 1)
      expect(sheet.pageHeight - last.y - last.height).toBeCloseTo(sheet.first.y, 1)
    }
  })

  it('is filled from left to right, then from top to bottom', () => {
    const sheet = labelSheetOf('5160')
    expect([1, 2, 4, 30].map((position) => placeOf(sheet, position))).toEqual([
      { x: 13.5, y: 36, width: 189, height: 72 },
      { x: 211.5, y: 36, width: 189, height: 72 },
      { x: 13.5, y: 108, width: 189, height: 72 },
      { x: 409.5, y: 684, width: 189, height: 72 },
    ])
    expect(labelSheetIds.map((id) => placesOf(labelSheetOf(id)))).toEqual([30, 20, 21, 1, 1, 1])
  })
})
