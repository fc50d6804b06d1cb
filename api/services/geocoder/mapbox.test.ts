import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FailureMode } from '../../../tests/support/fakes/fakeService.ts'
import { type FakeMapbox, mapboxToken, startFakeMapbox } from '../../../tests/support/fakes/fakeMapbox.ts'
import { Unavailable } from '../../domain/errors.ts'
import { createPaidGeocoder } from './billing.ts'
import type { Geocoder } from './geocoder.ts'
import { MapboxGeocoder } from './mapbox.ts'

let mapbox: FakeMapbox
let geocoder: Geocoder

const house = { number: '1018', street: 'West Demo Street', lat: 39.77, lng: -86.16 }
const far = { ...house, lat: 41.08, lng: -85.14 }

beforeEach(async () => {
  mapbox = await startFakeMapbox([house])
  geocoder = createPaidGeocoder(new MapboxGeocoder({ url: mapbox.url, token: mapboxToken, timeoutMs: 1_000 }))
})
afterEach(() => mapbox.close())

const first = async (address: string) => (await geocoder.forward(address)).found[0]

describe('an address', () => {
  it('gives a candidate from a permanent request within the US', async () => {
    const { found, billed } = await geocoder.forward('1018 West Demo Street, USA')
    expect(billed).toBe(1)
    expect(found).toEqual([
      {
        address: '1018 West Demo Street, Sample Town, IN 00042',
        streetNumber: '1018',
        street: 'West Demo Street',
        city: 'Sample Town',
        state: 'IN',
        zipCode: '00042',
        neighborhood: 'Sample Park',
        type: 'rooftop',
        partial: false,
        point: { lat: 39.77, lng: -86.16 },
      },
    ])
    expect(mapbox.requests[0]).toMatchObject({
      path: '/search/geocode/v6/forward',
      query: { country: 'us', permanent: 'true', autocomplete: 'false', types: 'address,street' },
    })
  })

  it.each([
    ['rooftop', 'rooftop'],
    ['parcel', 'rooftop'],
    ['point', 'rooftop'],
    ['interpolated', 'interpolated'],
    ['approximate', 'interpolated'],
    ['intersection', 'interpolated'],
  ] as const)('with accuracy %s is %s', async (accuracy, type) => {
    mapbox.addresses = [{ ...house, accuracy }]
    expect(await first('1018 West Demo Street')).toMatchObject({ type })
  })

  it.each([
    [{ confidence: 'exact' }, false],
    [{ confidence: 'high' }, false],
    [{ confidence: 'medium' }, true],
    [{ confidence: 'low' }, true],
    [{ confidence: 'high', unmatched: ['place'] }, true],
    [{ unmatched: ['address_number'] }, true],
  ] as const)('matched as %j is partial: %s', async (match, partial) => {
    mapbox.addresses = [{ ...house, ...match, unmatched: 'unmatched' in match ? [...match.unmatched] : undefined }]
    expect(await first('1018 West Demo Street')).toMatchObject({ partial })
  })

  it('with an unknown number gives the street', async () => {
    mapbox.addresses = [{ ...house, number: '' }]
    expect(await first('West Demo Street')).toMatchObject({ type: 'street', partial: true, streetNumber: '' })
  })

  it('in the view comes before the same address elsewhere', async () => {
    mapbox.addresses = [house, far]
    const bounds = { south: 41, west: -85.2, north: 41.1, east: -85.1 }
    expect((await geocoder.forward('1018 West Demo Street', { bounds })).found[0]!.point.lat).toBe(41.08)
  })

  it('that is unknown gives no candidates and is billed as one request', async () => {
    expect(await geocoder.forward('99 Nowhere Blvd')).toEqual({ found: [], billed: 1 })
  })

  it('is accepted in any form', async () => {
    const { found } = await geocoder.forward(`1018 West Demo Street; ${'and more words '.repeat(40)}`)
    expect(found).toHaveLength(1)
  })
})

describe('a point', () => {
  it('is rooftop on a house, nearest close to it, and null far from every address', async () => {
    const at = async (lat: number) => (await geocoder.reverse({ lat, lng: -86.16 })).found
    expect(await at(39.77001)).toMatchObject({ streetNumber: '1018', type: 'rooftop' })
    expect(await at(39.7704)).toMatchObject({ streetNumber: '1018', type: 'nearest' })
    expect(await at(39.7712)).toBeNull()
    expect(mapbox.requests[0]).toMatchObject({
      path: '/search/geocode/v6/reverse',
      query: { longitude: '-86.16', latitude: '39.77001', permanent: 'true', types: 'address', limit: '1' },
    })
  })
})

describe('a suggestion', () => {
  it('is a temporary result, close to the view first', async () => {
    mapbox.addresses = [far, house]
    const { found, billed } = await geocoder.suggest('1018 We', { south: 39, west: -87, north: 40, east: -86 })
    expect(billed).toBe(1)
    expect(found.map(({ point }) => point.lat)).toEqual([39.77, 41.08])
    expect(found[0]).toMatchObject({ streetNumber: '1018', city: 'Sample Town', state: 'IN' })
    expect(mapbox.requests[0]!.query).toMatchObject({ autocomplete: 'true', types: 'address', limit: '8' })
    expect(mapbox.requests[0]!.query).not.toHaveProperty('permanent')
  })

  it('is not cached, but shared by concurrent callers', async () => {
    await geocoder.suggest('1018 We')
    expect((await geocoder.suggest('1018 We')).billed).toBe(1)
    mapbox.delayMs = 50
    const together = await Promise.all([geocoder.suggest('1018 w'), geocoder.suggest('1018 w')])
    expect(together.map(({ billed }) => billed)).toEqual([1, 0])
  })

  it('needs more than one letter', async () => {
    expect((await geocoder.suggest('1')).found).toEqual([])
    expect(mapbox.requests).toEqual([])
  })
})

describe('a repeated lookup', () => {
  it('is cached and not billed', async () => {
    await geocoder.forward('1018 West Demo Street')
    await geocoder.reverse(house)
    expect((await geocoder.forward('1018 west demo street')).billed).toBe(0)
    expect((await geocoder.reverse(house)).billed).toBe(0)
    expect(mapbox.requests).toHaveLength(2)
  })
})

describe('a failing provider', () => {
  const failureModes: FailureMode[] = [
    ...(['unauthorized', 'tooMany', 'broken', 'slow', 'stalled', 'nonsense'] as const),
    ...(['unlike', 'redirect', 'huge', 'hangUp'] as const),
  ]

  it.each(failureModes)('that is %s gives Unavailable, without the API key in the message', async (mode) => {
    mapbox.failureMode = mode
    for (const ask of [
      () => geocoder.forward('1018 West Demo Street'),
      () => geocoder.reverse(house),
      () => geocoder.suggest('1018 West'),
    ]) {
      const error = await ask().then(
        () => null,
        (reason: unknown) => reason as Error,
      )
      expect(error).toBeInstanceOf(Unavailable)
      expect(error!.message).toMatch(/^The address service .+ \(503 Service Unavailable\)\.$/)
      expect(`${error!.stack} ${JSON.stringify(error)} ${String(error!.cause)}`).not.toContain(mapboxToken)
    }
    expect(mapbox.requests).toHaveLength(mode === 'tooMany' ? 1 : 3)
  })
})
