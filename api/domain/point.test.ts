import { describe, expect, it } from 'vitest'
import { Refused } from './errors.ts'
import {
  boundsAround,
  centerOf,
  checkBounds,
  checkPoint,
  distanceBetween,
  distanceMeters,
  isPoint,
  pointKey,
} from './point.ts'

const refusal = (message: string, fields?: object) => expect.objectContaining({ name: Refused.name, message, fields })

describe('a point', () => {
  it('has the same key as a point within half of the last decimal', () => {
    expect(pointKey({ lat: 39.77, lng: -86.16 }, 5)).toBe('39.77000,-86.16000')
    expect(pointKey({ lat: 39.770004, lng: -86.160004 }, 5)).toBe('39.77000,-86.16000')
    expect(pointKey({ lat: 39.770004, lng: -86.160004 }, 6)).toBe('39.770004,-86.160004')
  })

  it('has no negative zero', () => {
    expect(pointKey({ lat: -0.0000001, lng: 0 }, 5)).toBe('0.00000,0.00000')
  })

  it('has a degree of latitude of 111 km, and a degree of longitude that depends on the latitude', () => {
    const origin = { lat: 39.77, lng: -86.16 }
    expect(distanceMeters(origin, { lat: 40.77, lng: -86.16 })).toBeCloseTo(111_320, 0)
    expect(distanceMeters(origin, { lat: 39.77, lng: -86.159 })).toBeCloseTo(85.56, 1)
  })

  it('is the center of bounds whose edges are at the given distance', () => {
    const center = { lat: 39.77, lng: -86.16 }
    const bounds = boundsAround(center, 60)
    for (const edge of [{ lng: bounds.west }, { lng: bounds.east }, { lat: bounds.south }, { lat: bounds.north }])
      expect(distanceMeters(center, { ...center, ...edge })).toBeCloseTo(60, 3)
    expect(() => checkBounds(bounds)).not.toThrow()
    expect(pointKey(centerOf(bounds), 6)).toBe(pointKey(center, 6))
  })

  it('is invalid beyond the poles and the date line', () => {
    expect(isPoint({ lat: 90, lng: 180 })).toBe(true)
    expect(isPoint({ lat: 90.1, lng: 0 })).toBe(false)
    expect(isPoint({ lat: 0, lng: -180.1 })).toBe(false)
    expect(isPoint({ lat: Number.NaN, lng: 0 })).toBe(false)
  })

  it('is refused beyond the poles and the date line, with a message for each coordinate that is out of range', () => {
    expect(() => checkPoint({ lat: -90, lng: -180 })).not.toThrow()
    const messages = { lat: 'Must be between -90 and 90', lng: 'Must be between -180 and 180' }
    for (const [point, fields] of [
      [{ lat: 0, lng: 181 }, { lng: messages.lng }],
      [{ lat: Number.NaN, lng: 0 }, { lat: messages.lat }],
      [{ lat: 91, lng: 181 }, messages],
    ] as const)
      expect(() => checkPoint(point)).toThrow(refusal('The coordinates are out of range.', fields))
  })

  it('has a distance to another one only if both coordinates are known', () => {
    const property = { lat: 39.77, lng: -86.16 }
    expect(distanceBetween({ lat: 40.77, lng: -86.16 }, property)).toBeCloseTo(111_320, 0)
    expect(distanceBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 0 })).toBe(0)
    for (const unknown of [{}, { lat: 39.77 }, { lng: -86.16 }, { lat: null, lng: -86.16 }, { lat: 39.77, lng: null }])
      expect(distanceBetween(unknown, property)).toBeNull()
  })
})

describe('bounds', () => {
  const bounds = { south: 39, west: -87, north: 40, east: -86 }

  it.each([
    ['that contain an area', bounds],
    ['of a collapsed map', { south: 39, west: -87, north: 39, east: -87 }],
  ])('%s are accepted', (_, accepted) => {
    expect(() => checkBounds(accepted)).not.toThrow()
  })

  it.each([
    ['south above north', { ...bounds, south: 41 }],
    ['west beyond east', { ...bounds, west: -85 }],
    ['an edge that is not a number', { ...bounds, east: Number.NaN }],
  ])('with %s are refused', (_, refused) => {
    expect(() => checkBounds(refused)).toThrow(
      refusal('The bounds are not valid: south must not be above north, nor west beyond east.'),
    )
  })
})
