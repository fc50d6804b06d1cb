import { expect, it } from 'vitest'
import { gridValues, labeledIndexes, placeNote } from './chartScale.ts'

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

const area = { right: 900, bottom: 232 }

it('has the note of the last point at its right, in the middle of its height', () => {
  expect(
    placeNote(
      [500, 100],
      '13 today',
      [
        [
          [440, 180],
          [500, 100],
        ],
      ],
      area,
    ),
  ).toEqual({ left: 512, top: 92 })
})

it('has the note above the point where less than 110 px remain', () => {
  const { left, top } = placeNote(
    [850, 180],
    '13 today',
    [
      [
        [790, 220],
        [850, 180],
      ],
    ],
    area,
  )
  expect({ isLeft: left + 7 * '13 today'.length <= 850, top }).toEqual({ isLeft: true, top: 152 })
})

it.each([
  [
    'through it',
    [
      [500, 110],
      [560, 96],
      [620, 90],
    ],
    [512, 92],
  ],
  [
    'down to it',
    [
      [440, 20],
      [500, 60],
      [620, 180],
    ],
    [512, 92],
  ],
] as const)('moves the note away from a compared line that goes %s', (_, line, [left, before]) => {
  const { left: at, top } = placeNote([500, 100], '13 today', [line.map(([x, y]) => [x, y] as const)], area)
  expect(at).toBe(left)
  expect(top).not.toBe(before)
  const yAt = (x: number) => {
    const next = line.findIndex(([toX]) => toX >= x)
    const [[fromX, fromY], [toX, toY]] = [line[next - 1]!, line[next]!]
    return fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX)
  }
  for (let x: number = left; x < left + 56; x += 4) expect(yAt(x) < top || yAt(x) > top + 16).toBe(true)
})

it('keeps the note above the axis, and beside the point where each place is crossed', () => {
  expect(placeNote([500, 232], '0 today', [], area).top).toBe(216)
  const everywhere = Array.from(
    { length: 60 },
    (_, n) =>
      [
        [500, 4 * n],
        [700, 4 * n],
      ] as const,
  )
  expect(placeNote([500, 100], '13 today', everywhere, area)).toEqual({ left: 512, top: 92 })
})
