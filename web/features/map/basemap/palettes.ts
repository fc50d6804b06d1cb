import type { ExpressionSpecification } from 'maplibre-gl'
import type { Theme } from '../../../ui/theme.ts'

/** Daytime imagery. Arrays are indexed by numbers in the tiles. */
export const imagery = {
  ground: '#5d7549',
  fields: ['#64784a', '#5d7549', '#6a7b4d', '#587046', '#707d50', '#7a8055'],
  lots: ['#6b8155', '#647a50', '#748a5b', '#6d7d55', '#5f744d', '#7a8a60'],
  yards: ['#64794d', '#5e7349', '#6b8052', '#667650', '#586c46', '#708058'],
  alley: '#807c69',
  park: '#5a7a45',
  water: { bank: '#6f8a4e', pond: '#466a73', deep: '#3d5f6a', square: '#a98f70' },
  trail: '#b8ab8c',
  verge: '#66794d',
  walk: '#b9b5a8',
  curb: '#8d8f8e',
  asphalt: '#7d8082',
  lane: '#74777a',
  /** Ten percent white, so that labels are readable on them. */
  lightened: { asphalt: '#8a8d8f', lane: '#828587' },
  dash: '#c9b66a',
  paved: {
    path: '#aaa79d',
    drive: '#a19e94',
    patio: '#a5a299',
    coping: '#d5d0c2',
    pool: '#58b4c4',
    poolShade: '#3f93a6',
  },
  garden: { bed: '#64573a', deck: '#94714f' },
  shadow: 'rgba(16, 24, 14, 0.42)',
  shadowEdge: 'rgba(16, 24, 14, 0.14)',
  chimney: { brick: '#7d5443', shadow: 'rgba(16, 14, 12, 0.35)' },
  fences: ['#d9d5c8', '#8a7457'],
}

/** Each roof's four facets, facing north, west, south, and east, lit from the northwest. */
const roofShades = [
  ['#7b818e', '#6a707d', '#4e525d', '#42454f'],
  ['#cfc8bc', '#c2bbaf', '#a69f93', '#979085'],
  ['#97918a', '#87817b', '#69645f', '#5b5651'],
  ['#a07c6b', '#8f6b5c', '#745547', '#67493d'],
  ['#c08460', '#b0714f', '#8d573e', '#7b4935'],
  ['#c2a384', '#b39474', '#927257', '#84654f'],
  ['#737170', '#646261', '#4a4746', '#3d3b3b'],
  ['#bbbcb9', '#aeafac', '#8d8e8b', '#7e7f7c'],
]

export const roofs = {
  facets: roofShades.flat(),
  /** For zoom levels at which a roof is a few pixels wide. */
  flat: roofShades.map(([, lit]) => lit!),
}

export interface FlatPalette {
  base: string
  lot: string
  lotEdge: string
  alley: string
  road: string
  roadEdge: string
  building: string
  buildingEdge: string
  park: string
  trail: string
  water: string
  name: string
  halo: string
}

export const roadmap: Record<Theme, FlatPalette> = {
  light: {
    base: '#e6e4dd',
    lot: '#eeece6',
    lotEdge: '#dedbd2',
    alley: '#e3e0d8',
    road: '#ffffff',
    roadEdge: '#cbc7bc',
    building: '#d8d3c8',
    buildingEdge: '#bfb9ac',
    park: '#cfe4c0',
    trail: '#f3f4ea',
    water: '#a9d3e6',
    name: '#56524a',
    halo: '#ffffff',
  },
  dark: {
    base: '#202124',
    lot: '#242528',
    lotEdge: '#2e3033',
    alley: '#2b2d30',
    road: '#3a3c40',
    roadEdge: '#17181a',
    building: '#313338',
    buildingEdge: '#414449',
    park: '#24352a',
    trail: '#3b4a3f',
    water: '#1d3a4a',
    name: '#c9c5bb',
    halo: '#202124',
  },
}

export interface TerrainPalette extends FlatPalette {
  /** Elevation colors from the valley to the hills, evenly spaced. */
  heights: string[]
  light: string
  shade: string
  /** Maximum opacity of the light and of the shade. */
  lightStrength: number
  shadeStrength: number
  contour: string
  majorContour: string
}

export const terrain: Record<Theme, TerrainPalette> = {
  light: {
    ...roadmap.light,
    base: '#d4e2be',
    heights: ['#c4d8b2', '#d4e2be', '#e4e8ca', '#ede5c8', '#e5d3b2'],
    light: '#fffbe6',
    shade: '#6b5a36',
    lightStrength: 0.3,
    shadeStrength: 0.2,
    contour: 'rgba(146, 112, 64, 0.28)',
    majorContour: 'rgba(146, 112, 64, 0.62)',
    road: '#fffdf6',
    roadEdge: '#d8cdb2',
    building: '#cdbfa6',
    buildingEdge: '#bcad92',
    park: '#b7d49d',
  },
  dark: {
    ...roadmap.dark,
    base: '#24291f',
    heights: ['#1f2922', '#252d25', '#2b2f27', '#312f28', '#373129'],
    light: '#c9b98d',
    shade: '#000000',
    lightStrength: 0.09,
    shadeStrength: 0.24,
    contour: 'rgba(206, 170, 110, 0.16)',
    majorContour: 'rgba(206, 170, 110, 0.36)',
    road: '#47463f',
    roadEdge: '#1c1d18',
    building: '#4d483c',
    buildingEdge: '#5c5647',
    park: '#273d27',
  },
}

/** The array element that the feature's number selects. */
export function colorByIndex(property: string, colors: readonly string[]): ExpressionSpecification {
  return ['to-color', ['at', ['get', property], ['literal', [...colors]]]]
}

/** The color that the feature's kind selects. */
export function colorByKind(property: string, colors: Readonly<Record<string, string>>): ExpressionSpecification {
  const [first, ...rest] = Object.entries(colors)
  const pairs = [first!, ...rest].flatMap(([kind, color]) => [kind, color])
  return ['match', ['get', property], ...pairs, first![1]] as unknown as ExpressionSpecification
}
