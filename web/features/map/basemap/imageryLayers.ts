import type { LayerSpecification } from 'maplibre-gl'
import type { Theme } from '../../../ui/theme.ts'
import { CAR_PIXELS, TREE_PIXELS, carImage, treeImage, treeShadowImage } from './imageNames.ts'
import { groundMeters, iconMeters } from './groundMeters.ts'
import { colorByIndex, colorByKind, imagery, roofs } from './palettes.ts'
import { townLayer } from './townLayer.ts'

/** Tiles carry ground details from this zoom on; below it they would be narrower than a pixel. */
const DETAIL_ZOOM = 16
/** One zoom level before the initial view. */
const CLOSE_ZOOM = 18

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

const fillLayer = (id: string, color: unknown, minzoom = 0, more = {}) =>
  townLayer('fill', id, { 'fill-color': color }, { minzoom, ...more })

const lineLayer = (id: string, color: unknown, meters: number, minzoom = DETAIL_ZOOM) =>
  townLayer('line', id, { 'line-color': color, 'line-width': groundMeters(meters) }, { minzoom })

/** Images that lie flat on the ground and may overlap. */
function symbolLayer(id: string, minzoom: number, image: Record<string, unknown>, more = {}) {
  const layout = {
    'icon-rotation-alignment': 'map',
    'icon-pitch-alignment': 'map',
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    ...image,
  }
  return townLayer('symbol', id, {}, { minzoom, layout, ...more })
}

function roadAndBlockLayers(lightenRoads: boolean): LayerSpecification[] {
  const { asphalt, lane } = lightenRoads ? imagery.lightened : imagery
  const parkOr = (color: string | undefined) => ['match', ['get', 'p'], 1, imagery.park, color]
  return [
    // Far out, the fields around the town would be a square on the ground.
    townLayer('fill', 'field', {
      'fill-color': colorByIndex('g', imagery.fields),
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 12.5, 0, 14, 1],
    }),
    fillLayer('road', asphalt),
    lineLayer('lane', lane, 4.6),
    lineLayer('dash', imagery.dash, 0.24),
    fillLayer('block', imagery.curb),
    fillLayer('block-far', parkOr('#69784f'), 0, { 'source-layer': 'block', maxzoom: 15 }),
    fillLayer('verge', imagery.verge, 15),
    fillLayer('walk', imagery.walk, 15),
    fillLayer('inner', parkOr(imagery.lots[0]), 15),
  ]
}

function gardenLayers(): LayerSpecification[] {
  return [
    fillLayer('lot', colorByIndex('g', imagery.lots), 14),
    fillLayer('yard', colorByIndex('g', imagery.yards), DETAIL_ZOOM),
    fillLayer('alley', imagery.alley, 14),
    townLayer(
      'fill',
      'lawn-grain',
      // Antialiasing would draw an outline that cannot be seen, with a shader of its own.
      { 'fill-pattern': 'lawn', 'fill-opacity': 0.5, 'fill-antialias': false },
      { 'source-layer': 'inner', minzoom: DETAIL_ZOOM },
    ),
    townLayer(
      'line',
      'trail',
      { 'line-color': imagery.trail, 'line-width': groundMeters(2.1) },
      { layout: { 'line-cap': 'round', 'line-join': 'round' } },
    ),
    fillLayer('water', colorByKind('k', imagery.water)),
    townLayer(
      'line',
      'lot-line',
      {
        'line-color': '#ffffff',
        'line-width': ['interpolate', ['linear'], ['zoom'], 16, 0.5, 18, 0.8, 20, 1.2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 16, 0.16, 17.5, 0.24, 20, 0.42],
      },
      { 'source-layer': 'lot', minzoom: DETAIL_ZOOM },
    ),
    fillLayer('paved', colorByKind('k', imagery.paved), DETAIL_ZOOM),
    fillLayer('garden', colorByKind('k', imagery.garden), 17),
    lineLayer('stripe', 'rgba(40, 26, 14, 0.3)', 0.06, CLOSE_ZOOM),
  ]
}

function buildingLayers(): LayerSpecification[] {
  const facetColor = colorByIndex('c', roofs.facets)
  return [
    // A fully opaque outline would darken the ground twice and show as a line.
    townLayer(
      'fill',
      'shadow',
      { 'fill-color': imagery.shadow, 'fill-outline-color': imagery.shadowEdge },
      { minzoom: DETAIL_ZOOM },
    ),
    townLayer(
      'line',
      'fence-shadow',
      { 'line-color': 'rgba(16, 24, 14, 0.4)', 'line-width': groundMeters(0.3), 'line-offset': groundMeters(0.25) },
      { 'source-layer': 'fence', minzoom: CLOSE_ZOOM },
    ),
    lineLayer('fence', colorByIndex('k', imagery.fences), 0.16, 17),
    fillLayer('building', colorByIndex('f', roofs.flat), 14),
    fillLayer('facet', facetColor, DETAIL_ZOOM),
    fillLayer('wing', facetColor, DETAIL_ZOOM),
    townLayer(
      'line',
      'course',
      {
        'line-color': '#1a120c',
        'line-width': groundMeters(0.07),
        'line-opacity': ['interpolate', ['linear'], ['zoom'], CLOSE_ZOOM, 0, 19, 0.14, 20, 0.2],
      },
      { minzoom: CLOSE_ZOOM },
    ),
    lineLayer('ridge', 'rgba(255, 250, 240, 0.36)', 0.22, 17),
    fillLayer('chimney', colorByKind('k', imagery.chimney), 17),
  ]
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
      { 'source-layer': 'tree' },
    ),
    townLayer(
      'circle',
      'tree-far',
      {
        'circle-color': '#3c5a34',
        'circle-opacity': 0.75,
        'circle-radius': iconMeters(['*', 0.5, crown] as never, 1),
        'circle-pitch-alignment': 'map',
      },
      { 'source-layer': 'tree', minzoom: 15, maxzoom: DETAIL_ZOOM },
    ),
    symbolLayer('tree', DETAIL_ZOOM, {
      'icon-image': ['concat', treeImage(''), ['get', 'k']],
      'icon-size': iconMeters(crown as never, TREE_PIXELS),
    }),
  ]
}
