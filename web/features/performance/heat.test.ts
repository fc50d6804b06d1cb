import { expect, it } from 'vitest'
import { columnLabels, heatGrid, heatStep } from './heat.ts'

const cell = (weekday: number, hour: number, doors = 20) => ({ weekday, hour, doors, talks: 5, rate: 25 })

it('has every hour between the first and the last with doors, and Sunday only with doors', () => {
  const { columns, rows } = heatGrid([cell(1, 11), cell(4, 14)])
  expect(columns).toEqual([11, 12, 13, 14])
  expect(rows.map(({ name }) => name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  expect(rows[3]!.cells.map((found) => found?.hour ?? null)).toEqual([null, null, null, 14])
  expect(heatGrid([cell(7, 12)]).rows).toHaveLength(7)
  expect(heatGrid([]).columns).toEqual([])
})

it('has a step for each class of rates, as they are shown', () => {
  expect([0, 15.4, 15.6, 23, 24, 32, 39, 40, 100].map(heatStep)).toEqual([0, 0, 1, 1, 2, 3, 3, 4, 4])
})

it('names the first, the last and noon in full', () => {
  expect(columnLabels([10, 11, 12, 13, 19])).toEqual(['10 AM', '11', '12 PM', '1', '7 PM'])
})
