import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient, useSubscription } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useFreshQuery } from './freshQuery.ts'

/**
 * A query that a subscription keeps up to date. `toData` returns the new result from a push, which contains the whole
 * result and not a difference. `onChange` is called after every update. With `skip` nothing is read.
 */
export function useLiveQuery<Data, Pushed, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  subscription: TypedDocumentNode<Pushed, Variables>,
  variables: Variables,
  toData: (pushed: Pushed) => Data,
  onChange?: () => void,
  skip = false,
) {
  const client = useApolloClient()
  const { data, error, failed, busy, retry } = useFreshQuery(query, variables, skip)
  const key = JSON.stringify(variables)
  const pushedMeanwhile = useRef<{ key: string; write: () => void } | null>(null)
  useSubscription<Pushed, OperationVariables>(subscription, {
    variables,
    skip,
    ignoreResults: true,
    onData: ({ data: { data: pushed } }) => {
      if (!pushed) return
      const write = () =>
        client.writeQuery<Data, OperationVariables>({ query, variables, data: toData(pushed as Pushed) })
      write()
      if (busy) pushedMeanwhile.current = { key, write }
      onChange?.()
    },
  })
  // The answer to the query may be older than a push that came while it was under way.
  useEffect(() => {
    if (busy) return
    if (pushedMeanwhile.current?.key === key) pushedMeanwhile.current.write()
    pushedMeanwhile.current = null
  }, [key, busy])
  return { data, error, failed, busy, retry }
}
