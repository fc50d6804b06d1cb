import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import { HouseDocument, HouseOutlineDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'

/**
 * A saved house with its door history; what is known already shows at once and is read again. `onGone` is told when
 * another user deleted it, or it is none of this user's any more.
 */
export function useHouse(id: string | undefined, onGone?: () => void) {
  const { data, error, loading, refetch } = useQuery(HouseDocument, {
    variables: { id: id ?? '' },
    skip: !id,
    fetchPolicy: 'cache-and-network',
  })
  const gone = Boolean(id) && !loading && (data?.property === null || (error && errorCode(error) === 'NOT_FOUND'))
  useEffect(() => {
    if (gone) onGone?.()
  }, [gone, onGone])
  const house = id && data?.property?.id === id ? data.property : undefined
  const reread = useCallback(() => {
    if (id) void refetch().catch(() => undefined)
  }, [id, refetch])
  return { house, reread }
}

/** The edge of a saved house's parcel, where the records give it; read by itself, so that the house need not wait. */
export function useHouseOutline(id: string | undefined) {
  const { data } = useQuery(HouseOutlineDocument, { variables: { id: id ?? '' }, skip: !id })
  return data?.property?.id === id ? data?.property?.outline : undefined
}
