import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { waitForJob } from '../support/imports.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const fixture = await createServerFixture({ propertiesPerRep: 0 })
const { owner, rep } = fixture
afterAll(() => fixture.teardown())

const at = { lat: 38.51, lng: -87.51 }
const save = (body: object) => rest(fixture.server.url, rep.token, 'POST', '/properties', { ...at, ...body })

describe('the unit of a property', () => {
  it('is written beside an address without one, and read as it was written', async () => {
    const saved = await save({ address: '370 Sample Condo Ct, Sampleton, IN 00042', unit: 'Apt 4b' })
    expect(saved.body['data']).toMatchObject({
      address: '370 Sample Condo Ct Apt 4b, Sampleton, IN 00042',
      unit: 'Apt 4b',
      street_number: '370',
      street_name: 'Sample Condo Ct',
    })
    expect((await save({ address: '370 Sample Condo Ct', unit: '4' })).body['data'].address).toBe(
      '370 Sample Condo Ct Unit 4',
    )
    expect((await save({ address: '370 Sample Condo Ct Unit 5', unit: '6' })).body['data'].unit).toBe('Unit 5')
    expect((await save({ address: '370 Sample Condo Ct', unit: ' ' })).body['data'].unit).toBeNull()
    const again = await save({ address: '370 Sample Condo Ct Apt 7', unit: null })
    expect([again.status, again.body['data'].unit]).toEqual([201, 'Apt 7'])
    const twice = await save({ address: '370 Sample Condo Ct', unit: '#4-B' })
    expect([twice.status, twice.body['detail']]).toEqual([409, 'Property already in system'])
  })

  it('is written over GraphQL, too', async () => {
    const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { address unit } }'
    const { createProperty } = await fixture.execute(rep, create, {
      input: { ...at, address: '372 Sample Condo Ct', unit: 'Rear' },
    })
    expect(createProperty).toEqual({ address: '372 Sample Condo Ct Rear', unit: 'Rear' })
  })

  it('is one of its fields wherever REST gives it, with the same ETag', async () => {
    const { url } = fixture.server
    const { data } = (await save({ address: '374 Sample Condo Ct', unit: 'Unit 1' })).body as { data: Json }
    const read = await rest(url, owner.token, 'GET', `/properties/${data['id']}`)
    expect(read.body['data']).toEqual(data)
    const listed = await rest(url, owner.token, 'GET', '/properties?search=374')
    expect(listed.body['data']).toEqual([data])
    const headers = { 'If-Match': read.headers.get('ETag')! }
    const change = await rest(url, owner.token, 'PUT', `/properties/${data['id']}`, { notes: 'Ring twice.' }, headers)
    expect([change.status, change.body['data'].unit]).toEqual([200, 'Unit 1'])
  })

  it('is given with the marker of the property', async () => {
    await save({ address: '376 Sample Condo Ct Upper', lat: 38.6 })
    await save({ address: '378 Sample Condo Ct', lat: 38.601 })
    const bounds = { south: 38.599, north: 38.602, west: -87.52, east: -87.5 }
    for (const zoom of [18, 9]) {
      const map = `query ($bounds: BoundsInput!, $zoom: Float!) { propertyMap(bounds: $bounds, zoom: $zoom) {
        markers { streetNumber unit } clusters { count } } }`
      const { propertyMap } = await fixture.execute(owner, map, { bounds, zoom })
      if (zoom === 18)
        expect(
          propertyMap.markers.toSorted((a: Json, b: Json) => (a['streetNumber'] < b['streetNumber'] ? -1 : 1)),
        ).toEqual([
          { streetNumber: '376', unit: 'Upper' },
          { streetNumber: '378', unit: null },
        ])
      else expect(propertyMap.clusters).toEqual([{ count: 2 }])
    }
    await save({ address: '380 Sample Condo Ct #12', lat: 39.6 })
    const alone = { south: 39.5, north: 39.7, west: -87.6, east: -87.4 }
    const one = `query ($bounds: BoundsInput!) { propertyMap(bounds: $bounds, zoom: 9) { markers { unit } } }`
    expect((await fixture.execute(owner, one, { bounds: alone })).propertyMap.markers).toEqual([{ unit: '#12' }])
  })

  it('is a column of the exported properties', async () => {
    const { url } = fixture.server
    const started = await rest(url, owner.token, 'POST', '/exports', {
      list: 'properties',
      filter: { search: '370 Sample Condo', order_by: 'address' },
    })
    const { id } = started.body['data'] as { id: string }
    await waitForJob(fixture.server.url, owner, id)
    const file = await fetch(`${url}/api/jobs/${id}/file`, { headers: { authorization: `Bearer ${owner.token}` } })
    const rows: Record<string, string>[] = parse(await file.text(), { columns: true })
    expect(rows.map(({ unit }) => unit)).toEqual(['', 'Apt 4b', 'Apt 7', 'Unit 4', 'Unit 5'])
  })
})
