import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, it } from 'vitest'
import type { Theme } from '../../../ui/theme.ts'
import type { MapType } from '../mapTypes.ts'
import { basemapStyle } from './style.ts'

const mapTypes: MapType[] = ['roadmap', 'satellite', 'hybrid', 'terrain']
const themes: Theme[] = ['light', 'dark']
const tilesUrl = 'http://localhost/api/basemap/{z}/{x}/{y}.mvt'

function labelLayersOf(mapType: MapType): string[] {
  const { layers } = basemapStyle({ mapType, theme: 'light', tilesUrl })
  return layers
    .filter((layer) => layer.type === 'symbol' && layer.layout?.['text-field'] !== undefined)
    .map(({ id }) => id)
}

describe('the style of the embedded basemap', () => {
  for (const mapType of mapTypes) {
    for (const theme of themes) {
      it(`is a valid style as ${mapType}, ${theme}`, () => {
        expect(validateStyleMin(basemapStyle({ mapType, theme, tilesUrl }) as never)).toEqual([])
      })
    }
  }

  it('has no labels on the satellite map, and street names and numbers on all others', () => {
    expect(labelLayersOf('satellite')).toEqual([])
    for (const mapType of ['roadmap', 'hybrid', 'terrain'] as const) {
      expect(labelLayersOf(mapType)).toEqual(expect.arrayContaining(['street-name', 'house-number', 'place-park']))
    }
  })

  it('can omit house numbers', () => {
    const { layers } = basemapStyle({ mapType: 'roadmap', theme: 'light', tilesUrl, numbers: false })
    expect(layers.map(({ id }) => id)).not.toContain('house-number')
  })

  it('needs only the tiles: no glyphs, no sprite, no other URL', () => {
    for (const mapType of mapTypes) {
      const style = basemapStyle({ mapType, theme: 'light', tilesUrl })
      expect(style).not.toHaveProperty('glyphs')
      expect(style).not.toHaveProperty('sprite')
      expect(Object.values(style.sources)).toEqual([expect.objectContaining({ tiles: [tilesUrl] })])
    }
  })

  it('dims the imagery in the dark theme, below the labels', () => {
    const ids = basemapStyle({ mapType: 'hybrid', theme: 'dark', tilesUrl }).layers.map(({ id }) => id)
    expect(ids.indexOf('dimming')).toBeGreaterThan(ids.indexOf('tree'))
    expect(ids.indexOf('dimming')).toBeLessThan(ids.indexOf('street-name'))
    expect(basemapStyle({ mapType: 'hybrid', theme: 'light', tilesUrl }).layers.map(({ id }) => id)).not.toContain(
      'dimming',
    )
  })
})
