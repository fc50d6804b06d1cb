import { type Period, RepSummaryDocument, type RepSummaryQuery } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'

export type RepSummary = RepSummaryQuery['repSummary']

/** The page of a rep. While another period loads, the previous one. */
export function useRepSummary(userId: string, period: Period) {
  const { data, previousData, ...state } = useFreshQuery(RepSummaryDocument, { userId, period })
  const previous = previousData?.repSummary.user.id === userId ? previousData : undefined
  return { summary: (data ?? previous)?.repSummary, ...state }
}
