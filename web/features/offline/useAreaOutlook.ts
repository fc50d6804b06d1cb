import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { MAX_TILE_ZOOM, PROPERTY_MARKERS_ZOOM, tileUrl } from '../../domain/basemapTiles.ts'
import { AreaOutlookDocument } from '../../gql/graphql.ts'
import { type Bounds, contains } from '../../lib/distance.ts'
import { pointInTile, type TileId, tilesOf } from './areaBounds.ts'
import { estimateBytes } from './areaSize.ts'

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

/** More tiles are not worth loading to count their house numbers. */
const MAX_COUNTED_TILES = 64

/**
 * The number of house numbers on the basemap in a part of the map, saved or not; undefined for a large one, or if its tiles cannot
 * be loaded.
 */
async function countNumbers(bounds: Bounds, signal: AbortSignal): Promise<number | undefined> {
  const tiles = tilesOf(bounds).filter(({ z }) => z === MAX_TILE_ZOOM)
  if (tiles.length > MAX_COUNTED_TILES) return undefined
  const counts = await Promise.all(
    tiles.map(async (tile) => {
      const response = await fetch(tileUrl(tile.z, tile.x, tile.y), { signal })
      if (response.status !== 200) return 0
      return pointsOf(tile, await response.arrayBuffer()).filter((point) => contains(bounds, point)).length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The points of the house numbers that a tile has. */
function pointsOf(tile: TileId, content: ArrayBuffer) {
  const layer = new VectorTile(new PbfReader(new Uint8Array(content))).layers['number']
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const { extent } = layer!
    const places = layer!.feature(index).loadGeometry().flat()
    // Tiles overlap; a number beyond the edge is in the next tile, too.
    return places
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < extent && y < extent)
      .map(({ x, y }) => pointInTile(tile, x / extent, y / extent))
  }).flat()
}
