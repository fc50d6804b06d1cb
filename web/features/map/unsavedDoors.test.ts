import { expect, it } from 'vitest'
import { readNumberedDoors, unsavedAmong } from './unsavedDoors.ts'

const numberAt = (n: string, lng: number, lat = 39.77, street?: string) => ({
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { n, ...(street && { street }) },
})

/** A map whose tiles have these house numbers. */
const mapWith = (zoom: number, features: object[] | undefined) =>
  ({
    getZoom: () => zoom,
    getSource: () => features && {},
    querySourceFeatures: () => features,
  }) as unknown as Parameters<typeof readNumberedDoors>[0]

it('reads each house of the tiles once, although it is in the margins of several', () => {
  const several = {
    geometry: {
      type: 'MultiPoint',
      coordinates: [
        [-86.16001, 39.77],
        [-86.17, 39.77],
      ],
    },
    properties: { n: '12' },
  }
  const features = [numberAt('12', -86.16), several, numberAt('14', -86.16, 39.77, 'W 15th Demo St')]
  expect(readNumberedDoors(mapWith(18.6, features))).toEqual([
    { number: '12', lat: 39.77, lng: -86.16 },
    { number: '12', lat: 39.77, lng: -86.17 },
    { number: '14', lat: 39.77, lng: -86.16, street: 'W 15th Demo St' },
  ])
})

it('reads none where houses cannot be told apart, and on a map that has no numbers', () => {
  expect(readNumberedDoors(mapWith(17, [numberAt('12', -86.16)]))).toEqual([])
  expect(readNumberedDoors(mapWith(18.6, undefined))).toEqual([])
})

it('leaves out the saved ones, by number and place', () => {
  const houses = readNumberedDoors(
    mapWith(18.6, [numberAt('12-14', -86.16), numberAt('16', -86.16), numberAt('12', -86.17)]),
  )
  const saved = [{ streetNumber: '12', lat: 39.7701, lng: -86.16 }]
  expect(unsavedAmong(houses, saved).map(({ number, lng }) => [number, lng])).toEqual([
    ['16', -86.16],
    ['12', -86.17],
  ])
})
