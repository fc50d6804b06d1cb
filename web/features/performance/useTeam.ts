import { useQuery, useSubscription } from '@apollo/client/react'
import { useEffect } from 'react'
import { type Period, TeamPerformanceChangedDocument, TeamPerformanceDocument } from '../../gql/graphql.ts'
import { toastFailure } from '../../session/failureToasts.ts'

/** The metrics of every rep in the period, kept up to date by a subscription. */
export function useTeam(period: Period) {
  const { data, error, loading, refetch } = useQuery(TeamPerformanceDocument, {
    variables: { period },
    fetchPolicy: 'cache-and-network',
  })
  useSubscription(TeamPerformanceChangedDocument, {
    variables: { period },
    ignoreResults: true,
    onData: ({ client, data: { data: pushed } }) => {
      if (!pushed) return
      client.writeQuery({
        query: TeamPerformanceDocument,
        variables: { period },
        data: { teamPerformance: pushed.teamPerformanceChanged },
      })
    },
  })
  useEffect(() => {
    if (error) toastFailure(error, 'Failed to fetch data')
  }, [error])
  return {
    team: data?.teamPerformance,
    failed: Boolean(error),
    busy: loading,
    retry: () => void refetch().catch(() => undefined),
  }
}
