import { useMemo } from 'react'
import { PerformanceTrendDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import type { ReportRange } from './reportRange.ts'
import { withoutNight } from './trendPoints.ts'

/** The work of a time by hour, day or week: of a user, or of the whole team. While another time loads, the previous one. */
export function usePerformanceTrend(range: ReportRange, userId: string | null = null) {
  const { data, previousData, ...state } = useFreshQuery(PerformanceTrendDocument, { ...range, userId })
  const found = (data ?? previousData)?.performanceTrend
  return { trend: useMemo(() => found && withoutNight(found), [found]), ...state }
}
