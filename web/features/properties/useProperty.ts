import { useFragment, useLazyQuery } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
import { MapPropertyDocument, MapPropertyFragmentDoc, PropertiesAtDocument } from '../../gql/graphql.ts'
import { useFreshQuery, useGone } from '../../lib/freshQuery.ts'
import { pendingProperties } from '../../session/outbox/outboxItems.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'
import type { Point } from '../../lib/distance.ts'

interface PropertyOptions {
  /** Whether another query has just read the details. Then the cached details are used and not read again. */
  isFresh?: boolean
  /** Called after it was read. */
  onRead?: (id: string) => void
  /** Called when another user deletes the property or this user loses access to it. */
  onGone?: () => void
  /** Called after every attempt that fails while nothing is cached. */
  onFailed?: (error: unknown) => void
}

/**
 * A saved property with its knocks. Cached data is returned at once and refetched, unless it is fresh; it also
 * serves when the refetch fails, as without a connection, whichever query has read it. Undefined for a property that is
 * only in the outbox.
 */
export function useProperty(
  savedId: string | undefined,
  { isFresh = false, onRead, onGone, onFailed }: PropertyOptions = {},
) {
  const { items } = useOutboxState()
  const isUnsent = pendingProperties(items).some((property) => property.id === savedId)
  const id = isUnsent ? undefined : savedId
  const cached = useFragment({
    fragment: MapPropertyFragmentDoc,
    fragmentName: 'MapProperty',
    from: id ? { __typename: 'Property', id } : null,
  })
  const isCached = isFresh && cached.dataState === 'complete'
  const query = useFreshQuery(MapPropertyDocument, { id: id ?? '' }, !id || isCached)
  const { data, error, busy, retry } = query
  const isGone = useGone(query, id ? data?.property : undefined, onGone)
  const isRead = !busy && !error && data?.property?.id === id
  useEffect(() => {
    if (id && isRead) onRead?.(id)
  }, [id, isRead, onRead])
  const fromCache = cached.dataState === 'complete' && !isGone ? cached.data : undefined
  const property = !id ? undefined : data?.property?.id === id ? data.property : fromCache
  const failed = id && !busy && !isGone && !property ? error : undefined
  useEffect(() => {
    if (failed) onFailed?.(failed)
  }, [failed, onFailed])
  const refresh = useCallback(() => {
    if (id) retry()
  }, [id, retry])
  return { property, refresh }
}

/** More properties than this are not read in advance. */
export const MAX_READ_IN_ADVANCE = 60
/** About a meter, so that the outermost properties are inside. */
const MARGIN_DEGREES = 0.00001

/**
 * Reads the details of these properties, as far as the user may see them, so that they open at once and without a
 * connection too. `isFresh` tells whether a property has been read since the last of the `changes`, which are counted, here or where
 * `noteRead` was called.
 */
export function useReadInView(markers: readonly (Point & { id: string })[], changes: number) {
  const [read] = useLazyQuery(PropertiesAtDocument, { fetchPolicy: 'network-only' })
  const [inView, setInView] = useState({ ids: NONE, changes })
  const [noted, setNoted] = useState({ ids: NONE, changes })
  const noteRead = useCallback(
    (id: string) =>
      setNoted((before) => ({ ids: new Set(before.changes === changes ? before.ids : NONE).add(id), changes })),
    [changes],
  )
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
    read({ variables: { bounds } }).then(
      ({ data }) => data && setInView({ ids: new Set(data.properties.edges.map(({ node }) => node.id)), changes }),
      () => undefined,
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the markers are new objects after every refetch
  }, [ids, read])
  const isFresh = (id: string | undefined) =>
    [inView, noted].some((read) => read.changes === changes && read.ids.has(id ?? ''))
  return { isFresh, noteRead }
}

const NONE: ReadonlySet<string> = new Set()
