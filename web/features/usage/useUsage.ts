import { UsageChangedDocument, UsageSummaryDocument, type UsageSummaryQueryVariables } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'

/** The usage and cost of a time, kept up to date by a subscription. `onChange` is called after every update. */
export function useUsage(time: UsageSummaryQueryVariables, onChange: () => void) {
  const { data, failed, busy, retry } = useLiveQuery(
    UsageSummaryDocument,
    UsageChangedDocument,
    time,
    ({ usageChanged }) => ({ usageSummary: usageChanged }),
    onChange,
  )
  return { usage: data?.usageSummary, failed, busy, retry }
}
