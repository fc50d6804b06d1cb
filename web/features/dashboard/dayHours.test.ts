import { expect, it } from 'vitest'
import { barHeights, type DayHour, hourLabels, shownHours } from './dayHours.ts'

/** All hours of a day with these doors of today, and usual ones, by hour. */
const dayOf = (doors: Record<number, number>, usual: Record<number, number> = {}): DayHour[] =>
  Array.from({ length: 24 }, (_, hour) => ({
    __typename: 'RepDayHour',
    hour,
    doorsKnocked: doors[hour] ?? 0,
    avgDoorsKnocked: usual[hour] ?? 0,
  }))
const rangeOf = (hours: readonly DayHour[]) => [hours[0]!.hour, hours.at(-1)!.hour]

it('ten hours are shown, and more if there were doors before or after them', () => {
  expect(rangeOf(shownHours(dayOf({ 10: 4 })))).toEqual([9, 18])
  expect(shownHours(dayOf({}))).toHaveLength(10)
  expect(rangeOf(shownHours(dayOf({ 7: 1, 10: 4 })))).toEqual([7, 18])
  expect(rangeOf(shownHours(dayOf({ 10: 4 }, { 19: 2.5, 23: 0.05 })))).toEqual([9, 19])
})

it('every second hour has a label, every fourth if there are many', () => {
  const labels = (doors: Record<number, number>) => hourLabels(shownHours(dayOf(doors))).filter((label) => label)
  expect(labels({})).toEqual(['9 AM', '11', '1 PM', '3', '5 PM'])
  expect(labels({ 7: 1 })).toEqual(['7 AM', '9', '11 AM', '1', '3 PM', '5'])
  expect(labels({ 0: 1, 20: 1 })).toEqual(['12 AM', '4 AM', '8 AM', '12 PM', '4 PM', '8 PM'])
})

it('the highest bar is the highest of today and usual', () => {
  const heights = barHeights(shownHours(dayOf({ 9: 4, 10: 2 }, { 9: 2, 10: 8 })))
  expect(heights.slice(0, 3)).toEqual([
    { doors: 50, usual: 25 },
    { doors: 25, usual: 100 },
    { doors: 0, usual: 0 },
  ])
  expect(barHeights(shownHours(dayOf({})))[0]).toEqual({ doors: 0, usual: 0 })
})
