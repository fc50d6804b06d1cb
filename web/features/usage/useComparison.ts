import { useQuery, useSubscription } from '@apollo/client/react'
import { TenantComparisonChangedDocument, TenantComparisonDocument } from '../../gql/graphql.ts'

/** What every tenant used, as it is at this moment; `onChange` is told of every change. */
export function useComparison(days: number, onChange: () => void) {
  // A failure is only logged, by the browser itself: the panels say so in their place (spec §8).
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
