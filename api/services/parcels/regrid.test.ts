import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FailureMode } from '../../../tests/support/fakes/fakeService.ts'
import { type FakeRegrid, regridToken, startFakeRegrid } from '../../../tests/support/fakes/fakeRegrid.ts'
import { Unavailable } from '../../domain/errors.ts'
import { createPaidParcels } from './billing.ts'
import type { Parcels } from './parcels.ts'
import { RegridParcels } from './regrid.ts'
import { toSearchPaths } from './regridPaths.ts'

let regrid: FakeRegrid
let parcels: Parcels

const house = { number: 1018, street: 'W Demo St', lat: 39.77, lng: -86.16, owner: 'SAMPLE OWNER' }
const northern = { number: 7, street: 'Example Ave', lat: 41.08, lng: -85.14, county: 'allen', owner: 'NORTHERN OWNER' }

beforeEach(async () => {
  regrid = await startFakeRegrid([house, { ...house, number: 1022, lng: -86.161 }, northern])
  parcels = createPaidParcels(new RegridParcels({ url: regrid.url, token: regridToken, timeoutMs: 1_000 }))
})
afterEach(() => regrid.close())

describe('a parcel of the provider', () => {
  it('is read with its owner, mailing address, land and facts', async () => {
    const { found, billed } = await parcels.atPoint({ lat: 39.77, lng: -86.16 })
    expect(billed).toBe(1)
    expect(found[0]).toMatchObject({
      parcelId: '49-1018',
      address: '1018 W DEMO ST',
      streetNumber: '1018',
      city: 'SAMPLE TOWN',
      state: 'IN',
      zipCode: '00042',
      ownerName: 'SAMPLE OWNER',
      ownerAddress: '1 SAMPLE PLZ, SAMPLE CITY, IN 00042',
      centroid: { lat: 39.77, lng: -86.16 },
      facts: { year_built: 1926, acres: 0.16981, sqft: 1480, legal: 'SAMPLE ADDITION LOT 7' },
      source: 'regrid',
    })
    expect(found[0]!.outline).toMatchObject({ type: 'Polygon' })
  })

  it('is requested by its point alone, at most one record', async () => {
    await parcels.atPoint({ lat: 39.77, lng: -86.16 })
    expect(regrid.requests[0]).toMatchObject({
      path: '/api/v2/parcels/point',
      query: { lat: '39.77', lon: '-86.16', limit: '1' },
    })
    expect(regrid.requests[0]!.query).not.toHaveProperty('path')
  })

  it('is read by its id; an unknown id gives none and is not billed', async () => {
    const [known] = (await parcels.atPoint({ lat: 39.77, lng: -86.16 })).found
    expect(await parcels.byId(known!.id)).toMatchObject({ found: [{ parcelId: '49-1018' }], billed: 1 })
    expect(await parcels.byId('00000000-0000-4000-8000-000000000000')).toEqual({ found: [], billed: 0 })
    const before = regrid.requests.length
    expect(await parcels.byId('../../users')).toEqual({ found: [], billed: 0 })
    expect(regrid.requests).toHaveLength(before)
  })

  it('has no owner if the county publishes none', async () => {
    regrid.parcels = [{ number: 3, street: 'Quiet Ln', lat: 39.5, lng: -86.5 }]
    const { found } = await parcels.search('3 Quiet Ln')
    expect(found[0]).toMatchObject({ ownerName: null, ownerAddress: null })
  })
})

describe('a search by address', () => {
  it("searches the county of the context's city for at most five records", async () => {
    const { found, billed } = await parcels.search('1018 W Demo St, Sample Town, IN', '/us/in/indianapolis')
    expect(found).toHaveLength(1)
    expect(billed).toBe(1)
    expect(regrid.requests.map(({ query }) => [query['path'], query['limit']])).toEqual([['/us/in/marion', '5']])
  })

  it('searches the state if the county has no results, and bills those of the state', async () => {
    const { found, billed } = await parcels.search('7 Example Ave, Fort Sample, IN', '/us/in/indianapolis')
    expect([found[0]?.ownerName, billed]).toEqual(['NORTHERN OWNER', 1])
    expect(regrid.requests.map(({ query }) => query['path'])).toEqual(['/us/in/marion', '/us/in'])
  })

  it("falls back to the state on 'Invalid context path'", async () => {
    const { found } = await parcels.search('1018 W Demo St', '/us/in/nowhere')
    expect(found).toHaveLength(1)
    expect(regrid.requests.map(({ query }) => query['path'])).toEqual(['/us/in/nowhere', '/us/in'])
  })

  it('in an unknown state finds nothing', async () => {
    expect(await parcels.search('1018 W Demo St', '/us/zz')).toEqual({ found: [], billed: 0 })
  })

  it('without results is not billed', async () => {
    expect(await parcels.search('99 Nowhere Blvd')).toEqual({ found: [], billed: 0 })
  })

  it('is billed for every returned record', async () => {
    expect((await parcels.search('1020 W Demo St')).billed).toBe(2)
  })

  it.each([
    ['/us/in/indianapolis', ['/us/in/marion', '/us/in']],
    ['/us/tx/houston', ['/us/tx/harris', '/us/tx']],
    ['/us/fl/miami', ['/us/fl/miami-dade', '/us/fl']],
    ['/US/NY/New York/', ['/us/ny/new-york', '/us/ny']],
    ['/us/wy', ['/us/wy']],
    ['elsewhere', [null]],
    [undefined, [null]],
  ])('with the context %j searches %j', (context, paths) => expect(toSearchPaths(context)).toEqual(paths))
})

describe('a repeated lookup', () => {
  it('is cached and not billed, in any spelling', async () => {
    await parcels.search('1018 W Demo St')
    const again = await parcels.search('  1018  w demo st ')
    expect([again.found.length, again.billed]).toEqual([1, 0])
    expect(regrid.requests).toHaveLength(1)
  })

  it('is sent once for concurrent callers, and billed to one of them', async () => {
    regrid.delayMs = 50
    const answers = await Promise.all(Array.from({ length: 20 }, () => parcels.atPoint({ lat: 39.77, lng: -86.16 })))
    expect(regrid.requests).toHaveLength(1)
    expect(answers.reduce((sum, { billed }) => sum + billed, 0)).toBe(1)
    expect(answers.every(({ found }) => found[0]?.ownerName === 'SAMPLE OWNER')).toBe(true)
  })

  it('is sent again with bypassCache', async () => {
    await parcels.atPoint({ lat: 39.77, lng: -86.16 })
    regrid.parcels = [{ ...house, owner: 'NEXT OWNER' }]
    const { found, billed } = await parcels.atPoint({ lat: 39.77, lng: -86.16 }, { bypassCache: true })
    expect([found[0]?.ownerName, billed]).toEqual(['NEXT OWNER', 1])
    expect((await parcels.atPoint({ lat: 39.77, lng: -86.16 })).found[0]?.ownerName).toBe('NEXT OWNER')
  })

  it('expires after its TTL', async () => {
    let now = 1_000
    const source = new RegridParcels({ url: regrid.url, token: regridToken })
    const short = createPaidParcels(source, { ttlMs: 1_000, maxEntries: 2, now: () => now })
    await short.search('1018 W Demo St')
    now = 2_001
    expect((await short.search('1018 W Demo St')).billed).toBe(1)
  })
})

describe('a failing provider', () => {
  const failureModes: FailureMode[] = [
    ...(['unauthorized', 'tooMany', 'broken', 'slow', 'stalled', 'nonsense'] as const),
    ...(['unlike', 'redirect', 'huge', 'hangUp'] as const),
  ]

  it.each(failureModes)(
    'that is %s gives Unavailable, without the API key in the message, after one request',
    async (mode) => {
      regrid.failureMode = mode
      for (const ask of [
        () => parcels.search('1018 W Demo St', '/us/in/indianapolis'),
        () => parcels.atPoint({ lat: 39.77, lng: -86.16 }),
        () => parcels.byId('11111111-1111-4111-8111-111111111111'),
      ]) {
        const error = await ask().then(
          () => null,
          (reason: unknown) => reason as Error,
        )
        expect(error).toBeInstanceOf(Unavailable)
        expect(error!.message).toMatch(/^The parcel service .+ \(503 Service Unavailable\)\.$/)
        expect(`${error!.stack} ${JSON.stringify(error)} ${String(error!.cause)}`).not.toContain(regridToken)
      }
      // After a 429 the client sends no request until Retry-After has passed.
      expect(regrid.requests).toHaveLength(mode === 'tooMany' ? 1 : 3)
    },
  )

  it('is not cached: the next lookup succeeds', async () => {
    regrid.failureMode = 'broken'
    await expect(parcels.search('1018 W Demo St')).rejects.toThrow(Unavailable)
    regrid.failureMode = null
    expect((await parcels.search('1018 W Demo St')).billed).toBe(1)
  })

  it('that rejects the API key says so', async () => {
    const wrong = new RegridParcels({ url: regrid.url, token: 'another' })
    await expect(wrong.atPoint({ lat: 39.77, lng: -86.16 })).rejects.toThrow('rejected the access key')
  })

  it('that cannot be reached gives Unavailable', async () => {
    const nowhere = new RegridParcels({ url: 'http://127.0.0.1:9', token: regridToken })
    await expect(nowhere.atPoint({ lat: 39.77, lng: -86.16 })).rejects.toThrow('cannot be reached')
  })
})
