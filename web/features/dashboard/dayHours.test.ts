import { expect, it } from 'vitest'
import { barHeights, coversHour, type DayHour, hourLabels, hourName, shownHours } from './dayHours.ts'

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

it('the doors of a night share one bar at its end of the day', () => {
  const shown = shownHours(dayOf({ 0: 2, 5: 1, 10: 4, 23: 3 }))
  expect(shown.map(hourName)).toEqual([
    ...['Before 6 AM', '9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM', '3 PM', '4 PM', '5 PM', '6 PM', 'From 10 PM'],
  ])
  expect([shown[0]!.doorsKnocked, shown.at(-1)!.doorsKnocked]).toEqual([3, 3])
  expect([0, 5, 6].map((hour) => coversHour(shown[0]!, hour))).toEqual([true, true, false])
  expect([21, 22, 23].map((hour) => coversHour(shown.at(-1)!, hour))).toEqual([false, true, true])
  expect(rangeOf(shownHours(dayOf({ 10: 4, 21: 1 })))).toEqual([9, 21])
})

it('every second hour has a label, every fourth if there are many', () => {
  const labels = (doors: Record<number, number>) => hourLabels(shownHours(dayOf(doors))).filter((label) => label)
  expect(labels({})).toEqual(['9 AM', '11', '1 PM', '3', '5 PM'])
  expect(labels({ 7: 1 })).toEqual(['7 AM', '9', '11 AM', '1', '3 PM', '5'])
  expect(labels({ 6: 1, 21: 1 })).toEqual(['6 AM', '10 AM', '2 PM', '6 PM'])
  expect(labels({ 0: 1 })).toEqual(['Night', '10 AM', '12', '2 PM', '4', '6 PM'])
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
