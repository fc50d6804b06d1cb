import type { LayerSpecification } from 'maplibre-gl'
import type { Theme } from '../../../ui/theme.ts'
import { groundMeters } from './groundMeters.ts'
import { type FlatPalette, type TerrainPalette, colorByIndex, roadmap, terrain } from './palettes.ts'

const source = 'town'
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
    fillLayer('lot', palette.lot, 14),
    { ...lineLayer('lot-line', 'lot', palette.lotEdge, 1), minzoom: 16 },
    fillLayer('alley', palette.alley, 14),
    ...parkDetailLayers(palette),
    lineLayer('block-edge', 'block', palette.roadEdge, 1),
    ...buildingLayers(palette),
  ] as LayerSpecification[]
}

/** The terrain map: elevation bands with shading, contours, and the town drawn lightly on top. */
export function terrainLayers(theme: Theme): LayerSpecification[] {
  const palette = terrain[theme]
  return [
    backgroundLayer(palette.base),
    {
      ...fillLayer('band', colorByIndex('b', interpolateColors(palette.heights))),
      paint: { 'fill-color': colorByIndex('b', interpolateColors(palette.heights)), 'fill-antialias': false },
    },
    {
      ...fillLayer('hill', ''),
      paint: { 'fill-color': colorByIndex('b', shadingColors(palette)), 'fill-antialias': false },
    },
    lineLayer('contour', 'contour', ['match', ['get', 'i'], 1, palette.majorContour, palette.contour], 1),
    { ...parkLayer(palette), paint: { 'fill-color': palette.park, 'fill-opacity': 0.85 } },
    ...parkDetailLayers(palette),
    lineLayer('street-edge', 'street-whole', palette.roadEdge, groundMeters(12)),
    lineLayer('street', 'street-whole', palette.road, groundMeters(10.4)),
    ...buildingLayers(palette),
  ] as LayerSpecification[]
}

function backgroundLayer(color: string): LayerSpecification {
  return { id: 'ground', type: 'background', paint: { 'background-color': color } }
}

function fillLayer(layer: string, color: unknown, minzoom = 0) {
  return { id: layer, type: 'fill', source, 'source-layer': layer, minzoom, paint: { 'fill-color': color } }
}

function lineLayer(id: string, layer: string, color: unknown, width: unknown) {
  return {
    id,
    type: 'line',
    source,
    // The lane layer continues through intersections; the street layer, which carries names, stops before them.
    'source-layer': layer === 'street-whole' ? 'lane' : layer,
    layout: { 'line-join': 'round', 'line-cap': layer === 'street-whole' ? 'round' : 'butt' },
    paint: { 'line-color': color, 'line-width': width },
  }
}

function parkLayer(palette: FlatPalette) {
  return {
    id: 'park',
    type: 'fill',
    source,
    'source-layer': 'block',
    filter: ['==', ['get', 'p'], 1],
    paint: { 'fill-color': palette.park },
  }
}

function parkDetailLayers(palette: FlatPalette) {
  return [
    {
      ...lineLayer('trail', 'trail', palette.trail, groundMeters(2.6)),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
    },
    { ...fillLayer('water', palette.water), filter: ['==', ['get', 'k'], 'pond'] },
  ]
}

function buildingLayers(palette: FlatPalette) {
  return [
    { ...fillLayer('building', palette.building, 15) },
    { ...lineLayer('building-edge', 'building', palette.buildingEdge, 1), minzoom: 16.5 },
    // Wings overlap their building: a second fill hides the edges between them.
    {
      ...fillLayer('building', palette.building, 16.5),
      id: 'building-inside',
      paint: { 'fill-color': palette.building, 'fill-antialias': false },
    },
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
