import type { WorkFragment } from '../../gql/graphql.ts'
import { MIN_SAMPLE } from '../../domain/changes.ts'
import { type TrendMetric, trendMetrics } from './trendPoints.ts'

export interface FunnelStage {
  metric: TrendMetric
  count: number
  /** The count as a percentage of the stage before; null without one, and if that is fewer than ten. */
  share: number | null
  /** The count of the stage before. */
  previousCount: number
  /** The stage before: 'doors'. */
  ofPrevious: string | null
  /** The count as a share (0 to 1) of the doors. */
  barShare: number
  /** The same of the compared time, on the same scale; null for doors without a comparison. */
  markShare: number | null
  /** The change since the compared time: percent for doors, points of the share for the others; null if one of both counts fewer than ten. */
  change: number | null
  changeUnit: 'percent' | 'points'
}

/** The stages from doors to completed leads. */
export function funnelStages(current: WorkFragment, compared: WorkFragment): FunnelStage[] {
  const doors = Math.max(1, current.doorsKnocked)
  return trendMetrics.map(({ value: metric }, index) => {
    const previous = trendMetrics[index - 1]
    const shareOf = (work: WorkFragment) =>
      previous && work[previous.value] >= MIN_SAMPLE ? (100 * work[metric]) / work[previous.value] : null
    const [share, shareBefore] = [shareOf(current), shareOf(compared)]
    const before = compared[metric]
    const percent = Math.min(before, current[metric]) >= MIN_SAMPLE ? (100 * (current[metric] - before)) / before : null
    return {
      metric,
      count: current[metric],
      share,
      previousCount: previous ? current[previous.value] : 0,
      ofPrevious: previous ? previous.label.toLowerCase() : null,
      barShare: Math.min(1, current[metric] / doors),
      markShare: compared.doorsKnocked > 0 ? Math.min(1, before / doors) : null,
      change: previous ? (share !== null && shareBefore !== null ? share - shareBefore : null) : percent,
      changeUnit: previous ? 'points' : 'percent',
    }
  })
}
