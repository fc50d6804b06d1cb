import { type Period, TeamPerformanceChangedDocument, TeamPerformanceDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useFailureToast } from '../../session/failureToasts.ts'

/** The metrics of every rep in the period, kept up to date by a subscription. */
export function useTeam(period: Period) {
  const { data, error, failed, busy, retry } = useLiveQuery(
    TeamPerformanceDocument,
    TeamPerformanceChangedDocument,
    { period },
    ({ teamPerformanceChanged }) => ({ teamPerformance: teamPerformanceChanged }),
  )
  useFailureToast(error, 'Failed to fetch data')
  return { team: data?.teamPerformance, failed, busy, retry }
}
