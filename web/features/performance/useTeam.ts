import { TeamPerformanceChangedDocument, TeamPerformanceDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import type { ReportRange } from './reportRange.ts'

/** The metrics of every rep in the period or on the given days, kept up to date by a subscription. */
export function useTeam(range: ReportRange) {
  const { data, error, failed, busy, retry } = useLiveQuery(
    TeamPerformanceDocument,
    TeamPerformanceChangedDocument,
    range,
    ({ teamPerformanceChanged }) => ({ teamPerformance: teamPerformanceChanged }),
  )
  useFailureToast(error, 'Failed to fetch data')
  return { team: data?.teamPerformance, failed, busy, retry }
}
