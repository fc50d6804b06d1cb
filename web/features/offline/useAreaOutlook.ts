import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { PROPERTY_MARKERS_ZOOM } from '../../domain/basemapTiles.ts'
import { AreaOutlookDocument } from '../../gql/graphql.ts'
import { type Bounds, contains } from './areaBounds.ts'
import { estimateBytes } from './areaSize.ts'
import { countNumbers } from './basemapNumbers.ts'

/** What is known of an area before it is saved. */
export interface AreaOutlook {
  bounds: Bounds
  bytes: number
  /** Saved houses; those of colleagues included. */
  properties: number
  /** All houses; undefined for a large area. */
  houses: number | undefined
  /** The neighborhood of one of the properties, as a first name. */
  neighborhood: string | undefined
}

/** The outlook of an area. The previous one stays until the next is known; `failed` without a connection. */
export function useAreaOutlook(bounds: Bounds, hasTiles: boolean): { outlook?: AreaOutlook; failed: boolean } {
  const client = useApolloClient()
  const [outlook, setOutlook] = useState<AreaOutlook>()
  const [failedBounds, setFailedBounds] = useState<Bounds>()
  useEffect(() => {
    const ends = new AbortController()
    const read = async () => {
      const variables = { bounds, zoom: PROPERTY_MARKERS_ZOOM }
      const { data } = await client.query({ query: AreaOutlookDocument, variables, fetchPolicy: 'no-cache' })
      const { total, markers, clusters } = data!.propertyMap
      // Clusters are those of whole squares, also beyond the edge.
      const properties = clusters.length > 0 ? total : markers.filter((at) => contains(bounds, at)).length
      const houses = hasTiles ? await countNumbers(bounds, ends.signal) : undefined
      const bytes = await estimateBytes(bounds, { properties, houses: houses ?? 0, hasTiles }, ends.signal)
      const neighborhood = data!.properties.edges[0]?.node.neighborhood ?? undefined
      if (!ends.signal.aborted) setOutlook({ bounds, bytes, properties, houses, neighborhood })
    }
    read().catch(() => {
      if (!ends.signal.aborted) setFailedBounds(bounds)
    })
    return () => ends.abort()
  }, [bounds, hasTiles, client])
  return { ...(outlook ? { outlook } : {}), failed: failedBounds === bounds && outlook?.bounds !== bounds }
}
