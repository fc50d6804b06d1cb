import { expect, it } from 'vitest'
import { percentChange, pointChange, totalByDay, type TrendDay, weeklyRates } from './trends.ts'

const day = (leadsCreated: number, leadsConverted = 0): TrendDay => ({
  day: '2024-02-05',
  propertiesAdded: 0,
  leadsCreated,
  leadsConverted,
  cost: 0,
})

it('computes the totals of past days from the current total and the daily additions', () => {
  expect(totalByDay([day(2), day(0), day(-1), day(4)], 10, ({ leadsCreated }) => leadsCreated)).toEqual([7, 7, 6, 10])
})

it('computes rates over seven days, so that a day without leads is no drop', () => {
  const days = [day(4, 2), day(0), day(0), day(0), day(0), day(0), day(4), day(0, 3)]
  expect(weeklyRates(days)).toEqual([25, 75])
  expect(weeklyRates(Array.from({ length: 8 }, () => day(0)))).toEqual([0, 0])
})

it('gives a change in percent, and a change of rates in points', () => {
  expect(percentChange(52, 40, 'last week')).toEqual({ delta: 30, text: '30.0%', comparison: 'vs last week' })
  expect(percentChange(36, 40, 'last week')).toMatchObject({ delta: -10, text: '10.0%' })
  expect(pointChange(17.7, 19, 'last week')).toEqual({ delta: -1.3, text: '1.3 pts', comparison: 'vs last week' })
})

it('gives no percentage without a previous value, and no change that rounds to zero', () => {
  expect(percentChange(7, 0, 'yesterday')).toEqual({ delta: 7, text: '7', comparison: 'more than yesterday' })
  expect(pointChange(17.72, 17.7, 'last week').delta).toBe(0)
})
