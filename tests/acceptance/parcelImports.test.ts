import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tileOf } from '../../api/domain/cells.ts'
import { graphql, rest, type Json } from '../support/client.ts'
import { zipFile } from '../support/documents/createDocument.ts'
import { checkParcels, countyOf, partBytes, sendPart, startParcels, uploadParcels } from '../support/parcelImports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { projections, squareAround, zippedShapefile } from '../support/shapefiles.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let url: string
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({
    propertiesPerRep: 0,
    ownServer: 'lets owners import parcels',
    env: { PARCEL_IMPORT: 'owners' },
  })
  url = fixture.server.url
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 120_000)
afterAll(() => fixture.teardown())

beforeEach(async () => {
  await fixture.db.query('delete from parcel_imports')
  await fixture.db.query('delete from parcels')
  await fixture.db.query('delete from parcel_datasets')
})

const county = (owner: string, numbers = [12, 14, 16]) =>
  countyOf(
    numbers.map((number) => ({
      ...{ id: `P-${number}`, address: `${number} Countyway St`, owner },
      ...{ lat: 40 + number / 1_000, lng: -85.5 },
    })),
  )

const post = async (person: TestUser, id: string, action: string) =>
  rest(url, person.token, 'POST', `/parcel-imports/${id}/${action}`)

/** The tile at zoom 17 that has a point. */
const tileAt = (lat: number, lng: number) => {
  const { x, y } = tileOf({ lat, lng }, 17)
  return { x: String(x), y: String(y) }
}

/** Uploads, checks and publishes, and returns the id. */
async function publish(person: TestUser, file: string, name?: string): Promise<string> {
  const id = await uploadParcels(url, person, { file, ...(name && { name }) })
  expect(await checkParcels(url, person, id)).toMatchObject({ status: 'checked', error: null })
  const { status, body } = await post(person, id, 'publish')
  expect([status, body]).toMatchObject([200, { data: { status: 'live' } }])
  return id
}

/** The owner that a user finds at an address; null if there is no such parcel. */
async function ownerAt(person: TestUser, address: string): Promise<string | null> {
  const { parcelSearch } = await fixture.execute(
    person,
    'query ($address: String!) { parcelSearch(address: $address) { ownerName } }',
    { address },
  )
  return (parcelSearch[0]?.ownerName as string | undefined) ?? null
}

const statusOf = async (person: TestUser, id: string) =>
  ((await rest(url, person.token, 'GET', '/parcel-imports')).body['data'] as Json[]).find(
    (item) => item['id'] === id,
  )?.['status'] as string | undefined

describe("an import of a company's parcels", () => {
  it('is uploaded, checked and published by an owner, found by the reps of this company alone, and undone', async () => {
    const file = county('Sample Owner 0142')
    const id = await uploadParcels(url, fixture.owner, { file })
    const head = await rest(url, fixture.owner.token, 'GET', `/parcel-imports/${id}/head`)
    expect(head.body['data']).toMatchObject({
      columns: ['pin', 'addr', 'own'],
      rows: [['P-12', '12 Countyway St', 'Sample Owner 0142'], expect.anything(), expect.anything()],
      has_geometry: true,
    })
    expect(await checkParcels(url, fixture.owner, id)).toMatchObject({ status: 'checked', parcels: 3, failed: 0 })
    // Until it is published, nobody finds anything.
    expect(await ownerAt(fixture.owner, '12 Countyway St')).toBe(null)
    expect((await post(fixture.owner, id, 'publish')).body['data']).toMatchObject({ status: 'live', parcels: 3 })
    expect(await ownerAt(fixture.rep, '12 Countyway St')).toBe('Sample Owner 0142')
    const { addressSuggestions, parcelsAt } = await fixture.execute(
      fixture.rep,
      '{ addressSuggestions(query: "12 countyw") { address } parcelsAt(lat: 40.012, lng: -85.5) { parcelId } }',
    )
    expect([addressSuggestions, parcelsAt]).toEqual([[{ address: '12 Countyway St' }], [{ parcelId: 'P-12' }]])

    const stranger = fixture.otherTenant.reps[0]!
    expect(await ownerAt(stranger, '12 Countyway St')).toBe(null)
    const theirs = await fixture.execute(
      stranger,
      '{ addressSuggestions(query: "12 countyw") { address } parcelsAt(lat: 40.012, lng: -85.5) { parcelId } }',
    )
    expect(theirs).toEqual({ addressSuggestions: [], parcelsAt: [] })
    const events = async (type: string) =>
      (
        await fixture.db.query(
          `select data from activity_events where tenant_id = $1 and type = $2 and data->>'importId' = $3`,
          [fixture.testTenant.tenantId, type, id],
        )
      ).rows
    expect(await events('DataImported')).toMatchObject([{ data: { list: 'parcels', created: 3, failed: 0 } }])

    const tilesUrl = async (person: TestUser) =>
      (await fixture.execute(person, '{ mapConfiguration { tilesUrl } }')).mapConfiguration.tilesUrl as string
    const place = { z: '17', ...tileAt(40.012, -85.5) }
    const tile = async (template: string) =>
      (await fetch(url + template.replaceAll(/\{(\w)\}/g, (_, name: 'z' | 'x' | 'y') => place[name]))).status
    const own = await tilesUrl(fixture.rep)
    expect(own).toContain('?parcels=')
    expect(await tile(own)).toBe(200)
    expect(await tilesUrl(stranger)).not.toContain('?')
    expect(await tile(await tilesUrl(stranger))).toBe(204)
    // A key that is guessed shows what everybody sees.
    expect(await tile(own.slice(0, -1))).toBe(204)

    expect((await post(fixture.owner, id, 'undo')).body['data']).toMatchObject({ status: 'undone' })
    expect(await ownerAt(fixture.rep, '12 Countyway St')).toBe(null)
    expect(await events('ImportUndone')).toMatchObject([{ data: { list: 'parcels', removed: 3, restored: 0 } }])
    expect((await post(fixture.owner, id, 'undo')).status).toBe(409)
  })

  it('replaces the earlier one of its name, which an undo brings back, and nothing of others', async () => {
    await publish(fixture.owner, county('Sample Owner 0001'))
    await publish(fixture.otherTenant.owner, county('Sample Owner 0900'))
    await publish(fixture.owner, county('Sample Owner 0500', [900]), 'other-county')
    const second = await publish(fixture.owner, county('Sample Owner 0002', [12]))
    expect(await ownerAt(fixture.rep, '12 Countyway St')).toBe('Sample Owner 0002')
    expect(await ownerAt(fixture.rep, '900 Countyway St')).toBe('Sample Owner 0500')
    expect(await ownerAt(fixture.otherTenant.reps[0]!, '12 Countyway St')).toBe('Sample Owner 0900')
    await post(fixture.owner, second, 'undo')
    expect(await ownerAt(fixture.rep, '12 Countyway St')).toBe('Sample Owner 0001')
  })

  it('comes before a shared record of the same house, and leaves the houses of other towns', async () => {
    await fixture.db.query(
      `insert into parcel_datasets (name, source, parcels, key_version) values ('shared', 'shared.csv', 2, 99)`,
    )
    await fixture.db.query(
      `insert into parcels (dataset, parcel_id, address, street_number, street_key, street_name, owner_name, city, lat, lng, cell)
       select 'shared', n::text, '12 Countyway St', 12, 'countyway st', 'Countyway St', 'Shared Owner ' || n, 'Sampletown', 40.012 + n, -85.5, 0
       from generate_series(0, 1) as n`,
    )
    expect(await ownerAt(fixture.rep, '12 Countyway St')).toMatch(/^Shared Owner/)
    await publish(fixture.owner, county('Sample Owner 0142'))
    const { parcelSearch } = await fixture.execute(
      fixture.rep,
      '{ parcelSearch(address: "12 Countyway St") { ownerName } }',
    )
    expect(parcelSearch).toEqual([{ ownerName: 'Sample Owner 0142' }, { ownerName: 'Shared Owner 1' }])
  })

  it('takes a file in several parts, sent again and in any order, and misses none', async () => {
    const row = (n: number) => `C-${n},${n} Partway St,Sample Owner ${n},${(40 + n / 100_000).toFixed(5)},-85.4\n`
    const file = `pin,addr,own,lat,lng\n${Array.from({ length: 30_000 }, (_, n) => row(n + 1)).join('')}`
    const bytes = Buffer.from(file)
    expect(bytes.length).toBeGreaterThan(partBytes)
    const { body } = await startParcels(url, fixture.owner, { file, fileName: 'county.csv' })
    const id = body['data'].id as string
    const partOf = (part: number) => bytes.subarray(part * partBytes, (part + 1) * partBytes)
    const send = (part: number, content = partOf(part)) => sendPart(url, fixture.owner, id, part, content)
    expect((await send(1)).body['data']).toMatchObject({ received_bytes: bytes.length - partBytes })
    const check = await rest(url, fixture.owner.token, 'POST', `/parcel-imports/${id}/check`, {
      mapping: { parcel_id: 'pin' },
    })
    expect([check.status, check.body['detail']]).toEqual([
      409,
      'The file is not complete: parts of it are missing. Upload it again.',
    ])
    expect((await send(1)).body['data']).toMatchObject({ received_bytes: bytes.length - partBytes })
    expect(await send(0, partOf(0).subarray(0, 1_000))).toMatchObject({
      status: 422,
      body: { detail: 'Part 0 of this file has 1048576 bytes, and 1000 were sent. Send it again.' },
    })
    expect((await send(2)).status).toBe(422)
    const unnamed = new FormData()
    unnamed.append('part', '')
    unnamed.append('file', new Blob([new Uint8Array(partOf(0))]), 'part')
    const sent = await fetch(`${url}/api/parcel-imports/${id}/parts`, {
      ...{ method: 'POST', body: unnamed, headers: { authorization: `Bearer ${fixture.owner.token}` } },
    })
    expect([sent.status, await sent.json()]).toMatchObject([400, { detail: 'part: Send the number of the part.' }])
    expect((await send(0)).body['data']).toMatchObject({ received_bytes: bytes.length })
    expect(await checkParcels(url, fixture.owner, id)).toMatchObject({ status: 'checked', parcels: 30_000 })
    await post(fixture.owner, id, 'publish')
    expect(await ownerAt(fixture.rep, '29999 Partway St')).toBe('Sample Owner 29999')
  })

  it('is a zipped shapefile with its coordinates in feet', async () => {
    const foot = 1200 / 3937
    // The central meridian of the zone, 500,000 feet north of its origin.
    const [x, y] = [100_000 / foot, 250_000 / foot + 500_000]
    const records = Array.from({ length: 300 }, (_, n) => ({
      shape: squareAround(x, y + n, 0.4),
      values: { pin: `S-${n}`, addr: `${n} Shapeway St`, own: `Sample Owner ${n}` },
    }))
    const file = zippedShapefile(records, { files: { 'parcels.prj': projections.indianaEastFeet } })
    const id = await uploadParcels(url, fixture.owner, { file, fileName: 'parcels.zip' })
    const head = await rest(url, fixture.owner.token, 'GET', `/parcel-imports/${id}/head`)
    expect(head.body['data']).toMatchObject({ columns: ['pin', 'addr', 'own'], has_geometry: true })
    expect((head.body['data'] as { rows: string[][] }).rows[1]).toEqual(['S-1', '1 Shapeway St', 'Sample Owner 1'])
    expect(await checkParcels(url, fixture.owner, id)).toMatchObject({ status: 'checked', parcels: 300, failed: 0 })
    await post(fixture.owner, id, 'publish')
    expect(await ownerAt(fixture.rep, '299 Shapeway St')).toBe('Sample Owner 299')
    const { rows } = await fixture.db.query(
      `select lat, lng, outline->>'type' as type from parcels where parcel_id = 'S-0'`,
    )
    expect(rows).toEqual([
      { lat: expect.closeTo(38.8726, 3) as number, lng: expect.closeTo(-85.666_666_7, 7) as number, type: 'Polygon' },
    ])
  })

  it('keeps parcels that share an id', async () => {
    const same = [1, 2, 3].map((n) => ({
      id: 'TWIN',
      address: `${n} Twin St`,
      owner: `Owner ${n}`,
      lat: 40 + n / 100,
      lng: -85,
    }))
    const id = await publish(fixture.owner, countyOf(same))
    const { rows } = await fixture.db.query('select parcel_id from parcels order by 1')
    expect(rows.map(({ parcel_id }) => parcel_id as string)).toEqual(['TWIN', 'TWIN#2', 'TWIN#3'])
    expect(await statusOf(fixture.owner, id)).toBe('live')
  })
})

describe('a bad file', () => {
  const point = (coordinates: number[], n: number) => ({
    type: 'Feature',
    properties: { pin: `B-${n}`, addr: `${n} Badway St`, own: '' },
    geometry: { type: 'Point', coordinates },
  })
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })
  const good = county('Sample Owner 0001')

  it.each([
    ['with latitude and longitude exchanged', collection(point([39.77, -86.15], 1)), /exchanged/],
    [
      'in another projection',
      collection(point([-9_590_000, 4_830_000], 1)),
      /are not degrees of longitude and latitude\. Convert the file to GeoJSON or CSV in WGS 84 degrees, or upload the county's zipped shapefile/,
    ],
    ['that is truncated', good.slice(0, -40), /it is truncated\. Download or export it again/],
    ['of a server at its limit', `{"exceededTransferLimit":true,${good.slice(1)}`, /exceededTransferLimit/],
    ['without parcels', '{"type":"FeatureCollection","features":[]}', /has no parcels/],
    [
      'with something else in it',
      JSON.stringify({ some: Array.from({ length: 50 }, (_, n) => ({ n })) }),
      /not a GeoJSON Feature|no parcels/,
    ],
    [
      'of ArcGIS',
      JSON.stringify({ features: [{ attributes: { pin: 'B-1' }, geometry: { x: -86, y: 40 } }] }),
      /is Esri JSON\. Convert the file to GeoJSON or CSV, or upload the county's zipped shapefile/,
    ],
    [
      'without coordinates',
      'pin,addr,own\n1,1 Badway St,\n',
      /has no coordinates\. In the form, choose the columns with the latitude and the longitude/,
    ],
    [
      'that is a shapefile in a projection that is not read',
      zippedShapefile([{ shape: squareAround(180_000, 1_600_000), values: { pin: 'S-1' } }], {
        files: { 'parcels.prj': 'LOCAL_CS["Sample grid"]' },
      }),
      /is not read here\. Download the county in WGS 84, or convert the file to GeoJSON or CSV/,
    ],
    ['that is a web page', '<!doctype html><html><body>Not found</body></html>', /web page/],
    [
      'that is a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]),
      /neither GeoJSON nor CSV nor a zip file/,
    ],
    [
      'that is a damaged archive',
      Buffer.from('PK\u0003\u0004' + 'x'.repeat(1_000)),
      /zip file is truncated or damaged/,
    ],
    ['that is a workbook', zipFile({ 'xl/workbook.xml': 'x' }), /Excel workbook, which is not read here/],
    [
      'that is an archive with two shapefiles',
      zippedShapefile([], { files: { 'roads.shp': 'x', 'roads.dbf': 'x' } }),
      /has 2 shapefiles: parcels\.shp, roads\.shp\. Leave only the one with the parcels in it/,
    ],
    [
      'that is a shapefile whose coordinates nothing explains',
      zippedShapefile([{ shape: squareAround(180_000, 1_600_000), values: { pin: 'S-1' } }]),
      /Record 1: its coordinates .* are not degrees of longitude and latitude, and the zip file has no \.prj file/,
    ],
    ['that is a shapefile without parcels', zippedShapefile([]), /has no parcels/],
    [
      'that is a bomb',
      zipFile({ 'p.shp': Buffer.alloc(70 * 1024 * 1024), 'p.dbf': 'x' }),
      /larger than a county's parcels/,
    ],
    [
      'with properties nested a hundred thousand times',
      collection(point([-86, 40], 1)).replace('"own":""', `"own":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      /Feature 1 \(line 1\) has properties that are nested too deeply/,
    ],
    [
      'with coordinates nested a hundred thousand times',
      collection(point([-86, 40], 1)).replace('[-86,40]', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      /Feature 1 \(line 1\): its geometry has many brackets where a pair of numbers is required/,
    ],
    [
      'with a quote that is not closed before the last parts',
      `pin,addr,own,lat,lng\n"1,1 Badway St,,40,-85\n${'x'.repeat(2 * partBytes)}`,
      /Line 3 is too long for a parcel\. Perhaps a quote is not closed/,
    ],
    [
      'with other columns',
      'apn,lat,lng\n1,40,-85\n',
      /takes address from 'addr', but the file has no such column\. .*Choose another column in the form/,
    ],
    [
      'with one bad record among a few',
      collection(point([-86, 40], 1), {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: ['x', 1] },
      }),
      /Feature 2/,
    ],
  ])('%s is refused in a sentence, and nothing of it is found', async (_name, file, reason) => {
    const id = await uploadParcels(url, fixture.owner, { file, fileName: 'file' })
    const head = await rest(url, fixture.owner.token, 'GET', `/parcel-imports/${id}/head`)
    expect([200, 422]).toContain(head.status)
    const checked = await checkParcels(url, fixture.owner, id)
    expect(checked).toMatchObject({ status: 'failed', error: expect.stringMatching(reason) as string })
    // Nobody has a command line in the browser.
    expect(checked['error']).not.toMatch(/--|ogr2ogr/)
    expect((await post(fixture.owner, id, 'publish')).status).toBe(409)
    const { rows } = await fixture.db.query('select from parcel_datasets where is_live')
    expect(rows).toEqual([])
    expect((await rest(url, fixture.owner.token, 'DELETE', `/parcel-imports/${id}`)).status).toBe(200)
  })

  it('with half a character in a name is imported without it', async () => {
    const id = await uploadParcels(url, fixture.owner, {
      file: good.replace('Sample Owner 0001', 'Sample \\ud800 Owner'),
    })
    expect(await checkParcels(url, fixture.owner, id)).toMatchObject({ status: 'checked', error: null, parcels: 3 })
    expect((await post(fixture.owner, id, 'publish')).status).toBe(200)
    expect(await ownerAt(fixture.owner, '12 Countyway St')).toBe('Sample \ufffd Owner')
  })

  it('can be checked again with other columns, without another upload', async () => {
    const id = await uploadParcels(url, fixture.owner, { file: good })
    expect(await checkParcels(url, fixture.owner, id, { parcel_id: 'apn' })).toMatchObject({ status: 'failed' })
    expect(await checkParcels(url, fixture.owner, id)).toMatchObject({ status: 'checked', parcels: 3 })
  })

  it('of more than 2 GB, of no byte or of a wrong name is not begun', async () => {
    const start = (more: object) =>
      rest(url, fixture.owner.token, 'POST', '/parcel-imports', {
        name: 'c',
        file_name: 'c.csv',
        total_bytes: 10,
        ...more,
      })
    expect(await start({ total_bytes: 2 * 1024 ** 3 + 1 })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('larger than 2 GB') as string },
    })
    expect((await start({ total_bytes: 0 })).body['detail']).toBe('The file is empty.')
    const half = 'mutation { startParcelImport(input: { name: "c", fileName: "c.csv", totalBytes: 10.5 }) { id } }'
    expect((await graphql(url, fixture.owner.token, half)).errors?.[0]?.message).toBe(
      'Give the size of the file in whole bytes.',
    )
    expect((await start({ name: 'a/b' })).status).toBe(422)
    expect((await start({ name: 'demo' })).status).toBe(422)
  })

  it('that fills the disk says so, and what was there stays', async () => {
    await publish(fixture.owner, good)
    const id = await uploadParcels(url, fixture.owner, { file: county('Sample Owner 0002') })
    await fixture.db.query(`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    try {
      await fixture.db.query(
        'create trigger full_disk before insert on parcels for each row execute function full_disk()',
      )
      const checked = await checkParcels(url, fixture.owner, id)
      expect(checked).toMatchObject({ status: 'failed', error: expect.stringContaining('disk') as string })
    } finally {
      await fixture.db.query('drop function full_disk cascade')
    }
    expect(await ownerAt(fixture.rep, '12 Countyway St')).toBe('Sample Owner 0001')
    expect(await checkParcels(url, fixture.owner, id)).toMatchObject({ status: 'checked' })
  })
})

describe('two imports', () => {
  it('of one company wait for each other, and other companies do not wait', async () => {
    const file = county('Sample Owner 0001')
    const answers = await Promise.all([1, 2, 3].map(() => startParcels(url, fixture.owner, { file })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body['detail']).toContain('Another file of parcels is being imported')
    expect((await startParcels(url, fixture.otherTenant.owner, { file })).status).toBe(201)
    const begun = answers.find(({ status }) => status === 201)!.body['data'].id as string
    expect((await rest(url, fixture.owner.token, 'DELETE', `/parcel-imports/${begun}`)).status).toBe(200)
    expect((await startParcels(url, fixture.owner, { file })).status).toBe(201)
  })
})

describe('other people', () => {
  it('cannot import, see or change what an owner imports', async () => {
    const file = county('Sample Owner 0001')
    const id = await uploadParcels(url, fixture.owner, { file })
    for (const person of [fixture.rep, admin])
      for (const [method, path] of [
        ['GET', '/parcel-imports'],
        ['GET', '/parcels-around'],
        ['POST', `/parcel-imports/${id}/publish`],
        ['DELETE', `/parcel-imports/${id}`],
      ] as const)
        expect([path, (await rest(url, person.token, method, path)).status]).toEqual([path, 403])
    const stranger = fixture.otherTenant.owner
    expect((await rest(url, stranger.token, 'GET', '/parcel-imports')).body['data']).toEqual([])
    for (const action of ['publish', 'undo']) expect((await post(stranger, id, action)).status).toBe(404)
    expect((await rest(url, stranger.token, 'GET', `/parcel-imports/${id}/head`)).status).toBe(404)
    expect((await sendPart(url, stranger, id, 0, Buffer.from(file))).status).toBe(404)
    expect((await rest(url, stranger.token, 'DELETE', `/parcel-imports/${id}`)).status).toBe(404)
    expect((await rest(url, fixture.globalAdmin.token, 'GET', '/parcel-imports')).status).toBe(422)
    const chosen = { 'x-tenant-id': fixture.testTenant.tenantId }
    const seen = await rest(url, fixture.globalAdmin.token, 'GET', '/parcel-imports', undefined, chosen)
    expect((seen.body['data'] as Json[]).map((item) => item['id'] as string)).toEqual([id])
  })
})

describe("the parcels around a company's address", () => {
  it('are counted where its address is', async () => {
    const around = async (person: TestUser) =>
      (await rest(url, person.token, 'GET', '/parcels-around')).body['data'] as Json
    expect(await around(fixture.owner)).toEqual({
      ...{ provider: 'embedded', may_import: true, address: null, point: null, parcels: 0 },
    })
    const company = `/tenants/${fixture.testTenant.tenantId}`
    await rest(url, fixture.owner.token, 'PUT', company, { address: ' 14 Countyway St ' })
    expect(await around(fixture.owner)).toMatchObject({ address: '14 Countyway St', point: null, parcels: 0 })
    await publish(fixture.owner, county('Sample Owner 0001', [12, 14, 16, 900]))
    // The house with the number 900 is 100 km away.
    expect(await around(fixture.owner)).toMatchObject({ point: { lat: 40.014, lng: -85.5 }, parcels: 3 })
    await rest(url, fixture.owner.token, 'PUT', company, { address: '' })
    expect(await around(fixture.owner)).toMatchObject({ address: null, parcels: 0 })
  })
})
