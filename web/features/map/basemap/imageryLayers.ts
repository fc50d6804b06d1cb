import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { Theme } from '../../../ui/theme.ts'
import { CAR_PIXELS, TREE_PIXELS, carImage, treeImage, treeShadowImage } from './imageNames.ts'
import { groundMeters, iconMeters } from './groundMeters.ts'
import { colorByIndex, colorByKind, imagery, roofs } from './palettes.ts'

/** Tiles carry ground details from this zoom on; below it they would be narrower than a pixel. */
const DETAIL_ZOOM = 16
/** One zoom level before the initial view. */
const CLOSE_ZOOM = 18
const source = 'town'

/**
 * The town from above, like a photograph, without labels, in drawing order. The hybrid map lightens the roads for the
 * labels on them.
 */
export function imageryLayers(theme: Theme, lightenRoads: boolean): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': imagery.ground } },
    ...roadAndBlockLayers(lightenRoads),
    ...gardenLayers(),
    ...buildingLayers(),
    ...objectLayers(),
    ...(theme === 'dark' ? [dimmingLayer] : []),
  ]
}

/** Darkens the imagery in the dark theme so that markers and labels stand out. */
const dimmingLayer: LayerSpecification = {
  id: 'dimming',
  type: 'background',
  paint: { 'background-color': '#05070a', 'background-opacity': 0.34 },
}

function fillLayer(
  id: string,
  color: unknown,
  options: { layer?: string; filter?: FilterSpecification; minzoom?: number } = {},
) {
  const { layer = id, filter, minzoom = 0 } = options
  const rest = filter ? { filter } : {}
  return {
    id,
    type: 'fill',
    source,
    'source-layer': layer,
    minzoom,
    paint: { 'fill-color': color },
    ...rest,
  } as LayerSpecification
}

function lineLayer(layer: string, color: unknown, meters: number, minzoom = DETAIL_ZOOM) {
  const paint = { 'line-color': color, 'line-width': groundMeters(meters) }
  return { id: layer, type: 'line', source, 'source-layer': layer, minzoom, paint } as LayerSpecification
}

/** Images that lie flat on the ground and may overlap. */
function symbolLayer(id: string, minzoom: number, image: Record<string, unknown>, layer = id) {
  const layout = {
    'icon-rotation-alignment': 'map',
    'icon-pitch-alignment': 'map',
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    ...image,
  }
  return { id, type: 'symbol', source, 'source-layer': layer, minzoom, layout } as LayerSpecification
}

function roadAndBlockLayers(lightenRoads: boolean): LayerSpecification[] {
  const { asphalt, lane } = lightenRoads ? imagery.lightened : imagery
  return [
    fillLayer('field', colorByIndex('g', imagery.fields)),
    fillLayer('road', asphalt),
    lineLayer('lane', lane, 4.6),
    lineLayer('dash', imagery.dash, 0.24),
    fillLayer('block', imagery.curb),
    fillLayer('block-far', ['match', ['get', 'p'], 1, imagery.park, '#69784f'], { layer: 'block' }),
    fillLayer('verge', imagery.verge, { minzoom: 15 }),
    fillLayer('walk', imagery.walk, { minzoom: 15 }),
    fillLayer('inner', ['match', ['get', 'p'], 1, imagery.park, imagery.lots[0]], { minzoom: 15 }),
  ].map((layer) =>
    layer.id === 'block-far' ? ({ ...layer, maxzoom: 15 } as LayerSpecification) : layer,
  ) as LayerSpecification[]
}

function gardenLayers(): LayerSpecification[] {
  return [
    fillLayer('lot', colorByIndex('g', imagery.lots), { minzoom: 14 }),
    fillLayer('yard', colorByIndex('g', imagery.yards), { minzoom: DETAIL_ZOOM }),
    fillLayer('alley', imagery.alley, { minzoom: 14 }),
    {
      id: 'lawn-grain',
      type: 'fill',
      source,
      'source-layer': 'inner',
      minzoom: DETAIL_ZOOM,
      paint: { 'fill-pattern': 'lawn', 'fill-opacity': 0.5 },
    },
    {
      id: 'trail',
      type: 'line',
      source,
      'source-layer': 'trail',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': imagery.trail, 'line-width': groundMeters(2.1) },
    },
    fillLayer('water', colorByKind('k', imagery.water)),
    {
      id: 'lot-line',
      type: 'line',
      source,
      'source-layer': 'lot',
      minzoom: DETAIL_ZOOM,
      paint: {
        'line-color': '#ffffff',
        'line-width': ['interpolate', ['linear'], ['zoom'], 16, 0.5, 18, 0.8, 20, 1.2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 16, 0.16, 17.5, 0.24, 20, 0.42],
      },
    },
    fillLayer('paved', colorByKind('k', imagery.paved), { minzoom: DETAIL_ZOOM }),
    fillLayer('garden', colorByKind('k', imagery.garden), { minzoom: 17 }),
    lineLayer('stripe', 'rgba(40, 26, 14, 0.3)', 0.06, CLOSE_ZOOM),
  ] as LayerSpecification[]
}

function buildingLayers(): LayerSpecification[] {
  const facetColor = colorByIndex('c', roofs.facets)
  return [
    {
      id: 'shadow',
      type: 'fill',
      source,
      'source-layer': 'shadow',
      minzoom: DETAIL_ZOOM,
      // A fully opaque outline would darken the ground twice and show as a line.
      paint: { 'fill-color': imagery.shadow, 'fill-outline-color': imagery.shadowEdge },
    },
    {
      id: 'fence-shadow',
      type: 'line',
      source,
      'source-layer': 'fence',
      minzoom: CLOSE_ZOOM,
      paint: {
        'line-color': 'rgba(16, 24, 14, 0.4)',
        'line-width': groundMeters(0.3),
        'line-offset': groundMeters(0.25),
      },
    },
    lineLayer('fence', colorByIndex('k', imagery.fences), 0.16, 17),
    fillLayer('building', colorByIndex('f', roofs.flat), { minzoom: 14 }),
    fillLayer('facet', facetColor, { minzoom: DETAIL_ZOOM }),
    fillLayer('wing', facetColor, { minzoom: DETAIL_ZOOM }),
    {
      id: 'course',
      type: 'line',
      source,
      'source-layer': 'course',
      minzoom: CLOSE_ZOOM,
      paint: {
        'line-color': '#1a120c',
        'line-width': groundMeters(0.07),
        'line-opacity': ['interpolate', ['linear'], ['zoom'], CLOSE_ZOOM, 0, 19, 0.14, 20, 0.2],
      },
    },
    lineLayer('ridge', 'rgba(255, 250, 240, 0.36)', 0.22, 17),
    fillLayer('chimney', colorByKind('k', imagery.chimney), { minzoom: 17 }),
  ] as LayerSpecification[]
}

/** Small images sized in meters: cars, bushes, trees, and tree shadows. */
function objectLayers(): LayerSpecification[] {
  const crown = ['get', 'd']
  return [
    symbolLayer('car', DETAIL_ZOOM, {
      'icon-image': ['concat', carImage(''), ['get', 'k']],
      'icon-size': iconMeters(4.7, CAR_PIXELS),
      'icon-rotate': ['get', 'r'],
    }),
    symbolLayer('bush', CLOSE_ZOOM, {
      'icon-image': ['concat', treeImage(''), ['get', 'k']],
      'icon-size': iconMeters(['+', 0.9, ['*', 0.25, crown]] as never, TREE_PIXELS),
    }),
    symbolLayer(
      'tree-shadow',
      DETAIL_ZOOM,
      { 'icon-image': treeShadowImage, 'icon-size': iconMeters(crown as never, TREE_PIXELS) },
      'tree',
    ),
    {
      id: 'tree-far',
      type: 'circle',
      source,
      'source-layer': 'tree',
      minzoom: 15,
      maxzoom: DETAIL_ZOOM,
      paint: {
        'circle-color': '#3c5a34',
        'circle-opacity': 0.75,
        'circle-radius': iconMeters(['*', 0.5, crown] as never, 1),
        'circle-pitch-alignment': 'map',
      },
    },
    symbolLayer('tree', DETAIL_ZOOM, {
      'icon-image': ['concat', treeImage(''), ['get', 'k']],
      'icon-size': iconMeters(crown as never, TREE_PIXELS),
    }),
  ] as LayerSpecification[]
}
