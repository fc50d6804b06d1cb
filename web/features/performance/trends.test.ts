import { expect, it } from 'vitest'
import { percentChange, pointChange, totalByDay, type TrendDay, weeklyRates } from './trends.ts'

const day = (leadsCreated: number, leadsConverted = 0): TrendDay => ({
  day: '2024-02-05',
  propertiesAdded: 0,
  leadsCreated,
  leadsConverted,
  cost: 0,
})

it('a total of today is followed back by what each day added', () => {
  expect(totalByDay([day(2), day(0), day(-1), day(4)], 10, ({ leadsCreated }) => leadsCreated)).toEqual([7, 7, 6, 10])
})

it('rates are those of seven days in a row, so that a day without leads is no fall', () => {
  const days = [day(4, 2), day(0), day(0), day(0), day(0), day(0), day(4), day(0, 3)]
  expect(weeklyRates(days)).toEqual([25, 75])
  expect(weeklyRates(Array.from({ length: 8 }, () => day(0)))).toEqual([0, 0])
})

it('a change is told in per cent of the time before, of rates in points', () => {
  expect(percentChange(52, 40, 'last week')).toEqual({ by: 30, text: '30.0%', since: 'vs last week' })
  expect(percentChange(36, 40, 'last week')).toMatchObject({ by: -10, text: '10.0%' })
  expect(pointChange(17.7, 19, 'last week')).toEqual({ by: -1.3, text: '1.3 pts', since: 'vs last week' })
})

it('with nothing before there is no per cent, and what reads as no change is none', () => {
  expect(percentChange(7, 0, 'yesterday')).toEqual({ by: 7, text: '7', since: 'more than yesterday' })
  expect(pointChange(17.72, 17.7, 'last week').delta).toBe(0)
})
