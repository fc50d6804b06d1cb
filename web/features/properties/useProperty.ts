import { useLazyQuery, useQuery } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import { MapPropertyDocument, PropertiesAtDocument, PropertyOutlineDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'

interface PropertyEvents {
  /** Called when another user deletes the property or this user loses access to it. */
  onGone?: () => void
  /** Called after every attempt that fails while nothing is cached. */
  onFailed?: (error: unknown) => void
}

/** A saved property with its knocks. Cached data is returned at once and refetched. */
export function useProperty(id: string | undefined, { onGone, onFailed }: PropertyEvents = {}) {
  const { data, error, loading, refetch } = useQuery(MapPropertyDocument, {
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
  return { property, refresh }
}

/** The parcel outline of a saved property. A separate query, so that the slower outline does not delay the property. */
export function usePropertyOutline(id: string | undefined) {
  const { data } = useQuery(PropertyOutlineDocument, { variables: { id: id ?? '' }, skip: !id })
  return data?.property?.id === id ? data?.property?.outline : undefined
}

/** More properties than this are not read in advance. */
const MAX_READ_IN_ADVANCE = 60

/**
 * Reads the details of the properties in view, as far as the user may see them, so that they open at once and without a
 * connection too.
 */
export function useReadInView(markers: readonly { id: string; lat: number; lng: number }[]): void {
  const [read] = useLazyQuery(PropertiesAtDocument, { fetchPolicy: 'network-only' })
  const ids = markers.map(({ id }) => id).join()
  useEffect(() => {
    if (markers.length === 0 || markers.length > MAX_READ_IN_ADVANCE) return
    const [lats, lngs] = [markers.map(({ lat }) => lat), markers.map(({ lng }) => lng)]
    const bounds = {
      west: Math.min(...lngs),
      south: Math.min(...lats),
      east: Math.max(...lngs),
      north: Math.max(...lats),
    }
    void read({ variables: { bounds } }).catch(() => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the markers are new objects after every refetch
  }, [ids, read])
}
