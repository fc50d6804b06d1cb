import { expect, it } from 'vitest'
import type { WorkFragment } from '../../gql/graphql.ts'
import { atWorkingHours, chartPoints, type Trend, type TrendStep } from './trendPoints.ts'

const timeZone = 'America/Indiana/Indianapolis'

const work = (counts: Partial<WorkFragment> = {}): WorkFragment => ({
  doorsKnocked: 0,
  talks: 0,
  leadsCreated: 0,
  leadsConverted: 0,
  conversionRate: 0,
  cost: 0,
  ...counts,
})

const step = (day: number, current: WorkFragment | null, compared = work(), isPartial = false): TrendStep => ({
  from: `2024-02-0${day}T05:00:00Z`,
  to: `2024-02-0${day + 1}T05:00:00Z`,
  comparedFrom: `2024-01-0${day}T05:00:00Z`,
  current,
  compared,
  isPartial,
})

const skippedDays = (points: TrendStep[], metric: 'leadsCreated' | 'leadsConverted') =>
  chartPoints({ points, unit: 'DAY', timeZone }, (counts) => counts[metric])
    .filter(({ isSkipped }) => isSkipped)
    .map(({ label }) => label)

it('skips the days on which nobody knocked, now and before, unless something of the metric was counted', () => {
  const points = [
    step(1, work({ doorsKnocked: 3 })),
    step(2, work({ talks: 1 })),
    step(3, work({ leadsConverted: 2 })),
    step(4, work(), work({ doorsKnocked: 5 })),
    step(5, work(), work(), true),
    step(6, null),
  ]
  expect(skippedDays(points, 'leadsCreated')).toEqual(['Feb 2', 'Feb 3', 'Feb 6'])
  expect(skippedDays(points, 'leadsConverted')).toEqual(['Feb 2', 'Feb 6'])
})

it('shows the hours from 8 AM to 9 PM of a day, and those outside in which something was counted or which go on', () => {
  const hoursShown = (works: Record<number, Partial<TrendStep>>, changes: Partial<Trend> = {}) => {
    const points = Array.from({ length: 24 }, (_, hour) => ({
      ...step(1, work()),
      from: new Date(Date.parse('2024-02-01T05:00:00Z') + hour * 3_600_000).toISOString(),
      ...works[hour],
    }))
    const trend = atWorkingHours({ points, unit: 'HOUR', timeZone, ...changes } as Trend)
    const labels = chartPoints(trend, () => 1).map(({ label }) => label)
    return `${labels[0]} to ${labels.at(-1)}`
  }
  expect(hoursShown({})).toBe('8 AM to 8 PM')
  expect(hoursShown({ 6: { current: work({ talks: 1 }) }, 22: { compared: work({ leadsConverted: 1 }) } })).toBe(
    '6 AM to 10 PM',
  )
  expect(hoursShown({ 0: { isPartial: true } })).toBe('12 AM to 8 PM')
  expect(hoursShown({ 23: { isPartial: true } })).toBe('8 AM to 11 PM')
  expect(hoursShown({}, { unit: 'DAY' })).toBe('Feb 1 to Feb 1')
})
