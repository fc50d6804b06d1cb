import { describe, expect, it } from 'vitest'
import {
  clusterFeatures,
  foremostFeatures,
  type HouseMarker,
  houseFeatures,
  outlineFeatures,
  shortCount,
} from './markerFeatures.ts'

const house = (id: string, more: Partial<HouseMarker> = {}): HouseMarker => ({
  id,
  lat: 39.77,
  lng: -86.16,
  streetNumber: '1031',
  status: 'NEW',
  priority: 'NORMAL',
  ...more,
})
const images = (features: { features: { properties: unknown }[] }) =>
  features.features.map((feature) => (feature.properties as { image: string }).image)

describe('the houses on the map', () => {
  it('carry number, shape and place, longitude first', () => {
    const [feature] = houseFeatures([house('a', { status: 'INTERESTED' })], undefined).features
    expect(feature?.geometry.coordinates).toEqual([-86.16, 39.77])
    expect(feature?.properties).toMatchObject({ id: 'a', label: '1031', image: 'pin:interested:4:normal:rest' })
  })

  it('leave out the selected one, which stands above them and larger', () => {
    const houses = [house('a'), house('b')]
    expect(houseFeatures(houses, 'a').features.map((feature) => feature.properties?.['id'])).toEqual(['b'])
    expect(images(foremostFeatures(house('a'), undefined))).toEqual(['pin:new:4:normal:selected'])
  })

  it('give way to high priority when they collide', () => {
    const orders = houseFeatures([house('a', { priority: 'HIGH' }), house('b')], undefined).features.map(
      (feature) => feature.properties?.['order'] as number,
    )
    expect(orders[0]).toBeLessThan(orders[1]!)
  })

  it('show a dash where the number is missing', () => {
    expect(houseFeatures([house('a', { streetNumber: '' })], undefined).features[0]?.properties?.['label']).toBe('–')
  })
})

describe('the NEW marker', () => {
  it('says NEW, and shows dots while it is looked up', () => {
    const label = (busy: boolean) =>
      foremostFeatures(undefined, { lat: 1, lng: 2, busy }).features[0]?.properties?.['label']
    expect(label(false)).toBe('NEW')
    expect(label(true)).toBe('···')
  })
})

describe('clusters', () => {
  const cluster = (count: number) => ({ key: String(count), lat: 0, lng: 0, count })

  it('are red only above the larger of 10 and the mean', () => {
    expect(images(clusterFeatures([cluster(4), cluster(10), cluster(11)]))).toEqual([
      'cluster:38:calm',
      'cluster:46:calm',
      'cluster:46:busy',
    ])
    // The mean of these is 200: 150 is many, but fewer than that.
    expect(images(clusterFeatures([cluster(150), cluster(250)]))).toEqual(['cluster:56:calm', 'cluster:56:busy'])
  })

  it('write large numbers short', () => {
    expect([999, 1000, 1250, 14_900, 1_250_000].map(shortCount)).toEqual(['999', '1k', '1.2k', '14k', '1.2M'])
  })
})

describe('a parcel’s outline', () => {
  const corners = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
    { lat: 1, lng: 1 },
  ]

  it('is closed where the corners are not', () => {
    expect(outlineFeatures(corners).features[0]?.geometry.coordinates[0]).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ])
  })

  it('is none for less than a triangle', () => {
    expect(outlineFeatures(corners.slice(0, 2)).features).toEqual([])
    expect(outlineFeatures(null).features).toEqual([])
  })
})
