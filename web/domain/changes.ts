import { formatMoney } from '../lib/money.ts'
import { formatCount, formatDecimal, formatRate } from '../lib/numbers.ts'
import type { StatChange } from '../ui/StatStrip.tsx'

/** A rate of fewer says nothing yet: their numbers are shown instead, and it is compared with nothing. */
export const MIN_SAMPLE = 10

/** '9.2% vs last week'; without a previous value the current one, or `withoutPrevious`. */
export function percentChange(
  current: number,
  previous: number,
  period: string,
  withoutPrevious = { text: formatCount(current), comparison: `more than ${period}` },
): StatChange {
  if (previous <= 0) return { delta: current, ...withoutPrevious }
  const percent = (100 * (current - previous)) / previous
  return { delta: roundToTenth(percent), text: formatRate(Math.abs(percent)), comparison: `vs ${period}` }
}

/** '9.2% vs October' for an amount of money; without one before, '$1.20 vs October'. */
export function moneyChange(current: number, previous: number, period: string): StatChange {
  const [cents, previousCents] = [Math.round(100 * current), Math.round(100 * previous)]
  const withoutPrevious = { text: formatMoney(cents / 100), comparison: `vs ${period}` }
  return percentChange(cents / 100, previousCents / 100, period, withoutPrevious)
}

/** '1.3 pts vs last week', for two rates in percent. */
export function pointChange(current: number, previous: number, period: string): StatChange {
  const points = current - previous
  return { delta: roundToTenth(points), text: `${formatDecimal(Math.abs(points))} pts`, comparison: `vs ${period}` }
}

/** '12 new', for a count of which more is better. */
export const changeOfCount = (delta: number, comparison: string): StatChange => ({
  delta,
  text: formatCount(Math.abs(delta)),
  comparison,
  riseIs: 'good',
})

/** A difference that is shown as 0.0 counts as unchanged. */
const roundToTenth = (difference: number): number => Math.round(difference * 10) / 10
