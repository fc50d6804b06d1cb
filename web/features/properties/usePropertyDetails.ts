import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { PropertyDetailsDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'

/** Everything about one property, read anew; `onGone` is told when it is deleted or none of this user's any more. */
export function usePropertyDetails(id: string, onGone: () => void) {
  const { data, error, loading, refetch } = useQuery(PropertyDetailsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const isGone = !loading && (data?.property === null || (error && errorCode(error) === 'NOT_FOUND'))
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])
  return {
    property: data?.property ?? undefined,
    failed: Boolean(error) && !isGone,
    loading,
    refresh: () => void refetch().catch(() => undefined),
  }
}
