import { type Period, UsageChangedDocument, UsageSummaryDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'

/** The usage and cost of the period, kept up to date by a subscription. `onChange` is called after every update. */
export function useUsage(period: Period, onChange: () => void) {
  const { data, failed, busy, retry } = useLiveQuery(
    UsageSummaryDocument,
    UsageChangedDocument,
    { period },
    ({ usageChanged }) => ({ usageSummary: usageChanged }),
    onChange,
  )
  return { usage: data?.usageSummary, failed, busy, retry }
}
