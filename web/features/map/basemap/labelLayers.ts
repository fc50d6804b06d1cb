import type { LayerSpecification } from 'maplibre-gl'
import { mapFonts } from './fonts.ts'
import { townLayer } from './townLayer.ts'

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
    townLayer('symbol', 'street-name', paint, {
      'source-layer': 'street',
      minzoom: 13,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 200,
        'text-field': ['get', 'name'],
        'text-font': mapFonts.semibold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10.5, 15, 11.5, 17, 12.5, 18, 13.5, 20, 15],
        'text-max-angle': 25,
        'text-padding': 6,
        'text-pitch-alignment': 'viewport',
      },
    }),
    placeLayer('park', 15, 24, 13, { ...paint, 'text-color': colors.park }),
    placeLayer('neighborhood', 13.2, 15.4, 13, paint),
    placeLayer('city', 8, 13.6, 17, paint),
  ]
}

function numberLayer({ name, halo, haloWidth, numbersMinZoom }: LabelColors) {
  const paint = { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': haloWidth * 0.9 }
  return townLayer('symbol', 'house-number', paint, {
    'source-layer': 'number',
    minzoom: numbersMinZoom,
    layout: {
      'text-field': ['get', 'n'],
      'text-font': mapFonts.medium,
      'text-size': ['interpolate', ['linear'], ['zoom'], 17.6, 10.5, 19, 12, 20, 13.5],
      'text-padding': 3,
    },
  })
}

function placeLayer(kind: string, minzoom: number, maxzoom: number, size: number, paint: Record<string, unknown>) {
  return townLayer('symbol', `place-${kind}`, paint, {
    'source-layer': 'place',
    filter: ['==', ['get', 'k'], kind],
    minzoom,
    maxzoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': kind === 'city' ? mapFonts.bold : mapFonts.semibold,
      'text-size': size,
      'text-max-width': 9,
      // Beside a cluster that covers its middle.
      'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right'],
      'text-radial-offset': 2.6,
      'text-justify': 'auto',
    },
  })
}
