import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, it } from 'vitest'
import type { Look, Theme } from './palettes.ts'
import { basemapStyle } from './style.ts'

const looks: Look[] = ['roadmap', 'satellite', 'hybrid', 'terrain']
const themes: Theme[] = ['light', 'dark']
const tilesUrl = 'http://localhost/api/basemap/{z}/{x}/{y}.mvt'

function wordsOf(look: Look): string[] {
  const { layers } = basemapStyle({ look, theme: 'light', tilesUrl })
  return layers
    .filter((layer) => layer.type === 'symbol' && layer.layout?.['text-field'] !== undefined)
    .map(({ id }) => id)
}

describe('the style of the embedded basemap', () => {
  for (const look of looks) {
    for (const theme of themes) {
      it(`is a valid style as ${look}, ${theme}`, () => {
        expect(validateStyleMin(basemapStyle({ look, theme, tilesUrl }) as never)).toEqual([])
      })
    }
  }

  it('shows no words on the satellite look, and street names and numbers on all others', () => {
    expect(wordsOf('satellite')).toEqual([])
    for (const look of ['roadmap', 'hybrid', 'terrain'] as const) {
      expect(wordsOf(look)).toEqual(expect.arrayContaining(['street-name', 'house-number', 'place-park']))
    }
  })

  it('can leave the house numbers out', () => {
    const { layers } = basemapStyle({ look: 'roadmap', theme: 'light', tilesUrl, numbers: false })
    expect(layers.map(({ id }) => id)).not.toContain('house-number')
  })

  it('needs nothing but the tiles: no glyphs, no sprite, no other address', () => {
    for (const look of looks) {
      const style = basemapStyle({ look, theme: 'light', tilesUrl })
      expect(style).not.toHaveProperty('glyphs')
      expect(style).not.toHaveProperty('sprite')
      expect(Object.values(style.sources)).toEqual([expect.objectContaining({ tiles: [tilesUrl] })])
    }
  })

  it('dims the picture in the dark, below the words', () => {
    const ids = basemapStyle({ look: 'hybrid', theme: 'dark', tilesUrl }).layers.map(({ id }) => id)
    expect(ids.indexOf('dimming')).toBeGreaterThan(ids.indexOf('tree'))
    expect(ids.indexOf('dimming')).toBeLessThan(ids.indexOf('street-name'))
    expect(basemapStyle({ look: 'hybrid', theme: 'light', tilesUrl }).layers.map(({ id }) => id)).not.toContain(
      'dimming',
    )
  })
})
