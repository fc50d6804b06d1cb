import { useFragment, useLazyQuery, useQuery } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import {
  MapPropertyDocument,
  MapPropertyFragmentDoc,
  PropertiesAtDocument,
  PropertyOutlineDocument,
} from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { pendingProperties } from '../../session/outbox/outboxItems.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'
import type { Point } from '../../lib/distance.ts'

interface PropertyEvents {
  /** Called when another user deletes the property or this user loses access to it. */
  onGone?: () => void
  /** Called after every attempt that fails while nothing is cached. */
  onFailed?: (error: unknown) => void
}

/**
 * A saved property with its knocks. Cached data is returned at once and refetched; it also
 * serves when the refetch fails, as without a connection, whichever query has read it. Undefined for a property that is
 * only in the outbox.
 */
export function useProperty(savedId: string | undefined, { onGone, onFailed }: PropertyEvents = {}) {
  const { items } = useOutboxState()
  const isUnsent = pendingProperties(items).some((property) => property.id === savedId)
  const id = isUnsent ? undefined : savedId
  const { data, error, loading, refetch } = useQuery(MapPropertyDocument, {
    variables: { id: id ?? '' },
    skip: !id,
    fetchPolicy: 'cache-and-network',
  })
  const isGone = Boolean(id) && !loading && (data?.property === null || (error && errorCode(error) === 'NOT_FOUND'))
  useEffect(() => {
    if (isGone) onGone?.()
  }, [isGone, onGone])
  const cached = useFragment({
    fragment: MapPropertyFragmentDoc,
    fragmentName: 'MapProperty',
    from: id ? { __typename: 'Property', id } : null,
  })
  const fromCache = cached.dataState === 'complete' && !isGone ? cached.data : undefined
  const property = !id ? undefined : data?.property?.id === id ? data.property : fromCache
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
/** About a meter, so that the outermost properties are inside. */
const MARGIN_DEGREES = 0.00001

/**
 * Reads the details of the properties in view, as far as the user may see them, so that they open at once and without a
 * connection too.
 */
export function useReadInView(markers: readonly (Point & { id: string })[]): void {
  const [read] = useLazyQuery(PropertiesAtDocument, { fetchPolicy: 'network-only' })
  const ids = markers.map(({ id }) => id).join()
  useEffect(() => {
    if (markers.length === 0 || markers.length > MAX_READ_IN_ADVANCE) return
    const [lats, lngs] = [markers.map(({ lat }) => lat), markers.map(({ lng }) => lng)]
    const bounds = {
      west: Math.min(...lngs) - MARGIN_DEGREES,
      south: Math.min(...lats) - MARGIN_DEGREES,
      east: Math.max(...lngs) + MARGIN_DEGREES,
      north: Math.max(...lats) + MARGIN_DEGREES,
    }
    void read({ variables: { bounds } }).catch(() => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the markers are new objects after every refetch
  }, [ids, read])
}
