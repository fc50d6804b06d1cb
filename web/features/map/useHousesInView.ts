import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { HousesInViewDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useGathered } from '../../lib/useGathered.ts'
import type { MapExtent } from './MapSurface.tsx'

/** How long the map must rest before its houses are asked for again. */
const REST = 150
/** Changes by others come in crowds; the view is read again at most this often. */
const GATHER = 500
/** How far past the edges is asked for, so that a short pan shows houses at once. */
const MARGIN = 0.15

/**
 * The houses and clusters in view, asked for when the map has come to rest. What was seen last stays visible until the
 * answer is there, and after a failure; changes by others are read within a second, and `onChanged` is told of them.
 */
export function useHousesInView(onChanged: () => void) {
  const { cache } = useApolloClient()
  const [extent, setExtent] = useState<MapExtent>()
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const moved = useCallback((next: MapExtent) => {
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setExtent(next), REST)
  }, [])
  useEffect(() => () => clearTimeout(rest.current), [])

  const { data, previousData, error, refetch } = useQuery(HousesInViewDocument, {
    variables: extent ? wider(extent) : { bounds: { south: 0, west: 0, north: 0, east: 0 }, zoom: 0 },
    skip: !extent,
    fetchPolicy: 'cache-and-network',
  })
  const reread = useCallback(() => void refetch().catch(() => undefined), [refetch])
  const changed = useGathered(() => {
    reread()
    onChanged()
  }, GATHER)
  useSubscription(PropertiesChangedDocument, { skip: !extent, onData: changed })

  const seen = (data ?? previousData)?.propertyMap
  // A day of panning would fill the memory with houses that were passed by.
  useEffect(() => void cache.gc(), [cache, seen])
  return useMemo(
    () => ({
      houses: seen?.markers ?? [],
      clusters: seen?.clusters ?? [],
      failed: Boolean(error),
      extent,
      moved,
      reread,
    }),
    [seen, error, extent, moved, reread],
  )
}

/** The extent with a margin, rounded to about a metre so that the same view is the same question. */
function wider({ bounds, zoom }: MapExtent) {
  const high = (bounds.north - bounds.south) * MARGIN
  const wide = (bounds.east - bounds.west) * MARGIN
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    bounds: {
      south: Math.max(-90, round(bounds.south - high)),
      west: Math.max(-180, round(bounds.west - wide)),
      north: Math.min(90, round(bounds.north + high)),
      east: Math.min(180, round(bounds.east + wide)),
    },
    zoom: Math.round(zoom * 100) / 100,
  }
}
