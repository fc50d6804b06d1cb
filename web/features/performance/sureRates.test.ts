import { expect, it } from 'vitest'
import { bySureRate, lowerBound } from './sureRates.ts'

const place = (leadsConverted: number, totalLeads: number) => ({ leadsConverted, totalLeads })

it('puts many leads with a good rate before a few with a better one, and keeps the order of equal ones', () => {
  const [few, many, none, other] = [place(1, 2), place(11, 31), place(0, 24), place(0, 14)]
  expect(bySureRate([few, other, none, many])).toEqual([many, few, other, none])
})

it('has the lower bound of the interval of Wilson', () => {
  expect(lowerBound(place(10, 100))).toBeCloseTo(0.0552, 4)
  expect(lowerBound(place(2, 2))).toBeCloseTo(0.3424, 4)
  expect(lowerBound(place(0, 0))).toBe(0)
  expect(lowerBound(place(0, 5))).toBeCloseTo(0, 10)
})
