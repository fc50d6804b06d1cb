import { useQuery, useSubscription } from '@apollo/client/react'
import { type Period, UsageChangedDocument, UsageSummaryDocument } from '../../gql/graphql.ts'

/** The usage and cost of the period, kept up to date by a subscription. `onChange` is called after every update. */
export function useUsage(period: Period, onChange: () => void) {
  const { data, error, loading, refetch } = useQuery(UsageSummaryDocument, {
    variables: { period },
    fetchPolicy: 'cache-and-network',
  })
  useSubscription(UsageChangedDocument, {
    variables: { period },
    ignoreResults: true,
    onData: ({ client, data: { data: pushed } }) => {
      if (!pushed) return
      client.writeQuery({
        query: UsageSummaryDocument,
        variables: { period },
        data: { usageSummary: pushed.usageChanged },
      })
      onChange()
    },
  })
  return {
    usage: data?.usageSummary,
    failed: Boolean(error),
    busy: loading,
    retry: () => void refetch().catch(() => undefined),
  }
}
