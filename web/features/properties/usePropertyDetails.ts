import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { PropertyDetailsDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'

/** Everything about one property, refetched. `onGone` is called when it is deleted or the user loses access to it. */
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
