import { expect, it } from 'vitest'
import { gridValues, labeledIndexes } from './chartScale.ts'

it.each([
  [0, [1, 2, 3, 4]],
  [3, [1, 2, 3, 4]],
  [15, [4, 8, 12, 16]],
  [17, [5, 10, 15, 20]],
  [36, [10, 20, 30, 40]],
  [401, [200, 400, 600, 800]],
])('has four whole steps for a largest count of %d', (max, values) => {
  expect(gridValues(max, true)).toEqual(values)
})

it('has steps below one for money', () => {
  expect(gridValues(0.9, false)).toEqual([0.25, 0.5, 0.75, 1])
})

it.each([
  [0.004, [0.01, 0.02, 0.03, 0.04]],
  [0.09, [0.04, 0.08, 0.12, 0.16]],
])('has steps of whole cents for a largest amount of %d', (max, values) => {
  expect(gridValues(max, false)).toEqual(values)
})

it('labels every fourth day, and fewer where there is no room', () => {
  expect(labeledIndexes(30, 860)).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
  expect(labeledIndexes(30, 260)).toEqual([0, 8, 16, 24])
  expect(labeledIndexes(7, 860)).toEqual([0, 1, 2, 3, 4, 5, 6])
})
