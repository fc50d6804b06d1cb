import { TenantComparisonChangedDocument, TenantComparisonDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useLoggedFailure } from '../../lib/useLoggedFailure.ts'

/** The usage of every tenant, kept up to date by a subscription. `onChange` is called after every update. */
export function useComparison(days: number, onChange: () => void) {
  // Failures are logged and show no toast; the panels show an error state (spec §8).
  const { data, error, failed, busy, retry } = useLiveQuery(
    TenantComparisonDocument,
    TenantComparisonChangedDocument,
    { days },
    ({ tenantComparisonChanged }) => ({ tenantComparison: tenantComparisonChanged }),
    onChange,
  )
  useLoggedFailure(error, 'Failed to fetch the tenant comparison')
  return { comparison: data?.tenantComparison, failed, busy, retry }
}
