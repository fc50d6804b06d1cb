import { expect, it } from 'vitest'
import { offsetWithoutCover } from './toastPlace.ts'

const toast = { from: 72, height: 48, windowHeight: 900 }

it('a toast stands at its edge where nothing is', () => {
  expect(offsetWithoutCover(toast, [], [])).toBe(72)
  // What ends before it, and what begins far behind it, are not in its way.
  expect(
    offsetWithoutCover(
      toast,
      [
        { start: 10, end: 50 },
        { start: 140, end: 180 },
      ],
      [],
    ),
  ).toBe(72)
})

it('a toast keeps clear of the controls and of the other toasts, in whatever order they are found', () => {
  const controls = [
    { start: 190, end: 220 },
    { start: 70, end: 106 },
  ]
  expect(offsetWithoutCover(toast, controls, [])).toBe(114)
  // Between the header and the filters is room for one toast only.
  expect(offsetWithoutCover(toast, controls, [{ start: 114, end: 162 }])).toBe(228)
})

it('toasts stand behind each other where controls leave no room', () => {
  const rows = Array.from({ length: 20 }, (_, row) => ({ start: 60 + row * 44, end: 96 + row * 44 }))
  expect(offsetWithoutCover(toast, rows, [])).toBe(72)
  expect(offsetWithoutCover(toast, rows, [{ start: 72, end: 120 }])).toBe(128)
})
