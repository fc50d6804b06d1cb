import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'

/**
 * A query that a subscription keeps up to date. `toData` returns the new result from a push, which contains the whole
 * result and not a difference. `onChange` is called after every update.
 */
export function useLiveQuery<Data, Pushed, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  subscription: TypedDocumentNode<Pushed, Variables>,
  variables: Variables,
  toData: (pushed: Pushed) => Data,
  onChange?: () => void,
) {
  const options = { variables, fetchPolicy: 'cache-and-network' as const }
  const { data, error, loading, refetch } = useQuery<Data, OperationVariables>(query, options)
  useSubscription<Pushed, OperationVariables>(subscription, {
    variables,
    ignoreResults: true,
    onData: ({ client, data: { data: pushed } }) => {
      if (!pushed) return
      client.writeQuery<Data, OperationVariables>({ query, variables, data: toData(pushed as Pushed) })
      onChange?.()
    },
  })
  return { data, error, failed: Boolean(error), busy: loading, retry: () => void refetch().catch(() => undefined) }
}
