import type { InMemoryCache } from '@apollo/client'
import { useApolloClient, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PropertiesInViewDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { type Bounds, contains } from '../../lib/distance.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { useOthersChanges } from '../../session/outbox/useOthersChanges.ts'
import { useShown } from '../../session/outbox/useOutbox.ts'
import { PROPERTY_ZOOM } from './openingView.ts'
import type { ReadArea } from './unsavedNumbers.ts'
import type { MapExtent } from './MapSurface.tsx'

/** How long the map must be still before its properties are queried. */
const DEBOUNCE_MS = 150
/** Changes by others arrive in bursts; the view is refreshed at most this often. */
const THROTTLE_MS = 500
/** The area beyond each edge whose properties are shown, relative to the view, so that a short pan shows properties at once. */
const MARGIN_RATIO = 0.15
/** The area beyond each edge that a phone queries where houses can be told apart, so that a step to the next door needs no query. */
const WALK_MARGIN_RATIO = 0.4

const NOTHING_READ = { __typename: 'PropertyMap' as const, markers: [], clusters: [] }

const NOWHERE = { bounds: { south: 0, west: 0, north: 0, east: 0 }, zoom: 0 }

/**
 * The properties and clusters in view, queried when the map has moved out of the area that was read and stops. The previous result stays
 * visible while a query runs and after it fails. `around` has the properties of the whole area that was read. For a rep, the properties of
 * colleagues are marked as the team's. Changes by others refresh it within a second and are counted as `changes`; knocks of this device are
 * not, because the overlay shows them.
 */
export function usePropertiesInView() {
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

  const [read, setRead] = useState({ variables: NOWHERE, isWhole: false })
  const phone = useIsPhone()
  const wanted = useMemo(() => (extent ? toQueryVariables(extent, phone) : NOWHERE), [extent, phone])
  const variables = extent && read.isWhole && isWithin(extent, read.variables) ? read.variables : wanted
  const area = useFreshQuery(PropertiesInViewDocument, variables, !extent)
  const { data, previousData, error, failed, busy, retry: refresh } = area
  const [changes, setChanges] = useState(0)
  const refreshThrottled = useThrottledCallback(() => {
    refresh()
    setChanges((count) => count + 1)
  }, THROTTLE_MS)
  const noteChanges = useOthersChanges(refreshThrottled)
  useSubscription(PropertiesChangedDocument, {
    skip: !extent,
    onData: (options) => noteChanges(options.data.data?.propertiesChanged.positions ?? []),
  })

  const visible = (data ?? previousData)?.propertyMap
  const withoutAnswer = useShown(NOTHING_READ)
  const { markers } = visible ?? withoutAnswer
  // While another area is read, the result is still that of the area before.
  if (extent && data && !busy && read.variables !== variables)
    setRead({ variables, isWhole: data.propertyMap.clusters.length === 0 })
  const { bounds } = read.variables
  const readArea = useMemo(
    (): ReadArea | undefined => (error ? undefined : { bounds, properties: markers }),
    [error, bounds, markers],
  )
  // Without garbage collection, a day of panning would fill memory with properties no longer in view, and with the results
  // that were read of them.
  useEffect(() => void (cache as InMemoryCache).gc({ resetResultCache: true }), [cache, visible])
  return useMemo(() => {
    const around = markers.map((marker) => ({ ...marker, isTeams: !marker.mine && !viewAllProperties }))
    const shown = extent && growBounds(extent.bounds, MARGIN_RATIO)
    return {
      properties: around.filter((marker) => !shown || contains(shown, marker)),
      around,
      changes,
      clusters: visible?.clusters ?? [],
      isRead: visible !== undefined,
      failed,
      readArea,
      extent,
      onMoveEnd,
      refresh,
    }
  }, [visible, changes, markers, viewAllProperties, failed, readArea, extent, onMoveEnd, refresh])
}

/** The extent with a margin, rounded to about a meter so that equal views share a cache entry. */
function toQueryVariables({ bounds, zoom }: MapExtent, phone: boolean) {
  const isWalk = phone && zoom >= PROPERTY_ZOOM
  const { south, west, north, east } = growBounds(bounds, isWalk ? WALK_MARGIN_RATIO : MARGIN_RATIO)
  const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    bounds: {
      south: Math.max(-90, roundDegrees(south)),
      west: Math.max(-180, roundDegrees(west)),
      north: Math.min(90, roundDegrees(north)),
      east: Math.min(180, roundDegrees(east)),
    },
    zoom: Math.round(zoom * 100) / 100,
  }
}

function growBounds({ south, west, north, east }: Bounds, ratio: number): Bounds {
  const [lat, lng] = [(north - south) * ratio, (east - west) * ratio]
  return { south: south - lat, west: west - lng, north: north + lat, east: east + lng }
}

/** Whether an area that was read where houses can be told apart has the whole view. */
const isWithin = ({ bounds, zoom }: MapExtent, read: { bounds: Bounds; zoom: number }): boolean =>
  Math.min(zoom, read.zoom) >= PROPERTY_ZOOM &&
  contains(read.bounds, { lat: bounds.south, lng: bounds.west }) &&
  contains(read.bounds, { lat: bounds.north, lng: bounds.east })
