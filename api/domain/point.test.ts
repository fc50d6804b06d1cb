import { describe, expect, it } from 'vitest'
import { boundsAround, distanceMeters, isPoint, pointKey } from './point.ts'

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
    const bounds = boundsAround({ lat: 39.77, lng: -86.16 }, 60)
    expect(distanceMeters({ lat: 39.77, lng: -86.16 }, { lat: 39.77, lng: bounds.east })).toBeCloseTo(60, 3)
  })

  it('is invalid beyond the poles and the date line', () => {
    expect(isPoint({ lat: 90, lng: 180 })).toBe(true)
    expect(isPoint({ lat: 90.1, lng: 0 })).toBe(false)
    expect(isPoint({ lat: 0, lng: -180.1 })).toBe(false)
    expect(isPoint({ lat: Number.NaN, lng: 0 })).toBe(false)
  })
})
