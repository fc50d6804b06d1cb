import type { LayerSpecification } from 'maplibre-gl'
import type { Theme } from '../../../ui/theme.ts'
import { groundMeters } from './groundMeters.ts'
import { type FlatPalette, type TerrainPalette, colorByIndex, roadmap, terrain } from './palettes.ts'
import { townLayer } from './townLayer.ts'

const HEIGHT_BANDS = 20
const LIGHT_BANDS = 15

/** The roadmap: lots, buildings, and roads as flat shapes. */
export function roadmapLayers(theme: Theme): LayerSpecification[] {
  const palette = roadmap[theme]
  return [
    backgroundLayer(palette.base),
    fillLayer('road', palette.road),
    fillLayer('block', palette.base),
    parkLayer(palette),
    fillLayer('lot', palette.lot, { minzoom: 14 }),
    lineLayer('lot-line', palette.lotEdge, 1, { 'source-layer': 'lot', minzoom: 16 }),
    fillLayer('alley', palette.alley, { minzoom: 14 }),
    ...parkDetailLayers(palette),
    lineLayer('block-edge', palette.roadEdge, 1, { 'source-layer': 'block' }),
    ...buildingLayers(palette),
  ]
}

/** The terrain map: elevation bands with shading, contours, and the town drawn lightly on top. */
export function terrainLayers(theme: Theme): LayerSpecification[] {
  const palette = terrain[theme]
  // The lane layer continues through intersections; the street layer, which carries names, stops before them.
  const street = { 'source-layer': 'lane', layout: ROUND_LINE }
  return [
    backgroundLayer(palette.base),
    fillLayer('band', colorByIndex('b', interpolateColors(palette.heights)), {}, { 'fill-antialias': false }),
    fillLayer('hill', colorByIndex('b', shadingColors(palette)), {}, { 'fill-antialias': false }),
    lineLayer('contour', ['match', ['get', 'i'], 1, palette.majorContour, palette.contour], 1),
    parkLayer(palette, { 'fill-opacity': 0.85 }),
    ...parkDetailLayers(palette),
    lineLayer('street-edge', palette.roadEdge, groundMeters(12), street),
    lineLayer('street', palette.road, groundMeters(10.4), street),
    ...buildingLayers(palette),
  ]
}

const ROUND_LINE = { 'line-join': 'round', 'line-cap': 'round' }

function backgroundLayer(color: string): LayerSpecification {
  return { id: 'ground', type: 'background', paint: { 'background-color': color } }
}

const fillLayer = (id: string, color: unknown, more = {}, paint = {}) =>
  townLayer('fill', id, { 'fill-color': color, ...paint }, { minzoom: 0, ...more })

const lineLayer = (id: string, color: unknown, width: unknown, more = {}) => {
  const layout = { 'line-join': 'round', 'line-cap': 'butt' }
  return townLayer('line', id, { 'line-color': color, 'line-width': width }, { layout, ...more })
}

const parkLayer = (palette: FlatPalette, paint = {}) =>
  fillLayer('park', palette.park, { 'source-layer': 'block', filter: ['==', ['get', 'p'], 1] }, paint)

const parkDetailLayers = (palette: FlatPalette) => [
  lineLayer('trail', palette.trail, groundMeters(2.6), { layout: ROUND_LINE }),
  fillLayer('water', palette.water, { filter: ['==', ['get', 'k'], 'pond'] }),
]

function buildingLayers({ building, buildingEdge }: FlatPalette) {
  const inside = { 'source-layer': 'building', minzoom: 16.5 }
  return [
    fillLayer('building', building, { minzoom: 15 }),
    lineLayer('building-edge', buildingEdge, 1, inside),
    // Wings overlap their building: a second fill hides the edges between them.
    fillLayer('building-inside', building, inside, { 'fill-antialias': false }),
  ]
}

/** The colors of all elevation bands, interpolated between the given ones. */
function interpolateColors(colors: readonly string[]): string[] {
  return Array.from({ length: HEIGHT_BANDS }, (_, band) => {
    const position = (band / (HEIGHT_BANDS - 1)) * (colors.length - 1)
    const index = Math.min(colors.length - 2, Math.floor(position))
    return mixColors(colors[index]!, colors[index + 1]!, position - index)
  })
}

function mixColors(from: string, to: string, ratio: number): string {
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * ratio))
  return `rgb(${mixed.join(', ')})`
}

/** Transparent in the middle, increasing shade below it, and increasing light above it. */
function shadingColors(palette: TerrainPalette): string[] {
  const middle = (LIGHT_BANDS - 1) / 2
  return Array.from({ length: LIGHT_BANDS }, (_, band) => {
    const shaded = band < middle
    const color = shaded ? palette.shade : palette.light
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    const alpha = (Math.abs(band - middle) / middle) * (shaded ? palette.shadeStrength : palette.lightStrength)
    return `rgba(${r}, ${g}, ${b}, ${alpha.toFixed(3)})`
  })
}
