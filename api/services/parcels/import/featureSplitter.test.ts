import { describe, expect, it } from 'vitest'
import { FeatureSplitter } from './featureSplitter.ts'

const feature = (n: number) =>
  `{"type":"Feature","properties":{"n":${n},"t":"a \\"}{[ ${'é'.repeat(n)}"},"geometry":null}`

/** Splits a text that arrives in chunks of `pieceSize` bytes. */
function split(text: string, pieceSize: number) {
  const splitter = new FeatureSplitter()
  const bytes = Buffer.from(text)
  const parts = []
  for (let at = 0; at < bytes.length; at += pieceSize) parts.push(...splitter.push(bytes.subarray(at, at + pieceSize)))
  splitter.end()
  return parts
}

const three = [1, 2, 3].map(feature)
const forms = {
  'a collection': `{"type":"FeatureCollection","features":[${three.join(',')}]}`,
  'a collection with members before and after': `{"name":"features","crs":{"features":[1],"p":[{}]},"bbox":[1,2],
    "features" : [ ${three.join(' ,\n')} ], "links": [{"features": []}] }`,
  'one feature a line': three.join('\n') + '\n',
  'one feature a record': three.map((one) => `\u001e${one}\n`).join(''),
  'an array': `[${three.join(',')}]`,
  'a collection after a byte order mark': `\uFEFF{"features":[${three.join(',')}]}`,
}

describe('the features', () => {
  it.each(Object.entries(forms))('of %s are split, whatever the chunk size', (_, text) => {
    for (const size of [1, 2, 7, 64, 1 << 20]) expect(split(text, size).map((part) => part.text)).toEqual(three)
  })

  it('have a number and a line', () => {
    const parts = split(forms['one feature a line'], 1 << 20)
    expect(parts.map(({ number, line }) => [number, line])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  it('of an empty collection are an empty list', () => {
    expect(split('{"type":"FeatureCollection","features":[]}', 64)).toEqual([])
  })

  it('of a truncated file are refused with the position', () => {
    const text = forms['a collection']
    expect(() => split(text.slice(0, -30), 64)).toThrow('inside feature 3 (line 1): it is truncated')
    expect(() => split(text.slice(0, -1), 64)).toThrow('truncated')
  })

  it('of another format are refused', () => {
    expect(() => split('parcels;of;the;county', 64)).toThrow("Line 1 is not GeoJSON: found 'parcels;of;the;count'")
    expect(() => split(`${three[0]}\n}`, 64)).toThrow('Line 2 is not GeoJSON')
  })
})
