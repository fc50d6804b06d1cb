import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { roadmapLayers, terrainLayers } from './drawnLayers.ts'
import { imageryLayers } from './imageryLayers.ts'
import { type Look, type Theme, roadmap, terrain } from './palettes.ts'
import { type WordColors, wordLayers } from './wordLayers.ts'

export interface BasemapStyle {
  look: Look
  theme: Theme
  /** Address of a vector tile with {z}, {x} and {y} in it. */
  tilesUrl: string
  /** House numbers at the kerb line; on unless the look has no words at all. */
  numbers?: boolean
}

/**
 * The embedded basemap in one of its four looks. It needs the pictures of `addBasemapImages` and no other
 * source: no glyphs, no sprite, no network beyond the tiles.
 */
export function basemapStyle({
  look,
  theme,
  tilesUrl,
  numbers = look !== 'satellite',
}: BasemapStyle): StyleSpecification {
  const words = look === 'satellite' ? [] : wordLayers(wordColors(look, theme), numbers)
  return {
    version: 8,
    name: `${look} ${theme}`,
    sources: { town: { type: 'vector', tiles: [tilesUrl], minzoom: 12, maxzoom: 17 } },
    layers: [...pictureLayers(look, theme), countyLines(look, theme), ...words],
  }
}

function pictureLayers(look: Look, theme: Theme): LayerSpecification[] {
  if (look === 'roadmap') return roadmapLayers(theme)
  if (look === 'terrain') return terrainLayers(theme)
  return imageryLayers(theme, look === 'hybrid')
}

/** Lots of an imported county, which has nothing but their outlines. */
function countyLines(look: Look, theme: Theme): LayerSpecification {
  const drawn = look === 'roadmap' || look === 'terrain'
  const color = drawn ? (look === 'terrain' ? terrain : roadmap)[theme].buildingEdge : '#ffffff'
  return {
    id: 'county-lot',
    type: 'line',
    source: 'town',
    'source-layer': 'outline',
    minzoom: 15,
    paint: {
      'line-color': color,
      'line-opacity': drawn ? 1 : 0.42,
      'line-width': ['interpolate', ['linear'], ['zoom'], 15, 0.5, 20, 1.4],
    },
  }
}

function wordColors(look: Look, theme: Theme): WordColors {
  if (look === 'hybrid')
    return { name: '#ffffff', park: '#f2f6e9', halo: 'rgba(18, 22, 18, 0.82)', haloWidth: 1.5, numbersFrom: 18.6 }
  const { name, halo } = look === 'terrain' ? terrain[theme] : roadmap[theme]
  return { name, halo, park: theme === 'dark' ? '#9fc79a' : '#3f6b3a', haloWidth: 1.4, numbersFrom: 17.4 }
}
