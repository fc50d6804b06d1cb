import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import { errorCode } from './errors.ts'

/** Returns the cached result of a query and reads it again. `previousData` is the result for the previous variables. With `skip` nothing is read. */
export function useFreshQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  skip = false,
) {
  const options = { variables, skip, fetchPolicy: 'cache-and-network' as const }
  const { data, previousData, error, loading, refetch } = useQuery<Data, OperationVariables>(query, options)
  // `error` has the reason of a failure.
  const retry = useCallback(() => void refetch().catch(() => undefined), [refetch])
  return { data, previousData, error, failed: Boolean(error), busy: loading, retry }
}

/** Whether a record that a query has read is gone, or no longer visible to the user. Calls `onGone` then. */
export function useGone(
  { error, busy }: { error?: unknown; busy: boolean },
  record: object | null | undefined,
  onGone?: () => void,
): boolean {
  const isGone = !busy && (record === null || (error !== undefined && errorCode(error) === 'NOT_FOUND'))
  useEffect(() => {
    if (isGone) onGone?.()
  }, [isGone, onGone])
  return isGone
}
