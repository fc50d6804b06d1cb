import { useQuery, useSubscription } from '@apollo/client/react'
import { TenantComparisonChangedDocument, TenantComparisonDocument } from '../../gql/graphql.ts'

/** The usage of every tenant, kept up to date by a subscription. `onChange` is called after every update. */
export function useComparison(days: number, onChange: () => void) {
  // Failures show no toast; the panels show an error state (spec §8).
  const { data, error, loading, refetch } = useQuery(TenantComparisonDocument, {
    variables: { days },
    fetchPolicy: 'cache-and-network',
  })
  useSubscription(TenantComparisonChangedDocument, {
    variables: { days },
    ignoreResults: true,
    onData: ({ client, data: { data: pushed } }) => {
      if (!pushed) return
      client.writeQuery({
        query: TenantComparisonDocument,
        variables: { days },
        data: { tenantComparison: pushed.tenantComparisonChanged },
      })
      onChange()
    },
  })
  return {
    comparison: data?.tenantComparison,
    failed: Boolean(error),
    busy: loading,
    retry: () => void refetch().catch(() => undefined),
  }
}
