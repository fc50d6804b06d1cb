import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from '../../../domain/basemapTiles.ts'
import type { Theme } from '../../../ui/theme.ts'
import type { MapType } from '../mapTypes.ts'
import { roadmapLayers, terrainLayers } from './flatLayers.ts'
import { imageryLayers } from './imageryLayers.ts'
import { groundMeters } from './groundMeters.ts'
import { imagery, roadmap, terrain } from './palettes.ts'
import { type LabelColors, labelLayers } from './labelLayers.ts'
import { townLayer } from './townLayer.ts'

export interface BasemapStyle {
  mapType: MapType
  theme: Theme
  /** URL template of a vector tile with {z}, {x}, and {y}. */
  tilesUrl: string
  /** Show house numbers. Defaults to true, except on the satellite map, which has no labels. */
  numbers?: boolean
}

/**
 * The style of the embedded basemap. It needs the images of `addBasemapImages` and no other source: no glyphs, sprite,
 * or network beyond the tiles.
 */
export function basemapStyle({
  mapType,
  theme,
  tilesUrl,
  numbers = mapType !== 'satellite',
}: BasemapStyle): StyleSpecification {
  const labels = mapType === 'satellite' ? [] : labelLayers(labelColors(mapType, theme), numbers)
  return {
    version: 8,
    name: `${mapType} ${theme}`,
    sources: { town: { type: 'vector', tiles: [tilesUrl], minzoom: MIN_TILE_ZOOM, maxzoom: MAX_TILE_ZOOM } },
    layers: [
      ...groundLayers(mapType, theme),
      ...countyStreetLayers(mapType, theme),
      countyLotLayer(mapType, theme),
      ...labels,
    ],
  }
}

function groundLayers(mapType: MapType, theme: Theme): LayerSpecification[] {
  if (mapType === 'roadmap') return roadmapLayers(theme)
  if (mapType === 'terrain') return terrainLayers(theme)
  return imageryLayers(theme, mapType === 'hybrid')
}

/** Streets of an imported county, which are lines. */
function countyStreetLayers(mapType: MapType, theme: Theme): LayerSpecification[] {
  const flat =
    mapType === 'roadmap' || mapType === 'terrain' ? (mapType === 'terrain' ? terrain : roadmap)[theme] : null
  const { road, roadEdge } = flat ?? { road: imagery.lightened.asphalt, roadEdge: imagery.curb }
  const more = {
    'source-layer': 'street',
    filter: ['has', 'line'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    minzoom: 14,
  }
  return [
    townLayer('line', 'county-street-edge', { 'line-color': roadEdge, 'line-width': groundMeters(9.5) }, more),
    townLayer('line', 'county-street', { 'line-color': road, 'line-width': groundMeters(8) }, more),
  ]
}

/** Lots of an imported county, which has only parcel outlines. */
function countyLotLayer(mapType: MapType, theme: Theme): LayerSpecification {
  const isFlat = mapType === 'roadmap' || mapType === 'terrain'
  const color = isFlat ? (mapType === 'terrain' ? terrain : roadmap)[theme].buildingEdge : '#ffffff'
  const width = ['interpolate', ['linear'], ['zoom'], 15, 0.5, 20, 1.4]
  const paint = { 'line-color': color, 'line-opacity': isFlat ? 1 : 0.42, 'line-width': width }
  return townLayer('line', 'county-lot', paint, { 'source-layer': 'outline', minzoom: 15 })
}

function labelColors(mapType: MapType, theme: Theme): LabelColors {
  if (mapType === 'hybrid')
    return { name: '#ffffff', park: '#f2f6e9', halo: 'rgba(18, 22, 18, 0.82)', haloWidth: 1.5, numbersMinZoom: 17.75 }
  const { name, halo } = mapType === 'terrain' ? terrain[theme] : roadmap[theme]
  return { name, halo, park: theme === 'dark' ? '#9fc79a' : '#3f6b3a', haloWidth: 1.4, numbersMinZoom: 17.4 }
}
