import { describe, expect, it } from 'vitest'
import {
  clusterFeatures,
  topmostFeatures,
  type PropertyMarker,
  propertyFeatures,
  parcelOutlineFeatures,
  formatShortCount,
} from './markerFeatures.ts'
import { clusterDiscs } from './markerImages.ts'

const property = (id: string, more: Partial<PropertyMarker> = {}): PropertyMarker => ({
  id,
  lat: 39.77,
  lng: -86.16,
  streetNumber: '1031',
  status: 'NEW',
  priority: 'NORMAL',
  ...more,
})
const imagesOf = (features: { features: { properties: unknown }[] }) =>
  features.features.map((feature) => (feature.properties as { image: string }).image)

describe('property markers', () => {
  it('carry number, shape, and coordinates, longitude first', () => {
    const [feature] = propertyFeatures([property('a', { status: 'INTERESTED' })], undefined).features
    expect(feature?.geometry.coordinates).toEqual([-86.16, 39.77])
    expect(feature?.properties).toMatchObject({ id: 'a', label: '1031', image: 'pin:interested:4:normal:own' })
  })

  it.each([
    ['NOBODY_HOME', 'nobody_home'],
    ['TALKED', 'contacted'],
    ['INTERESTED', 'interested'],
    ['NOT_INTERESTED', 'not_interested'],
    ['COME_BACK', 'come_back'],
    ['LEFT_FLYER', 'left_flyer'],
    ['NOT_THE_OWNER', 'not_the_owner'],
    ['NO_SOLICITING', 'no_soliciting'],
  ] as const)('show the last outcome %s, whatever the status', (lastOutcome, shape) => {
    const features = propertyFeatures([property('a', { status: 'NEW', lastOutcome })], undefined)
    expect(imagesOf(features)).toEqual([`pin:${shape}:4:normal:own`])
  })

  it('are paler and smaller for a colleague, and solid when selected', () => {
    const team = property('a', { isTeams: true, lastOutcome: 'COME_BACK' })
    const [feature] = propertyFeatures([team], undefined).features
    expect(feature?.properties).toMatchObject({ image: 'pin:come_back:4:normal:team', ink: '#7a3aa8', scale: 0.86 })
    expect(imagesOf(topmostFeatures(team, undefined))).toEqual(['pin:come_back:4:normal:selected'])
  })

  it('omit the selected property, which is drawn larger on top', () => {
    const properties = [property('a'), property('b')]
    expect(propertyFeatures(properties, 'a').features.map((feature) => feature.properties?.['id'])).toEqual(['b'])
    expect(imagesOf(topmostFeatures(property('a'), undefined))).toEqual(['pin:new:4:normal:selected'])
  })

  it('are drawn below high priority where they overlap', () => {
    const orders = propertyFeatures([property('a', { priority: 'HIGH' }), property('b')], undefined).features.map(
      (feature) => feature.properties?.['order'] as number,
    )
    expect(orders[0]).toBeGreaterThan(orders[1]!)
  })

  it('show a dash if the number is missing', () => {
    expect(propertyFeatures([property('a', { streetNumber: '' })], undefined).features[0]?.properties?.['label']).toBe(
      '–',
    )
  })
})

describe('the NEW marker', () => {
  it('is labeled NEW, or with dots during the lookup', () => {
    const label = (busy: boolean) =>
      topmostFeatures(undefined, { lat: 1, lng: 2, busy }).features[0]?.properties?.['label']
    expect(label(false)).toBe('NEW')
    expect(label(true)).toBe('···')
  })
})

describe('clusters', () => {
  const cluster = (count: number, doneToday = 0) => ({ key: String(count), lat: 0, lng: 0, count, doneToday })

  it('are red only above both 10 and the mean', () => {
    expect(imagesOf(clusterFeatures([cluster(4), cluster(10), cluster(11)]))).toEqual([
      'cluster:38:calm',
      'cluster:46:calm',
      'cluster:46:busy',
    ])
    // The mean is 200, so 150 does not exceed it.
    expect(imagesOf(clusterFeatures([cluster(150), cluster(250)]))).toEqual(['cluster:56:calm', 'cluster:56:busy'])
  })

  it('glow by the share of their doors where somebody has knocked today', () => {
    const { features } = clusterFeatures([cluster(8), cluster(20, 5)])
    expect(features.map(({ properties }) => [properties?.['radius'], properties?.['share']])).toEqual([
      [19, 0],
      [23, 0.25],
    ])
  })

  it('abbreviate large numbers', () => {
    expect([999, 1000, 1250, 14_900, 1_250_000].map(formatShortCount)).toEqual(['999', '1k', '1.2k', '14k', '1.2M'])
  })
})

describe('a parcel outline', () => {
  const corners = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
    { lat: 1, lng: 1 },
  ]

  it('is a closed ring even if the corners are not', () => {
    expect(parcelOutlineFeatures(corners).features[0]?.geometry.coordinates[0]).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ])
  })

  it('is empty for fewer than three corners', () => {
    expect(parcelOutlineFeatures(corners.slice(0, 2)).features).toEqual([])
    expect(parcelOutlineFeatures(null).features).toEqual([])
  })
})

it('a busy cluster is as large as a calm one of as many, with its second ring outside', () => {
  const sizeOf = (busy: boolean) =>
    clusterDiscs(46, busy)
      .slice(-2)
      .map(({ radius }) => radius)
  expect(sizeOf(true)).toEqual(sizeOf(false))
  expect(clusterDiscs(46, true)[0]!.radius).toBeGreaterThan(clusterDiscs(46, false)[0]!.radius)
})
