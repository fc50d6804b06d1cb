import { readFileSync } from 'node:fs'
import type { StyleSpecification } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import type { Theme } from '../../ui/theme.ts'
import { imagery, roadmap, roofs, terrain } from './basemap/palettes.ts'
import { basemapStyle } from './basemap/style.ts'
import type { MapType } from './mapTypes.ts'
import { lightLayers } from './markerLayers.ts'
import { type PinShape, PIN_COLORS, pinTextColor } from './markerShapes.ts'

/** Text and glyphs keep these contrasts (WCAG 2.2, 1.4.3 and 1.4.11), because in the sun nothing else tells them apart. */
const TEXT = 4.5
const GLYPH = 3
/** The tiles of outcomes are read at arm's length. */
const TILE_LABEL = 7

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

const css = readFileSync(new URL('../../styles.css', import.meta.url), 'utf8')
/** The colors of a block of styles.css by their names, such as `ink-2`. */
const tokensAfter = (start: string) => {
  const from = css.indexOf(start)
  const block = css.slice(from, css.indexOf('\n}', from))
  return Object.fromEntries([...block.matchAll(/--color-([\w-]+): (#\w{6});/g)].map(([, name, color]) => [name, color]))
}
const light = tokensAfter('@theme static')
const tokens: Record<Theme, Record<string, string | undefined>> = {
  light,
  dark: { ...light, ...tokensAfter("\n[data-theme='dark'] {") },
}
const hues = ['good', 'warn', 'bad', 'info', 'mute', 'plum', 'teal', 'orange', 'slate']

function parse(color: string): Rgba {
  if (color.startsWith('#')) {
    const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
    return [red!, green!, blue!, 1]
  }
  const [red, green, blue, alpha] = [...color.matchAll(/[\d.]+/g)].map(([number]) => Number(number))
  return [red!, green!, blue!, alpha!]
}

const over = ([red, green, blue, alpha]: Rgba, ground: Rgba): Rgba => {
  const mix = (top: number, bottom: number) => alpha * top + (1 - alpha) * bottom
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1]
}

function luminance([red, green, blue]: Rgba): number {
  const linear = [red, green, blue].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
}

function contrast(one: Rgba, other: Rgba): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((first, second) => first - second)
  return (lighter! + 0.05) / (darker! + 0.05)
}
const between = (one: string | undefined, other: string | undefined) => contrast(parse(one!), parse(other!))

/** Every opaque color of a palette. */
const colorsOf = (palette: unknown): string[] =>
  typeof palette === 'string'
    ? palette.startsWith('#')
      ? [palette]
      : []
    : Object.values(palette as object).flatMap(colorsOf)
const groundColors = colorsOf([imagery, roofs]).map(parse)
/** The lines of lots are white over the ground, at most so strong. */
const lotLine: Rgba = [255, 255, 255, 0.42]
const grounds = [...groundColors, ...groundColors.map((color) => over(lotLine, color))]
const byLuminance = grounds.toSorted((one, other) => luminance(one) - luminance(other))
const [darkest, brightest] = [byLuminance[0]!, byLuminance.at(-1)!]

/** The color and the halo of the street names and house numbers of a map. */
function labelPaints(style: StyleSpecification) {
  return style.layers.flatMap((layer) => {
    const paint = layer.type === 'symbol' ? layer.paint : undefined
    const [color, halo] = [paint?.['text-color'], paint?.['text-halo-color']]
    return typeof color === 'string' && typeof halo === 'string' ? [{ id: layer.id, color, halo }] : []
  })
}
const labelsOf = (mapType: MapType, theme: Theme) =>
  labelPaints(basemapStyle({ mapType, theme, tilesUrl: 'http://localhost/{z}/{x}/{y}.mvt' }))

describe('over the brightest place of the satellite map', () => {
  it('street names and house numbers are read on their halos', () => {
    for (const theme of ['light', 'dark'] as const) {
      const labels = labelsOf('hybrid', theme)
      expect(labels.map(({ id }) => id)).toEqual(expect.arrayContaining(['street-name', 'house-number']))
      for (const { id, color, halo } of labels)
        expect(contrast(parse(color), over(parse(halo), brightest)), id).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('the ring of a light is seen around it, and around any light its point', () => {
    const paint = lightLayers().find(({ id }) => id === 'light-points')!.paint!
    const ring = parse(paint['circle-stroke-color'] as string)
    const [, , , talk, knock] = paint['circle-color'] as string[]
    for (const point of [talk!, knock!]) expect(contrast(parse(point), ring), point).toBeGreaterThanOrEqual(GLYPH)
    expect(contrast(ring, brightest)).toBeGreaterThanOrEqual(GLYPH)
    // Where the ring is lost in dark ground, the point is not.
    expect(contrast(parse(knock!), darkest)).toBeGreaterThanOrEqual(GLYPH)
  })

  it('markers are seen by their fill or their edge, and their numbers are read', () => {
    for (const shape of Object.keys(PIN_COLORS) as PinShape[]) {
      const { fill, tint, ink } = PIN_COLORS[shape]
      const isPale = luminance(parse(fill)) > 0.4
      // White and amber markers have a dark edge.
      const edge = isPale ? ink : fill
      expect(contrast(parse(edge), brightest), shape).toBeGreaterThanOrEqual(GLYPH)
      // The NEW marker has no number but its word, in its ink.
      const text = shape === 'new_marker' ? ink : pinTextColor(shape, false)
      expect(between(text, fill), shape).toBeGreaterThanOrEqual(TEXT)
      expect(between(pinTextColor(shape, true), tint), shape).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('the line about the map is read through its pale ground', () => {
    const { surface, 'ink-2': ink } = tokens.light
    for (const ground of [brightest, darkest])
      expect(
        contrast(parse(ink!), over([...parse(surface!).slice(0, 3), 0.8] as never, ground)),
      ).toBeGreaterThanOrEqual(TEXT)
  })
})

it.each(['light', 'dark'] as const)('the controls and the sheet of the map are read in the %s theme', (theme) => {
  const color = tokens[theme]
  for (const ink of ['ink', 'ink-2', 'ink-3', 'accent-ink', 'good', 'bad'])
    expect(between(color[ink], color['surface']), ink).toBeGreaterThanOrEqual(TEXT)
  expect(between(color['on-accent'], color['accent'])).toBeGreaterThanOrEqual(TEXT)
  expect(between(color['focus'], color['surface'])).toBeGreaterThanOrEqual(GLYPH)
  for (const hue of hues) {
    expect(between(color['ink'], color[`${hue}-tint`]), hue).toBeGreaterThanOrEqual(TILE_LABEL)
    expect(between(color[hue], color[`${hue}-tint`]), hue).toBeGreaterThanOrEqual(TEXT)
  }
})

it.each(['light', 'dark'] as const)('the names of drawn maps are read on their halos in the %s theme', (theme) => {
  for (const mapType of ['roadmap', 'terrain'] as const)
    for (const { id, color, halo } of labelsOf(mapType, theme))
      expect(between(color, halo), `${mapType} ${id}`).toBeGreaterThanOrEqual(TEXT)
  for (const { name, road } of [roadmap[theme], terrain[theme]])
    expect(between(name, road)).toBeGreaterThanOrEqual(TEXT)
})
