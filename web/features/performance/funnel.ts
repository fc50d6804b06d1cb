import type { WorkFragment } from '../../gql/graphql.ts'
import { type TrendMetric, trendMetrics } from './trendPoints.ts'

export interface FunnelStage {
  metric: TrendMetric
  count: number
  /** The count as a percentage of the stage before; null without one. */
  share: number | null
  /** The stage before: 'doors'. */
  ofPrevious: string | null
  /** The count as a share (0 to 1) of the doors. */
  barShare: number
  /** The same of the compared time, on the same scale; null for doors without a comparison. */
  markShare: number | null
  /** The change since the compared time: percent for doors, points of the share for the others; null without a comparison. */
  change: number | null
  changeUnit: 'percent' | 'points'
}

/** The stages from doors to completed leads. */
export function funnelStages(current: WorkFragment, compared: WorkFragment): FunnelStage[] {
  const doors = Math.max(1, current.doorsKnocked)
  return trendMetrics.map(({ value: metric }, index) => {
    const previous = trendMetrics[index - 1]
    const shareOf = (work: WorkFragment) =>
      previous && work[previous.value] > 0 ? (100 * work[metric]) / work[previous.value] : null
    const [share, shareBefore] = [shareOf(current), shareOf(compared)]
    const before = compared[metric]
    const percent = before > 0 ? (100 * (current[metric] - before)) / before : null
    return {
      metric,
      count: current[metric],
      share,
      ofPrevious: previous ? previous.label.toLowerCase() : null,
      barShare: Math.min(1, current[metric] / doors),
      markShare: compared.doorsKnocked > 0 ? Math.min(1, before / doors) : null,
      change: previous ? (share !== null && shareBefore !== null ? share - shareBefore : null) : percent,
      changeUnit: previous ? 'points' : 'percent',
    }
  })
}
