import { useQuery } from '@apollo/client/react'
import { type Period, RepSummaryDocument, type RepSummaryQuery } from '../../gql/graphql.ts'

export type RepSummary = RepSummaryQuery['repSummary']

/** The page of a rep. While another period loads, the previous one. */
export function useRepSummary(userId: string, period: Period) {
  const { data, previousData, error, loading, refetch } = useQuery(RepSummaryDocument, {
    variables: { userId, period },
    fetchPolicy: 'cache-and-network',
  })
  const previous = previousData?.repSummary.user.id === userId ? previousData : undefined
  return {
    summary: (data ?? previous)?.repSummary,
    error,
    busy: loading,
    retry: () => void refetch().catch(() => undefined),
  }
}
