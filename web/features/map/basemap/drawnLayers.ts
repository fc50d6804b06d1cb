import type { LayerSpecification } from 'maplibre-gl'
import { groundMetres } from './groundMetres.ts'
import { type DrawnPalette, type TerrainPalette, type Theme, colorAt, roadmap, terrain } from './palettes.ts'

const source = 'town'
const HEIGHT_BANDS = 20
const LIGHT_BANDS = 15

/** A street map: lots, buildings and roads as flat shapes. */
export function roadmapLayers(theme: Theme): LayerSpecification[] {
  const palette = roadmap[theme]
  return [
    background(palette.base),
    fill('road', palette.road),
    fill('block', palette.base),
    park(palette),
    fill('lot', palette.lot, 14),
    { ...line('lot-line', 'lot', palette.lotEdge, 1), minzoom: 16 },
    fill('alley', palette.alley, 14),
    ...parkDetail(palette),
    line('block-edge', 'block', palette.roadEdge, 1),
    ...buildings(palette),
  ] as LayerSpecification[]
}

/** The lie of the land: bands of height with light and shade, contours, and the town drawn thinly on it. */
export function terrainLayers(theme: Theme): LayerSpecification[] {
  const palette = terrain[theme]
  return [
    background(palette.base),
    {
      ...fill('band', colorAt('b', blended(palette.heights))),
      paint: { 'fill-color': colorAt('b', blended(palette.heights)), 'fill-antialias': false },
    },
    {
      ...fill('hill', ''),
      paint: { 'fill-color': colorAt('b', lightAndShade(palette)), 'fill-antialias': false },
    },
    line('contour', 'contour', ['match', ['get', 'i'], 1, palette.contourFifth, palette.contour], 1),
    { ...park(palette), paint: { 'fill-color': palette.park, 'fill-opacity': 0.85 } },
    ...parkDetail(palette),
    line('street-edge', 'street-whole', palette.roadEdge, groundMetres(12)),
    line('street', 'street-whole', palette.road, groundMetres(10.4)),
    ...buildings(palette),
  ] as LayerSpecification[]
}

function background(color: string): LayerSpecification {
  return { id: 'ground', type: 'background', paint: { 'background-color': color } }
}

function fill(layer: string, color: unknown, minzoom = 0) {
  return { id: layer, type: 'fill', source, 'source-layer': layer, minzoom, paint: { 'fill-color': color } }
}

function line(id: string, layer: string, color: unknown, width: unknown) {
  return {
    id,
    type: 'line',
    source,
    // The lane layer runs through crossings, the street layer (for names) stops before them.
    'source-layer': layer === 'street-whole' ? 'lane' : layer,
    layout: { 'line-join': 'round', 'line-cap': layer === 'street-whole' ? 'round' : 'butt' },
    paint: { 'line-color': color, 'line-width': width },
  }
}

function park(palette: DrawnPalette) {
  return {
    id: 'park',
    type: 'fill',
    source,
    'source-layer': 'block',
    filter: ['==', ['get', 'p'], 1],
    paint: { 'fill-color': palette.park },
  }
}

function parkDetail(palette: DrawnPalette) {
  return [
    {
      ...line('trail', 'trail', palette.trail, groundMetres(2.6)),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
    },
    { ...fill('water', palette.water), filter: ['==', ['get', 'k'], 'pond'] },
  ]
}

function buildings(palette: DrawnPalette) {
  return [
    { ...fill('building', palette.building, 15) },
    { ...line('building-edge', 'building', palette.buildingEdge, 1), minzoom: 16.5 },
    // Wings overlap their house: the fill once more hides the edge between them.
    {
      ...fill('building', palette.building, 16.5),
      id: 'building-inside',
      paint: { 'fill-color': palette.building, 'fill-antialias': false },
    },
  ]
}

/** The colours of all bands of height, evenly between those given. */
function blended(colors: readonly string[]): string[] {
  return Array.from({ length: HEIGHT_BANDS }, (_, band) => {
    const place = (band / (HEIGHT_BANDS - 1)) * (colors.length - 1)
    const index = Math.min(colors.length - 2, Math.floor(place))
    return mix(colors[index]!, colors[index + 1]!, place - index)
  })
}

function mix(from: string, to: string, part: number): string {
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * part))
  return `rgb(${mixed.join(', ')})`
}

/** Nothing in the middle, a little shade below it and a little light above. */
function lightAndShade(palette: TerrainPalette): string[] {
  const middle = (LIGHT_BANDS - 1) / 2
  return Array.from({ length: LIGHT_BANDS }, (_, band) => {
    const shaded = band < middle
    const color = shaded ? palette.shade : palette.light
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    const alpha = (Math.abs(band - middle) / middle) * (shaded ? palette.shadeStrength : palette.lightStrength)
    return `rgba(${r}, ${g}, ${b}, ${alpha.toFixed(3)})`
  })
}
