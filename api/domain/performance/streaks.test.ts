import { expect, it } from 'vitest'
import { streaksOf } from './streaks.ts'

// November 16, 2026 is a Monday.
it('counts days in a row, and a weekend without work does not end them', () => {
  const days = ['2026-11-10', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17']
  expect(streaksOf(days, '2026-11-18')).toEqual({ longest: 4, current: 4 })
})

it('counts a Saturday with work', () => {
  expect(streaksOf(['2026-11-13', '2026-11-14', '2026-11-16'], '2026-11-16')).toEqual({ longest: 3, current: 3 })
})

it('has no current streak after a working day without work', () => {
  expect(streaksOf(['2026-11-12', '2026-11-13'], '2026-11-17')).toEqual({ longest: 2, current: 0 })
  expect(streaksOf([], '2026-11-17')).toEqual({ longest: 0, current: 0 })
})

it('has a current streak until the end of the next working day, and today counts', () => {
  expect(streaksOf(['2026-11-13'], '2026-11-16')).toEqual({ longest: 1, current: 1 })
  expect(streaksOf(['2026-11-13', '2026-11-16'], '2026-11-16')).toEqual({ longest: 2, current: 2 })
})
