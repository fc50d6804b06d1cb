import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import { HouseDocument, HouseOutlineDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'

/** What is told of a house that was chosen. */
interface PropertyEvents {
  /** Another user deleted it, or it is none of this user's any more. */
  onGone?: () => void
  /** It could not be read, and nothing was known of it: told after every attempt. */
  onFailed?: (error: unknown) => void
}

/** A saved house with its door history; what is known already shows at once and is read again. */
export function useProperty(id: string | undefined, { onGone, onFailed }: PropertyEvents = {}) {
  const { data, error, loading, refetch } = useQuery(HouseDocument, {
    variables: { id: id ?? '' },
    skip: !id,
    fetchPolicy: 'cache-and-network',
  })
  const isGone = Boolean(id) && !loading && (data?.property === null || (error && errorCode(error) === 'NOT_FOUND'))
  useEffect(() => {
    if (isGone) onGone?.()
  }, [isGone, onGone])
  const property = id && data?.property?.id === id ? data.property : undefined
  const failed = id && !loading && !isGone && !property ? error : undefined
  useEffect(() => {
    if (failed) onFailed?.(failed)
  }, [failed, onFailed])
  const refresh = useCallback(() => {
    if (id) void refetch().catch(() => undefined)
  }, [id, refetch])
  return { house: property, reread: refresh }
}

/** The edge of a saved house's parcel, where the records give it; read by itself, so that the house need not wait. */
export function usePropertyOutline(id: string | undefined) {
  const { data } = useQuery(HouseOutlineDocument, { variables: { id: id ?? '' }, skip: !id })
  return data?.property?.id === id ? data?.property?.outline : undefined
}
