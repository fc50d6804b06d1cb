import { expect, it } from 'vitest'
import { columnLabels, heatGrid, heatLimits, heatSide, heatStep } from './heat.ts'

const cell = (weekday: number, hour: number, doors = 20) => ({ weekday, hour, doors, talks: 5, rate: 25 })

it('has every hour between the first and the last with doors, and Sunday only with doors', () => {
  const { columns, rows } = heatGrid([cell(1, 11), cell(4, 14)])
  expect(columns).toEqual([11, 12, 13, 14])
  expect(rows.map(({ name }) => name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  expect(rows[3]!.cells.map((found) => found?.hour ?? null)).toEqual([null, null, null, 14])
  expect(heatGrid([cell(7, 12)]).rows).toHaveLength(7)
  expect(heatGrid([]).columns).toEqual([])
})

it('leaves out a night between hours with doors', () => {
  expect(heatGrid([cell(1, 1), cell(4, 10), cell(4, 15)]).columns).toEqual([1, 10, 11, 12, 13, 14, 15])
})

it('has five steps around the average of all the doors, as they are shown', () => {
  const limits = heatLimits([
    { doors: 100, talks: 60 },
    { doors: 300, talks: 124 },
  ])
  expect(limits).toEqual([37, 43, 49, 55])
  expect([0, 36.4, 36.6, 43, 48, 49, 54.4, 55, 100].map((rate) => heatStep(rate, limits))).toEqual([
    0, 0, 1, 2, 2, 3, 3, 4, 4,
  ])
})

it('has no step but the lowest for hours in which nobody talked', () => {
  expect(heatStep(0, heatLimits([{ doors: 40, talks: 0 }]))).toBe(0)
  expect(heatLimits([])).toEqual([1, 1, 1, 1])
})

it('has cells whose area grows with the doors, with room for a number', () => {
  expect(heatSide(40, 40, true)).toBe(1)
  expect(heatSide(32, 40, true) ** 2).toBeCloseTo(0.8)
  expect(heatSide(10, 400, true)).toBe(0.66)
  expect(heatSide(4, 100, false)).toBe(0.2)
})

it('names the first, the last, noon and the hour after a gap in full', () => {
  expect(columnLabels([0, 1, 10, 11])).toEqual(['12 AM', '1', '10 AM', '11 AM'])
  expect(columnLabels([10, 11, 12, 13, 19])).toEqual(['10 AM', '11', '12 PM', '1', '7 PM'])
})
