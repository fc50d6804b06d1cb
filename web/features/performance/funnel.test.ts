import { expect, it } from 'vitest'
import { funnelStages } from './funnel.ts'

const work = (doorsKnocked: number, talks: number, leadsCreated: number, leadsConverted: number) => ({
  doorsKnocked,
  talks,
  leadsCreated,
  leadsConverted,
  conversionRate: 0,
  cost: null,
})

it('shows shares of the doors, and the change since the compared time', () => {
  const stages = funnelStages(work(2142, 624, 174, 33), work(1985, 552, 151, 31))
  expect(stages.map(({ count }) => count)).toEqual([2142, 624, 174, 33])
  expect(stages.map(({ share }) => share?.toFixed(1))).toEqual([undefined, '29.1', '27.9', '19.0'])
  expect(stages.map(({ change }) => change?.toFixed(1))).toEqual(['7.9', '1.3', '0.5', '-1.6'])
  expect(stages[0]).toMatchObject({ barShare: 1, changeUnit: 'percent' })
  expect(stages[0]!.markShare).toBeCloseTo(1985 / 2142)
  expect(stages[3]!.markShare).toBeCloseTo(31 / 2142)
})

it('has no share and no change of fewer than ten, now or before', () => {
  const stages = funnelStages(work(40, 12, 9, 3), work(30, 8, 14, 0))
  expect(stages.map(({ share }) => share?.toFixed(1))).toEqual([undefined, '30.0', '75.0', undefined])
  expect(stages.map(({ previousCount }) => previousCount)).toEqual([0, 40, 12, 9])
  expect(stages.map(({ change }) => change?.toFixed(1))).toEqual(['33.3', '3.3', undefined, undefined])
})

it('has no changes and no marks without an earlier time', () => {
  const stages = funnelStages(work(0, 0, 2, 0), work(0, 0, 0, 0))
  expect(stages.map(({ change }) => change)).toEqual([null, null, null, null])
  expect(stages.map(({ markShare }) => markShare)).toEqual([null, null, null, null])
  expect(stages[2]!.barShare).toBe(1)
})
