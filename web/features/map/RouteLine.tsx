import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import type { Point } from '../../lib/distance.ts'
import type { MapEngine } from './engine.ts'
import { MapLayers } from './MapLayers.tsx'
import type { MarkerLayer } from './markerLayers.ts'

const edge = (id: string, color: string, width: number): MarkerLayer => ({
  ...{ id, type: 'line', layout: { 'line-join': 'round', 'line-cap': 'round' } },
  paint: { 'line-color': color, 'line-width': width, 'line-opacity': 0.9 },
})

const LAYERS = [edge('route-edge', '#12100c', 7), edge('route-line', '#ffab2e', 4)]

/** The line of a walking route below the markers. */
export function RouteLine({ engine, stops }: { engine: MapEngine; stops: readonly Point[] }) {
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features:
        stops.length < 2
          ? []
          : [
              {
                ...{ type: 'Feature', properties: {} },
                geometry: { type: 'LineString', coordinates: stops.map(({ lat, lng }) => [lng, lat]) },
              },
            ],
    }),
    [stops],
  )
  return <MapLayers engine={engine} id="walking-route" data={data} layers={LAYERS} isBelow />
}
