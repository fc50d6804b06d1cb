import { GLYPH_WIDTH, SELECTED_SCALE, NEW_MARKER_SCALE, TEXT_SIZE } from './markerImages.ts'
import { BODY_HEIGHT, TAIL_HEIGHT } from './markerShapes.ts'

/** The words of a style layer that both map libraries share; their own types differ in names only. */
export interface MarkerLayer {
  id: string
  type: 'symbol' | 'fill' | 'line' | 'circle'
  filter?: unknown[]
  layout?: Record<string, unknown>
  paint?: Record<string, unknown>
}

/** From the middle of the number up from the tip of the tail, and right by half of the sign before it: in ems. */
const TEXT_OFFSET_EM: [number, number] = [GLYPH_WIDTH / 2 / TEXT_SIZE, -(BODY_HEIGHT / 2 + TAIL_HEIGHT) / TEXT_SIZE]

/** Clusters and the houses in view; the foremost layers stand above them and are placed before them. */
export function propertyLayers(boldFont: string[]): MarkerLayer[] {
  return [
    {
      id: 'house-clusters',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'cluster'],
      layout: {
        'icon-image': ['get', 'image'],
        'icon-allow-overlap': true,
        'text-allow-overlap': true,
        'text-field': ['get', 'label'],
        'text-font': boldFont,
        'text-size': 14,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': '#ffffff' },
    },
    {
      id: 'house-pins',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'house'],
      layout: { ...pinLayout(boldFont, TEXT_SIZE), 'symbol-sort-key': ['get', 'order'] },
      paint: { 'text-color': ['match', ['get', 'status'], 'NEW', '#1c1b18', '#ffffff'] },
    },
  ]
}

/**
 * The selected house and the NEW spot: never hidden by a collision, and what they touch gives way. Until the spot has
 * `dropped` it hangs above its place; then it falls, and one ring spreads from it.
 */
export function topmostLayers(boldFont: string[], dropped: boolean): MarkerLayer[] {
  const allowOverlap = { 'icon-allow-overlap': true, 'text-allow-overlap': true }
  const fall = dropped ? { duration: 240, delay: 0 } : { duration: 0, delay: 0 }
  const spread = dropped ? { duration: 600, delay: 200 } : { duration: 0, delay: 0 }
  const height = dropped ? [0, 0] : [0, -26]
  return [
    {
      id: 'spot-ring',
      type: 'circle',
      filter: ['==', ['get', 'kind'], 'spot'],
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
      id: 'spot-pin',
      type: 'symbol',
      filter: ['==', ['get', 'kind'], 'spot'],
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
      filter: ['==', ['get', 'kind'], 'house'],
      layout: { ...pinLayout(boldFont, TEXT_SIZE * SELECTED_SCALE), ...allowOverlap },
      paint: { 'text-color': ['match', ['get', 'status'], 'NEW', '#1c1b18', '#ffffff'] },
    },
  ]
}

/** The parcel's edge: amber inside white inside dark, over a pale fill; the amber is broken while it is unconfirmed. */
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

/** Where the user stands, with a halo as wide as the position is uncertain. */
export function userLocationLayers(): MarkerLayer[] {
  return [
    {
      id: 'me-halo',
      type: 'circle',
      paint: {
        'circle-color': '#2566d8',
        'circle-opacity': 0.24,
        // Metres on the ground: twice the pixels with every zoom.
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

function pinLayout(boldFont: string[], size: number): Record<string, unknown> {
  return {
    'icon-image': ['get', 'image'],
    'icon-text-fit': 'both',
    'text-field': ['get', 'label'],
    'text-font': boldFont,
    'text-size': size,
    'text-offset': TEXT_OFFSET_EM,
  }
}
