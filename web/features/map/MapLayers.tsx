import type { FeatureCollection } from 'geojson'
import type { MapEngine } from './engine.ts'
import type { MarkerLayer } from './markerLayers.ts'

/** The lowest layer of the markers, which exists as long as the map. */
const LOWEST_MARKER_LAYER = 'outline-fill'

interface MapLayersProps {
  engine: MapEngine
  id: string
  data: FeatureCollection
  layers: readonly MarkerLayer[]
  /** Below the markers. */
  isBelow?: boolean
}

/** A source of features with its layers. */
export function MapLayers({ engine, id, data, layers, isBelow = false }: MapLayersProps) {
  type LayerProps = Parameters<typeof engine.Layer>[0]
  return (
    <engine.Source id={id} type="geojson" data={data}>
      {layers.map((layer) => (
        <engine.Layer
          key={layer.id}
          {...(layer as LayerProps)}
          {...(isBelow ? { beforeId: LOWEST_MARKER_LAYER } : {})}
        />
      ))}
    </engine.Source>
  )
}
