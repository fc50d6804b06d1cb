import { expect, it } from 'vitest'
import type { WorkFragment } from '../../gql/graphql.ts'
import { chartPoints, type Trend, type TrendStep, withoutNight } from './trendPoints.ts'

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

it('shows the hours from 8 AM to 9 PM of a day, and those in which somebody worked', () => {
  const midnight = Date.parse('2024-02-06T05:00:00Z')
  const at = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString()
  const hours = (worked: Record<number, Partial<WorkFragment>>, partial = -1) =>
    Array.from({ length: 24 }, (_, hour) => ({
      ...step(1, work(worked[hour]), work(), hour === partial),
      ...{ from: at(hour), to: at(hour + 1) },
    }))
  const shown = (points: TrendStep[], unit: Trend['unit'] = 'HOUR') => {
    const { points: kept } = withoutNight({ points, unit, timeZone } as Trend)
    return [kept[0]!.from, kept.at(-1)!.to]
  }
  expect(shown(hours({}))).toEqual([at(8), at(21)])
  expect(shown(hours({ 6: { doorsKnocked: 1 }, 21: { talks: 1 } }))).toEqual([at(6), at(22)])
  expect(shown(hours({}, 23))).toEqual([at(8), at(24)])
  expect(shown(hours({}), 'DAY')).toEqual([at(0), at(24)])
})
