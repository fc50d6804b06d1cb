import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, it } from 'vitest'
import { lightLayers, parcelOutlineLayers, propertyLayers, topmostLayers, userLocationLayers } from './markerLayers.ts'

it('the layers of markers and lights are valid for the map library', () => {
  const layers = [
    ...parcelOutlineLayers(true),
    ...lightLayers(),
    ...userLocationLayers(),
    ...propertyLayers(['Bold']),
    ...topmostLayers(['Bold'], true),
  ]
  const style = {
    version: 8,
    glyphs: 'http://localhost/{fontstack}/{range}.pbf',
    sources: { markers: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
    layers: layers.map((layer) => ({ ...layer, source: 'markers' })),
  }
  expect(validateStyleMin(style as never)).toEqual([])
})
