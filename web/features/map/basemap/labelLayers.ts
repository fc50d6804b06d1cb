import type { LayerSpecification } from 'maplibre-gl'
import { mapFonts } from './fonts.ts'

export interface LabelColors {
  name: string
  halo: string
  /** Color of park names. */
  park: string
  /** Labels on imagery need a wider halo. */
  haloWidth: number
  /** The zoom from which lots are wide enough for house numbers. */
  numbersMinZoom: number
}

const source = 'town'

/** Labels: street names, places, and from a close zoom house numbers. */
export function labelLayers(colors: LabelColors, numbers: boolean): LayerSpecification[] {
  const paint = {
    'text-color': colors.name,
    'text-halo-color': colors.halo,
    'text-halo-width': colors.haloWidth,
    'text-halo-blur': 0.2,
  }
  return [
    ...(numbers ? [numberLayer(colors)] : []),
    {
      id: 'street-name',
      type: 'symbol',
      source,
      'source-layer': 'street',
      minzoom: 14.5,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 240,
        'text-field': ['get', 'name'],
        'text-font': mapFonts.semibold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 15, 11.5, 17, 12.5, 18, 13.5, 20, 15],
        'text-max-angle': 25,
        'text-padding': 6,
        'text-pitch-alignment': 'viewport',
      },
      paint,
    },
    placeLayer('park', 15, 24, 13, { ...paint, 'text-color': colors.park }),
    placeLayer('neighborhood', 13.2, 15.4, 13, paint),
    placeLayer('city', 8, 13.6, 17, paint),
  ] as LayerSpecification[]
}

function numberLayer(colors: LabelColors) {
  return {
    id: 'house-number',
    type: 'symbol',
    source,
    'source-layer': 'number',
    minzoom: colors.numbersMinZoom,
    layout: {
      'text-field': ['get', 'n'],
      'text-font': mapFonts.medium,
      'text-size': ['interpolate', ['linear'], ['zoom'], 17.6, 10.5, 19, 12, 20, 13.5],
      'text-padding': 3,
    },
    paint: { 'text-color': colors.name, 'text-halo-color': colors.halo, 'text-halo-width': colors.haloWidth * 0.9 },
  }
}

function placeLayer(kind: string, minzoom: number, maxzoom: number, size: number, paint: Record<string, unknown>) {
  return {
    id: `place-${kind}`,
    type: 'symbol',
    source,
    'source-layer': 'place',
    filter: ['==', ['get', 'k'], kind],
    minzoom,
    maxzoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': kind === 'city' ? mapFonts.bold : mapFonts.semibold,
      'text-size': size,
      'text-max-width': 9,
    },
    paint,
  }
}
