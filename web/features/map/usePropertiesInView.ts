import type { InMemoryCache } from '@apollo/client'
import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PropertiesInViewDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { useShown } from '../../session/outbox/useOutbox.ts'
import type { ReadArea } from './unsavedNumbers.ts'
import type { MapExtent } from './MapSurface.tsx'

/** How long the map must be still before its properties are queried. */
const DEBOUNCE_MS = 150
/** Changes by others arrive in bursts; the view is refreshed at most this often. */
const THROTTLE_MS = 500
/** The area queried beyond each edge, relative to the view, so that a short pan shows properties at once. */
const MARGIN_RATIO = 0.15

const NOTHING_READ = { __typename: 'PropertyMap' as const, markers: [], clusters: [] }

const NOWHERE = { south: 0, west: 0, north: 0, east: 0 }

/**
 * The properties and clusters in view, queried when the map stops moving. The previous result stays visible while a
 * query runs and after it fails. For a rep, the properties of colleagues are marked as the team's. Changes by others refresh it within a second and call `onChanged`.
 */
export function usePropertiesInView(onChanged: () => void) {
  const { cache } = useApolloClient()
  const { viewAllProperties } = useAbilities()
  const [extent, setExtent] = useState<MapExtent>()
  const hasExtent = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onMoveEnd = useCallback((next: MapExtent) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setExtent(next), hasExtent.current ? DEBOUNCE_MS : 0)
    hasExtent.current = true
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const variables = useMemo(() => (extent ? toQueryVariables(extent) : { bounds: NOWHERE, zoom: 0 }), [extent])
  const { data, previousData, error, loading, refetch } = useQuery(PropertiesInViewDocument, {
    variables,
    skip: !extent,
    fetchPolicy: 'cache-and-network',
  })
  const refresh = useCallback(() => void refetch().catch(() => undefined), [refetch])
  const refreshThrottled = useThrottledCallback(() => {
    refresh()
    onChanged()
  }, THROTTLE_MS)
  useSubscription(PropertiesChangedDocument, { skip: !extent, onData: refreshThrottled })

  const visible = (data ?? previousData)?.propertyMap
  const withoutAnswer = useShown(NOTHING_READ)
  const { markers } = visible ?? withoutAnswer
  const [readBounds, setReadBounds] = useState(NOWHERE)
  // While another area is read, the result is still that of the area before.
  if (extent && data && !loading && readBounds !== variables.bounds) setReadBounds(variables.bounds)
  const readArea = useMemo(
    (): ReadArea | undefined => (error ? undefined : { bounds: readBounds, properties: markers }),
    [error, readBounds, markers],
  )
  // Without garbage collection, a day of panning would fill memory with properties no longer in view, and with the results
  // that were read of them.
  useEffect(() => void (cache as InMemoryCache).gc({ resetResultCache: true }), [cache, visible])
  return useMemo(
    () => ({
      properties: markers.map((marker) => ({
        ...marker,
        isTeams: !marker.mine && !viewAllProperties,
      })),
      clusters: visible?.clusters ?? [],
      isRead: visible !== undefined,
      failed: Boolean(error),
      readArea,
      extent,
      onMoveEnd,
      refresh,
    }),
    [visible, markers, viewAllProperties, error, readArea, extent, onMoveEnd, refresh],
  )
}

/** The extent with a margin, rounded to about a meter so that equal views share a cache entry. */
function toQueryVariables({ bounds, zoom }: MapExtent) {
  const latMargin = (bounds.north - bounds.south) * MARGIN_RATIO
  const lngMargin = (bounds.east - bounds.west) * MARGIN_RATIO
  const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    bounds: {
      south: Math.max(-90, roundDegrees(bounds.south - latMargin)),
      west: Math.max(-180, roundDegrees(bounds.west - lngMargin)),
      north: Math.min(90, roundDegrees(bounds.north + latMargin)),
      east: Math.min(180, roundDegrees(bounds.east + lngMargin)),
    },
    zoom: Math.round(zoom * 100) / 100,
  }
}
