import { describe, expect, it } from 'vitest'
import { describeWrongPlace } from './places.ts'

describe('coordinates', () => {
  it.each([
    [39.77, -86.16],
    [21.3, -157.86],
    [61.2, -149.9],
    [52.8, 173.2],
    [18.4, -66.1],
    [13.44, 144.79],
    [-14.28, -170.7],
    // Another country, which no mistake explains.
    [51.5, -0.12],
    [-33.9, 151.2],
    [97.77, -86.16],
  ])('%d, %d are not known to be wrong', (lat, lng) => {
    expect(describeWrongPlace({ lat, lng })).toBeNull()
  })

  it.each([
    [-86.16, 39.77, 'look exchanged'],
    [-104.97, 39.77, 'look exchanged'],
    [-157.86, 21.3, 'look exchanged'],
    [39.77, 86.16, 'lack the minus of the longitude'],
    [42.36, 71.06, 'lack the minus of the longitude'],
    [21.3, 157.86, 'lack the minus of the longitude'],
    [-39.77, -86.16, 'have a minus too many'],
    [86.16, 39.77, 'the longitude comes first), and the minus of the longitude is missing'],
    [0, 0, 'are 0, 0'],
    [-0, 0, 'are 0, 0'],
  ])('%d, %d are wrong, with what to do', (lat, lng, message) => {
    expect(describeWrongPlace({ lat, lng })).toContain(message)
  })
})
