import { expect, it } from 'vitest'
import { finishedDays, finishedTotals, type TrendDay, weeklyRates } from './trends.ts'

const day = (leadsCreated: number, leadsConverted = 0): TrendDay => ({
  day: '2024-02-05',
  propertiesAdded: 0,
  leadsCreated,
  leadsConverted,
  cost: 0,
})

it('computes the totals of finished days from the current total and the daily additions, without today', () => {
  expect(finishedTotals([day(2), day(0), day(-1), day(4)], 10, ({ leadsCreated }) => leadsCreated)).toEqual([7, 7, 6])
  expect(finishedDays([day(2), day(4)])).toEqual([day(2)])
})

it('computes rates over seven days, so that a day without leads is no drop', () => {
  const days = [day(4, 2), day(0), day(0), day(0), day(0), day(0), day(4), day(0, 3)]
  expect(weeklyRates(days)).toEqual([25, 75])
  expect(weeklyRates(Array.from({ length: 8 }, () => day(0)))).toEqual([0, 0])
})
