import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useRef } from 'react'
import { type Period, TeamPerformanceDocument, TotalsDocument } from '../../gql/graphql.ts'
import { toastError } from '../../lib/toasts.ts'

/** The table follows the board no faster than this: one knock must not have the whole team read again. */
const REREAD_EVERY = 5000

/** The team's figures of a period and the totals; `reread` has them fetched again soon, and is cheap to call often. */
export function useTeamFigures(period: Period) {
  const team = useQuery(TeamPerformanceDocument, { variables: { period }, fetchPolicy: 'cache-and-network' })
  const totals = useQuery(TotalsDocument, { fetchPolicy: 'cache-and-network' })
  const failed = Boolean(team.error ?? totals.error)
  useEffect(() => {
    if (failed) toastError('Failed to fetch data', { id: 'team-figures' })
  }, [failed])

  const { refetch: refetchTeam } = team
  const { refetch: refetchTotals } = totals
  const refetch = useCallback(() => {
    refetchTeam().catch(() => undefined)
    refetchTotals().catch(() => undefined)
  }, [refetchTeam, refetchTotals])

  const due = useRef<ReturnType<typeof setTimeout> | null>(null)
  const reread = useCallback(() => {
    due.current ??= setTimeout(() => {
      due.current = null
      refetch()
    }, REREAD_EVERY)
  }, [refetch])
  useEffect(
    () => () => {
      if (due.current) clearTimeout(due.current)
      due.current = null
    },
    [refetch],
  )

  return {
    members: team.data?.teamPerformance.teamMembers,
    range: team.data?.teamPerformance,
    totals: totals.data?.totals,
    failed,
    busy: team.loading || totals.loading,
    refetch,
    reread,
  }
}
