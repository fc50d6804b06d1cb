import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FailureMode } from '../support/fakes/fakeService.ts'
import { mapboxToken, startFakeMapbox, type FakeMapbox } from '../support/fakes/fakeMapbox.ts'
import { regridToken, startFakeRegrid, type FakeRegrid } from '../support/fakes/fakeRegrid.ts'
import type { TestServer } from '../support/server.ts'
import type { TestUser, TestTenant } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture
let server: TestServer
let regrid: FakeRegrid
let mapbox: FakeMapbox
let testTenant: TestTenant
let neighborTenant: TestTenant
let rep: TestUser

/** A parcel that was never looked up: the server caches results. */
let next = 0
function findUncachedParcel(): {
  number: number
  street: string
  lat: number
  lng: number
  owner: string
  line: string
} {
  next += 1
  const parcel = {
    number: 100 + next,
    street: `Sample Row ${next}`,
    lat: 39 + next / 100,
    lng: -86.5,
    owner: 'SAMPLE OWNER',
  }
  regrid.parcels = [...regrid.parcels, parcel]
  mapbox.addresses = [...mapbox.addresses, { ...parcel, number: String(parcel.number) }]
  return { ...parcel, line: `${parcel.number} ${parcel.street}, Sample Town, IN` }
}

beforeAll(async () => {
  ;[regrid, mapbox] = await Promise.all([startFakeRegrid(), startFakeMapbox()])
  // The demo town is loaded, to check that it never replaces a provider that fails.
  fixture = await createServerFixture({
    demoTown: true,
    ownServer: 'looks up at other providers',
    env: { REGRID_TOKEN: regridToken, REGRID_URL: regrid.url, MAPBOX_TOKEN: mapboxToken, MAPBOX_URL: mapbox.url },
  })
  ;({ server, testTenant, rep, otherTenant: neighborTenant } = fixture)
}, 120_000)

afterAll(async () => {
  await fixture.teardown()
  await Promise.all([regrid.close(), mapbox.close()])
})

beforeEach(() => {
  regrid.failureMode = mapbox.failureMode = null
  regrid.requests = []
  mapbox.requests = []
})

/** Billed records and lookups by the tenant's log. */
async function used(of: TestTenant = testTenant): Promise<{ records: number; lookUps: number; geocodes: number }> {
  const { rows } = await fixture.db.query(
    `select coalesce(sum((data->>'records')::int) filter (where type = 'ParcelLookedUp'), 0)::int as records,
       (count(*) filter (where type = 'ParcelLookedUp'))::int as "lookUps",
       (count(*) filter (where type = 'AddressGeocoded'))::int as geocodes
     from activity_events where tenant_id = $1`,
    [of.tenantId],
  )
  return rows[0]
}

/** What `work` added to the usage. */
async function cost(work: () => Promise<unknown>, of: TestTenant = testTenant) {
  const before = await used(of)
  await work()
  const after = await used(of)
  return {
    records: after.records - before.records,
    lookUps: after.lookUps - before.lookUps,
    geocodes: after.geocodes - before.geocodes,
  }
}

const search = (address: string, person = rep) =>
  rest(
    server.url,
    person.token,
    'GET',
    `/regrid/search?address=${encodeURIComponent(address)}&context=${encodeURIComponent('/us/in/indianapolis')}`,
  )

const locate = (input: object, person = rep) =>
  graphql(
    server.url,
    person.token,
    `
      mutation ($input: LocateInput!) {
        locateProperty(input: $input) {
          outcome
          parcelServiceAvailable
          property {
            id
            ownerName
            ownerSource
          }
          draft {
            address
            streetNumber
            ownerName
            ownerSource
            parcelId
            unconfirmed
            lat
            lng
          }
          parcel {
            id
            parcelId
            acres
            yearBuilt
            legal
            sqft
            propertyType
          }
          outline {
            lat
          }
          diagnostics {
            selected
            results {
              type
              partial
            }
            finalPoint {
              lat
              lng
            }
          }
        }
      }
    `,
    { input },
  )

describe('a parcel lookup', () => {
  it('is billed per record to the first tenant, and to no other', async () => {
    const parcel = findUncachedParcel()
    expect(await cost(async () => expect((await search(parcel.line)).body['results']).toHaveLength(1))).toEqual({
      records: 1,
      lookUps: 1,
      geocodes: 0,
    })
    expect(await cost(() => search(` ${parcel.line.toUpperCase()}`))).toMatchObject({ records: 0, lookUps: 1 })
    expect(await cost(() => search(parcel.line, neighborTenant.reps[0]!), neighborTenant)).toMatchObject({
      records: 0,
      lookUps: 1,
    })
    expect(regrid.requests).toHaveLength(1)
  })

  it('made concurrently by many is one request and one billed record', async () => {
    regrid.delayMs = 60
    const parcel = findUncachedParcel()
    const point = { lat: parcel.lat, lng: parcel.lng }
    const usage = await cost(() =>
      Promise.all(
        Array.from({ length: 6 }, () => rest(server.url, rep.token, 'POST', '/regrid/search-by-coordinates', point)),
      ),
    )
    regrid.delayMs = 0
    expect(usage).toMatchObject({ records: 1, lookUps: 6 })
    expect(regrid.requests).toHaveLength(1)
  })

  it('with a read-only API key returns cached results, and sends no request that is billed', async () => {
    const made = await rest(server.url, rep.token, 'POST', '/api-keys', {
      name: 'Sample report',
      scope: 'read',
      expires_in_days: 1,
    })
    const reader = { ...rep, token: made.body['data'].token as string }
    const { lat, lng, line } = findUncachedParcel()
    const refusal =
      'This API key is read-only and cannot make a lookup that is billed. Use a key with full access, or sign in.'
    const geocode = (document: string) => graphql(server.url, reader.token, document)
    const usage = await cost(async () => {
      const answers = [
        await search(line, reader),
        await rest(server.url, reader.token, 'POST', '/regrid/search-by-coordinates', { lat, lng }),
        await rest(server.url, reader.token, 'GET', '/regrid/details/unknown'),
      ]
      expect(answers.map(({ status, body }) => [status, body['detail']])).toEqual(answers.map(() => [403, refusal]))
      for (const document of [
        `{ geocode(address: "${line}") { address } }`,
        `{ reverseGeocode(lat: ${lat}, lng: ${lng}) { address } }`,
        `{ addressSuggestions(query: "${line}") { address } }`,
      ]) {
        const { errors } = await geocode(document)
        expect([errors?.[0].message, errors?.[0].extensions.code]).toEqual([refusal, 'FORBIDDEN'])
      }
    })
    expect(usage).toEqual({ records: 0, lookUps: 0, geocodes: 0 })
    expect([...regrid.requests, ...mapbox.requests]).toEqual([])
    await search(line)
    expect((await search(line, reader)).body['results']).toHaveLength(1)
    expect(regrid.requests).toHaveLength(1)
  })

  it('that finds nothing is counted and free', async () => {
    const usage = await cost(async () => expect((await search('999 Nowhere Blvd')).body['results']).toEqual([]))
    expect(usage).toMatchObject({ records: 0, lookUps: 1 })
  })

  it("has the specification's shape, with details", async () => {
    const parcel = findUncachedParcel()
    const [found] = (await search(parcel.line)).body['results']
    expect(found).toMatchObject({
      owner: 'SAMPLE OWNER',
      parcelnumb: `49-${parcel.number}`,
      context: '1 SAMPLE PLZ, SAMPLE CITY, IN 00042',
      centroid: [parcel.lng, parcel.lat],
      source: 'regrid',
    })
    const { body } = await rest(server.url, rep.token, 'GET', `/regrid/details/${found.id}`)
    expect(body['data']).toMatchObject({
      owner_name: 'SAMPLE OWNER',
      parcel_id: `49-${parcel.number}`,
      year_built: 1926,
      acres: 0.16981,
      sqft: 1480,
      legal: 'SAMPLE ADDITION LOT 7',
      property_type: 'ONE FAMILY DWELLING',
    })
    const none = await rest(server.url, rep.token, 'GET', '/regrid/details/00000000-0000-4000-8000-000000000000')
    expect(none.status).toBe(404)
  })

  it('is allowed for every signed-in user, and needs an address', async () => {
    expect((await rest(server.url, null, 'GET', '/regrid/search?address=1')).status).toBe(401)
    expect((await search('  ')).body['detail']).toBe('Please enter an address')
    expect(regrid.requests).toEqual([])
  })
})

describe('a search on the map', () => {
  it('finds a new property with its owner, and recognizes it once it is saved', async () => {
    const parcel = findUncachedParcel()
    const found = (await locate({ address: parcel.line })).data.locateProperty
    expect(found).toMatchObject({
      outcome: 'NEW',
      draft: {
        streetNumber: String(parcel.number),
        ownerName: 'SAMPLE OWNER',
        ownerSource: 'regrid',
        unconfirmed: false,
      },
      parcel: { acres: 0.16981, yearBuilt: 1926, sqft: 1480 },
      diagnostics: { selected: 0, results: [{ type: 'rooftop', partial: false }] },
    })
    expect(found.outline.length).toBeGreaterThan(3)
    const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id outline { lat } } }'
    const saved = (await graphql(server.url, rep.token, create, { input: found.draft })).data.createProperty
    // Opening a saved property must not cost a billed record, so its outline is not fetched.
    expect(saved.outline).toBeNull()
    for (const input of [{ address: parcel.line }, { point: { lat: parcel.lat, lng: parcel.lng } }])
      expect((await locate(input)).data.locateProperty).toMatchObject({
        outcome: 'EXISTING',
        property: { id: saved.id },
      })
  })

  it("uses the parcel's coordinates when the geocode was approximate", async () => {
    const parcel = findUncachedParcel()
    mapbox.addresses = [{ ...parcel, number: String(parcel.number), accuracy: 'interpolated', lat: parcel.lat + 0.001 }]
    const { locateProperty } = (await locate({ address: parcel.line })).data
    expect(locateProperty.diagnostics).toMatchObject({
      results: [{ type: 'interpolated' }],
      finalPoint: { lat: parcel.lat, lng: parcel.lng },
    })
  })

  it('marks the nearest number within 20 as unconfirmed', async () => {
    const parcel = findUncachedParcel()
    const { locateProperty } = (await locate({ address: `${parcel.number + 8} ${parcel.street}, Sample Town, IN` }))
      .data
    expect(locateProperty.draft).toMatchObject({ unconfirmed: true, streetNumber: String(parcel.number + 8) })
    expect(locateProperty.draft.address).toMatch(new RegExp(`^${parcel.number + 8} ${parcel.street}, `, 'i'))
    const far = (await locate({ address: `${parcel.number + 40} ${parcel.street}, Sample Town, IN` })).data
      .locateProperty
    expect(far.outcome).toBe('NOT_FOUND')
  })

  it('continues with an unknown owner without the parcel service, and bills nothing', async () => {
    regrid.failureMode = 'broken'
    const parcel = findUncachedParcel()
    const usage = await cost(async () => {
      expect((await locate({ address: parcel.line })).data.locateProperty).toMatchObject({
        outcome: 'NEW',
        parcelServiceAvailable: false,
        draft: { ownerName: 'Unknown Owner', ownerSource: null },
      })
    })
    expect(usage).toEqual({ records: 0, lookUps: 0, geocodes: 1 })
  })

  it('bypasses the cache when an owner is refreshed', async () => {
    const parcel = findUncachedParcel()
    const { draft } = (await locate({ address: parcel.line })).data.locateProperty
    const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'
    const { id } = (await graphql(server.url, rep.token, create, { input: draft })).data.createProperty
    regrid.parcels = regrid.parcels.map((item) =>
      item.street === parcel.street ? { ...item, owner: 'NEXT OWNER' } : item,
    )
    const refresh = 'mutation ($id: ID!) { refreshOwner(id: $id) { outcome property { ownerName ownerSource } } }'
    const usage = await cost(async () => {
      const { data } = await graphql(server.url, rep.token, refresh, { id })
      expect(data.refreshOwner).toEqual({
        outcome: 'UPDATED',
        property: { ownerName: 'NEXT OWNER', ownerSource: 'regrid' },
      })
    })
    expect(usage).toMatchObject({ records: 1, lookUps: 1 })
    regrid.failureMode = 'broken'
    const { errors } = await graphql(server.url, rep.token, refresh, { id })
    expect(errors[0].extensions.code).toBe('UNAVAILABLE')
  })
})

describe('addresses', () => {
  it('are geocoded and reverse geocoded, counted once', async () => {
    const parcel = findUncachedParcel()
    const forward = `query ($a: String!) { geocode(address: $a) { address streetNumber city state zipCode type partial point { lat lng } } }`
    const usage = await cost(async () => {
      for (let again = 0; again < 2; again += 1) {
        const { data } = await graphql(server.url, rep.token, forward, { a: parcel.line })
        expect(data.geocode).toMatchObject([
          { streetNumber: String(parcel.number), city: 'Sample Town', state: 'IN', point: { lat: parcel.lat } },
        ])
      }
    })
    expect(usage.geocodes).toBe(1)
    const back = `query ($lat: Float!, $lng: Float!) { reverseGeocode(lat: $lat, lng: $lng) { streetNumber type } }`
    const at = (lat: number) => graphql(server.url, rep.token, back, { lat, lng: parcel.lng })
    expect((await at(parcel.lat)).data.reverseGeocode).toEqual({ streetNumber: String(parcel.number), type: 'rooftop' })
    expect((await at(parcel.lat + 0.4)).data.reverseGeocode).toBeNull()
    expect((await at(95)).errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect((await graphql(server.url, rep.token, forward, { a: ' ' })).errors[0].message).toBe(
      'Please enter an address',
    )
    expect((await graphql(server.url, null, forward, { a: 'x' })).errors[0].extensions.code).toBe('UNAUTHENTICATED')
  })

  it('are not geocoded without a tenant to bill', async () => {
    const asked = mapbox.requests.length
    const { errors } = await graphql(
      server.url,
      fixture.globalAdmin.token,
      '{ addressSuggestions(query: "1 Nobodys St") { address } }',
    )
    expect([errors?.[0].extensions.code, errors?.[0].message]).toEqual(['BAD_USER_INPUT', 'Choose a tenant first'])
    expect(mapbox.requests).toHaveLength(asked)
  })

  it('are suggested while typing, each request counted', async () => {
    const parcel = findUncachedParcel()
    const usage = await cost(async () => {
      const { data } = await graphql(
        server.url,
        rep.token,
        'query ($q: String!) { addressSuggestions(query: $q) { address streetNumber } }',
        { q: `${parcel.number} Sample R` },
      )
      expect(data.addressSuggestions).toMatchObject([{ streetNumber: String(parcel.number) }])
    })
    expect(usage.geocodes).toBe(1)
  })
})

describe('a keyed provider that fails', () => {
  const failureModes: FailureMode[] = ['unauthorized', 'broken', 'nonsense', 'unlike', 'redirect', 'huge', 'hangUp']

  it.each(failureModes)(
    '(%s) is a 503 with a message, is never replaced by the demo or billed, and does not leak its key',
    async (mode) => {
      regrid.failureMode = mapbox.failureMode = mode
      // This address is in the demo town, whose parcels are in the database.
      const demo = '1018 W 12th Demo St'
      const usage = await cost(async () => {
        const looked = await search(demo)
        expect([looked.status, looked.body['detail']]).toEqual([
          503,
          expect.stringContaining('503 Service Unavailable'),
        ])
        const located = await locate({ address: demo })
        expect(located.errors[0]).toMatchObject({
          message: expect.stringContaining('The address service'),
          extensions: { code: 'UNAVAILABLE' },
        })
        expect(JSON.stringify([looked, located])).not.toMatch(new RegExp(`${regridToken}|${mapboxToken}`))
      })
      expect(usage).toEqual({ records: 0, lookUps: 0, geocodes: 0 })
      expect(server.output()).not.toMatch(new RegExp(`${regridToken}|${mapboxToken}`))
    },
  )

  it('with a rate limit is not called until Retry-After has passed', async () => {
    regrid.failureMode = 'tooMany'
    expect((await search(findUncachedParcel().line)).status).toBe(503)
    regrid.failureMode = null
    const usage = await cost(async () => expect((await search(findUncachedParcel().line)).status).toBe(503))
    expect(regrid.requests).toHaveLength(1)
    expect(usage).toMatchObject({ records: 0, lookUps: 0 })
  })
})
