import { GLYPH_WIDTH, SELECTED_SCALE, NEW_MARKER_SCALE, TEXT_SIZE } from './markerImages.ts'
import { BODY_HEIGHT, TAIL_HEIGHT } from './markerShapes.ts'

/** The part of a style layer's type that both map libraries share. */
export interface MarkerLayer {
  id: string
  type: 'symbol' | 'fill' | 'line' | 'circle'
  filter?: unknown[]
  layout?: Record<string, unknown>
  paint?: Record<string, unknown>
}

/** Offset of the label from the tip of the tail, in ems: up to the middle of the body, and right by half the glyph. */
const TEXT_OFFSET_EM: [number, number] = [GLYPH_WIDTH / 2 / TEXT_SIZE, -(BODY_HEIGHT / 2 + TAIL_HEIGHT) / TEXT_SIZE]

/** No marker is hidden by its neighbor, and none but a cluster hides a street name. */
const NEVER_HIDE = {
  'icon-allow-overlap': true,
  'text-allow-overlap': true,
  'icon-ignore-placement': true,
  'text-ignore-placement': true,
}

const LIGHT_COLOR = '#ffab2e'

/** Clusters and properties, and behind each cluster a glow by its share of doors where somebody has knocked today. `topmostLayers` are drawn above these and placed first. */
export function propertyLayers(boldFont: string[]): MarkerLayer[] {
  return [
    {
      id: 'cluster-glows',
      type: 'circle',
      filter: ['all', ['==', ['get', 'kind'], 'cluster'], ['>', ['get', 'share'], 0]],
      paint: {
        'circle-color': LIGHT_COLOR,
        'circle-blur': 0.8,
        // Street names stay readable through it.
        'circle-opacity': ['interpolate', ['linear'], ['get', 'share'], 0, 0.35, 1, 0.8],
        'circle-radius': ['+', ['get', 'radius'], ['interpolate', ['linear'], ['get', 'share'], 0, 10, 1, 38]],
      },
    },
    {
      id: 'property-clusters',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'cluster'],
      layout: {
        'icon-image': ['get', 'image'],
        ...NEVER_HIDE,
        // The name of a place moves beside it instead of being cut by it.
        'icon-ignore-placement': false,
        'text-field': ['get', 'label'],
        'text-font': boldFont,
        'text-size': 14,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': '#ffffff' },
    },
    {
      id: 'property-pins',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'property'],
      layout: {
        ...pinLayout(boldFont, ['*', ['get', 'scale'], TEXT_SIZE]),
        'symbol-sort-key': ['get', 'order'],
        ...NEVER_HIDE,
      },
      paint: { 'text-color': ['get', 'ink'] },
    },
  ]
}

/**
 * The selected property and the NEW marker, which collisions never hide. The NEW marker is drawn above its position
 * until `dropped` is true; then it falls into place and a ring spreads from it.
 */
export function topmostLayers(boldFont: string[], dropped: boolean): MarkerLayer[] {
  const allowOverlap = { 'icon-allow-overlap': true, 'text-allow-overlap': true }
  const fall = dropped ? { duration: 240, delay: 0 } : { duration: 0, delay: 0 }
  const spread = dropped ? { duration: 600, delay: 200 } : { duration: 0, delay: 0 }
  const height = dropped ? [0, 0] : [0, -26]
  return [
    {
      id: 'new-marker-ring',
      type: 'circle',
      filter: ['==', ['get', 'kind'], 'new_marker'],
      paint: {
        'circle-color': 'rgba(0,0,0,0)',
        'circle-stroke-color': '#ffab2e',
        'circle-stroke-width': 3,
        'circle-radius': dropped ? 44 : 4,
        'circle-radius-transition': spread,
        'circle-stroke-opacity': dropped ? 0 : 0.9,
        'circle-stroke-opacity-transition': spread,
      },
    },
    {
      id: 'new-marker-pin',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'new_marker'],
      layout: {
        ...pinLayout(boldFont, TEXT_SIZE * NEW_MARKER_SCALE),
        ...allowOverlap,
        'text-letter-spacing': 0.04,
        'text-offset': [0, TEXT_OFFSET_EM[1]],
      },
      paint: {
        'text-color': '#241703',
        'icon-translate': height,
        'icon-translate-transition': fall,
        'text-translate': height,
        'text-translate-transition': fall,
      },
    },
    {
      id: 'selected-pin',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'property'],
      layout: { ...pinLayout(boldFont, TEXT_SIZE * SELECTED_SCALE), ...allowOverlap },
      paint: { 'text-color': ['get', 'ink'] },
    },
  ]
}

/**
 * The parcel's edge: amber inside white inside dark, over a pale fill. The amber line is dashed while the parcel is
 * unconfirmed.
 */
export function parcelOutlineLayers(unconfirmed: boolean): MarkerLayer[] {
  const edge = (id: string, width: number, color: string, opacity: number, more = {}): MarkerLayer => ({
    id,
    type: 'line',
    layout: { 'line-join': 'round' },
    paint: { 'line-width': width, 'line-color': color, 'line-opacity': opacity, ...more },
  })
  return [
    { id: 'outline-fill', type: 'fill', paint: { 'fill-color': '#fff4de', 'fill-opacity': 0.24 } },
    edge('outline-dark', 7, '#12100c', 0.55),
    edge('outline-white', 5, '#ffffff', 1),
    edge('outline-rim', 3, '#ff9f1c', 1, { 'line-dasharray': unconfirmed ? [2, 2] : [1, 0] }),
  ]
}

/** Pixels for a talk, and for another knock, at the zooms of a district, of a first opening and of a single house. */
const lightRadius = (pixelsAtZoom: Record<14 | 18 | 20, [talk: number, knock: number]>): unknown[] => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...Object.entries(pixelsAtZoom).flatMap(([zoom, [talk, knock]]) => [
    Number(zoom),
    ['match', ['get', 'light'], 'talk', talk, knock],
  ]),
]

/** The lit porches of doors where somebody has knocked today, at the tips of their markers. */
export function lightLayers(): MarkerLayer[] {
  const layout = { 'circle-sort-key': ['get', 'order'] }
  return [
    {
      id: 'light-glows',
      type: 'circle',
      layout,
      paint: {
        'circle-color': LIGHT_COLOR,
        'circle-opacity': ['match', ['get', 'light'], 'talk', 0.95, 0.6],
        'circle-blur': 1,
        'circle-radius': lightRadius({ 14: [10, 5], 18: [34, 15], 20: [60, 26] }),
      },
    },
    {
      id: 'light-points',
      type: 'circle',
      layout,
      paint: {
        'circle-color': ['match', ['get', 'light'], 'talk', '#fff4d6', '#ffd591'],
        'circle-radius': lightRadius({ 14: [2, 1.25], 18: [5, 2.75], 20: [8, 4] }),
        'circle-stroke-color': '#a85c00',
        'circle-stroke-width': ['match', ['get', 'light'], 'talk', 1.5, 1],
      },
    },
  ]
}

/** The user's location, with a halo as wide as its accuracy. */
export function userLocationLayers(): MarkerLayer[] {
  return [
    {
      id: 'me-halo',
      type: 'circle',
      paint: {
        'circle-color': '#2566d8',
        'circle-opacity': 0.24,
        // Meters on the ground: the radius in pixels doubles with each zoom level.
        'circle-radius': [
          'interpolate',
          ['exponential', 2],
          ['zoom'],
          0,
          ['get', 'halo'],
          22,
          ['*', ['get', 'halo'], 2 ** 22],
        ],
        'circle-pitch-alignment': 'map',
      },
    },
    {
      id: 'me-disc',
      type: 'circle',
      paint: {
        'circle-color': '#2566d8',
        'circle-radius': 8,
        'circle-stroke-width': 3,
        'circle-stroke-color': '#ffffff',
      },
    },
  ]
}

function pinLayout(boldFont: string[], size: number | unknown[]): Record<string, unknown> {
  return {
    'icon-image': ['get', 'image'],
    'icon-text-fit': 'both',
    'text-field': ['get', 'label'],
    'text-font': boldFont,
    'text-size': size,
    'text-offset': TEXT_OFFSET_EM,
  }
}
