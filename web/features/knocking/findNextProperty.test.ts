import { describe, expect, it } from 'vitest'
import { findNextProperty } from './findNextProperty.ts'

/** A property so many meters east and north of the first one. */
const property = (streetNumber: string, east: number, north = 0) => ({
  id: streetNumber,
  streetNumber,
  lat: 39.77 + north / 111_320,
  lng: -86.16 + east / (111_320 * Math.cos((39.77 * Math.PI) / 180)),
})
const from = property('1031', 0)

describe('the next property', () => {
  it('is the nearest on the same side, even if one across the street is nearer', () => {
    const properties = [from, property('1032', 5, 30), property('1039', 32), property('1047', 48)]
    expect(findNextProperty(from, properties, new Set())?.id).toBe('1039')
  })

  it('is across the street if this side has been visited', () => {
    const properties = [property('1032', 5, 30), property('1039', 32)]
    expect(findNextProperty(from, properties, new Set(['1039']))?.id).toBe('1032')
  })

  it('is undefined if all others are too far away', () => {
    expect(findNextProperty(from, [property('2031', 400)], new Set())).toBeUndefined()
  })
})
