import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest, type Json } from '../support/client.ts'
import { csv, runImport, runUndo, sendImport, waitForJob } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture
let url: string
let dataset: string
let datasets = 0

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  url = fixture.server.url
}, 60_000)
afterAll(() => fixture.teardown())

/** A data set of its own for each test. */
function newDataset(): string {
  datasets += 1
  dataset = `county-${datasets}`
  return dataset
}

const headings = ['parcel_id', 'address', 'city', 'state', 'zip_code', 'owner_name', 'lat', 'lng']
const parcel = (id: string, number: number, owner: string) => [
  ...[id, `${number} Parcelway St`, 'Sampletown', 'IN', '00042', owner],
  ...[(40 + number / 10_000).toFixed(4), '-85.5'],
]

async function importParcels(rows: (string | number)[][], more: Record<string, string> = {}): Promise<Json> {
  const file = csv(headings, ...rows)
  const form = { list: 'parcels', file, on_error: 'skip', dataset, ...more }
  const { status, body } = await sendImport(url, fixture.globalAdmin.token, form)
  expect([status, body]).toEqual([202, expect.anything()])
  return waitForJob(url, fixture.globalAdmin, body['data'].id as string)
}

async function readParcels(): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    'select parcel_id, address, owner_name, facts, outline from parcels where dataset = $1 order by parcel_id',
    [dataset],
  )
  return rows as Json[]
}

async function countInDataset(): Promise<number | null> {
  const { rows } = await fixture.db.query('select parcels from parcel_datasets where name = $1', [dataset])
  return (rows[0]?.parcels as number | undefined) ?? null
}

describe('an import of parcels', () => {
  it('takes the GeoJSON of a county, with its outlines', async () => {
    const outline = [
      [-85.5, 40],
      [-85.4999, 40],
      [-85.4999, 40.0001],
      [-85.5, 40],
    ]
    const properties = { parcel_id: 'G-1', address: '1 Geojson St', owner_name: 'Sample Owner 0142', land: 'vacant' }
    const geometry = { type: 'Polygon', coordinates: [outline] }
    const file = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] })
    const form = { list: 'parcels', file, filename: 'county.geojson', dataset: newDataset() }
    const mapping = { parcel_id: 'parcel_id', address: 'address', owner_name: 'owner_name', geometry: 'geometry' }
    expect(await runImport(url, fixture.globalAdmin, { ...form, mapping })).toMatchObject({
      counts: { created: 1, failed: 0 },
    })
    expect(await readParcels()).toMatchObject([
      { parcel_id: 'G-1', address: '1 Geojson St', outline: expect.anything() as unknown },
    ])
  })

  it('is checked, saved for every tenant, found by a lookup, recorded once, and undone', async () => {
    newDataset()
    const rows = [
      parcel('P-1', 12, 'Sample Owner 0001'),
      parcel('P-2', 14, 'Sample Owner 0002'),
      ['P-3', '16 Parcelway St', '', '', '', '', 'north', '-85.5'],
      ['', '18 Parcelway St', '', '', '', '', '40', '-85.5'],
    ]
    const check = await importParcels(rows, { dry_run: 'true' })
    expect(check['counts']).toEqual({ created: 2, updated: 0, skipped: 0, unsure: 0, failed: 2 })
    expect(check['errors'].map(({ row, column }: Json) => [row, column])).toEqual([
      [4, 'lat'],
      [5, 'parcel_id'],
    ])
    expect(await readParcels()).toEqual([])

    const job = await importParcels(rows)
    expect(job['counts']).toEqual({ created: 2, updated: 0, skipped: 0, unsure: 0, failed: 2 })
    expect(await readParcels()).toMatchObject([
      { parcel_id: 'P-1', address: '12 Parcelway St', owner_name: 'Sample Owner 0001' },
      { parcel_id: 'P-2' },
    ])
    expect(await countInDataset()).toBe(2)
    const { locateProperty } = await fixture.execute(
      fixture.rep,
      'mutation { locateProperty(input: { address: "12 Parcelway St, Sampletown, IN" }) { outcome draft { parcelId ownerName } } }',
    )
    expect(locateProperty).toEqual({
      outcome: 'NEW',
      draft: { parcelId: 'P-1', ownerName: 'Sample Owner 0001' },
    })
    const events = await fixture.db.query(
      `select from activity_events where type = 'DataImported' and data->>'list' = 'parcels' and data->>'importId' = $1`,
      [job['id']],
    )
    expect(events.rowCount).toBe(1)

    const undo = await runUndo(url, fixture.globalAdmin, job['id'] as string)
    expect(undo['undo']).toEqual({ removed: 2, restored: 0, kept: 0 })
    expect(await readParcels()).toEqual([])
    expect(await countInDataset()).toBe(null)
    const words = await fixture.db.query(`select from parcel_street_words where street_key ilike 'parcelway%'`)
    expect(words.rowCount).toBe(0)
  })

  it('skips parcels that are saved, or updates them, and an undo keeps what was changed since', async () => {
    newDataset()
    await importParcels([parcel('P-1', 12, 'Sample Owner 0001'), parcel('P-2', 14, 'Sample Owner 0002')])
    const again = [parcel('P-1', 12, 'Sample Owner 0009'), parcel('P-3', 20, 'Sample Owner 0003')]
    expect((await importParcels(again))['counts']).toMatchObject({ created: 1, updated: 0, skipped: 1 })
    expect((await readParcels())[0]).toMatchObject({ owner_name: 'Sample Owner 0001' })

    const update = await importParcels(
      [
        parcel('P-1', 12, 'Sample Owner 0009'),
        ['P-2', '14 Parcelway St', '', '', '', '', '40.5', '-85.5'],
        parcel('P-4', 22, ''),
      ],
      { on_duplicate: 'update' },
    )
    expect(update['counts']).toMatchObject({ created: 1, updated: 2, skipped: 0 })
    expect(await readParcels()).toMatchObject([
      { parcel_id: 'P-1', owner_name: 'Sample Owner 0009' },
      // Empty cells change nothing.
      { parcel_id: 'P-2', address: '14 Parcelway St', owner_name: 'Sample Owner 0002' },
      { parcel_id: 'P-3' },
      { parcel_id: 'P-4', owner_name: null },
    ])
    const words = await fixture.db.query(
      `select distinct city from parcel_street_words where street_key ilike 'parcelway%'`,
    )
    expect(words.rows).toEqual([{ city: 'Sampletown' }])
    await importParcels([parcel('P-4', 22, 'Sample Owner 0004')], { on_duplicate: 'update' })
    const undo = await runUndo(url, fixture.globalAdmin, update['id'] as string)
    expect(undo['undo']).toEqual({ removed: 0, restored: 2, kept: 1 })
    expect(undo['errors']).toEqual([
      { row: 4, column: null, message: 'The parcel P-4 stays as it is: it was changed since.' },
    ])
    expect(await readParcels()).toMatchObject([
      { parcel_id: 'P-1', owner_name: 'Sample Owner 0001' },
      { parcel_id: 'P-2', address: '14 Parcelway St' },
      { parcel_id: 'P-3' },
      { parcel_id: 'P-4', owner_name: 'Sample Owner 0004' },
    ])
    expect(await countInDataset()).toBe(4)
  })

  it('takes outlines as WKT or GeoJSON, and tells what is wrong with one', async () => {
    newDataset()
    const outline = '"POLYGON ((-85.5 40, -85.499 40, -85.499 40.001, -85.5 40.001, -85.5 40))"'
    const file = csv(
      ['APN', 'Shape', 'Acres'],
      ['P-1', outline, '0.25'],
      ['P-2', '"POLYGON ((nowhere"', ''],
      ['P-3', 'POINT EMPTY', ''],
    )
    const mapping = { parcel_id: 'APN', geometry: 'Shape', acres: 'Acres' }
    const job = await runImport(url, fixture.globalAdmin, { list: 'parcels', file, mapping, on_error: 'skip', dataset })
    expect(job['counts']).toMatchObject({ created: 1, failed: 2 })
    expect(job['errors']).toEqual([
      {
        row: 3,
        column: 'Shape',
        message: expect.stringMatching(/^Its geometry .*WKT polygon nor GeoJSON\.$/) as string,
      },
      { row: 4, column: 'Shape', message: 'The geometry is empty.' },
    ])
    expect(await readParcels()).toMatchObject([{ outline: { type: 'Polygon' }, facts: { acres: '0.25' } }])
  })

  it('is for global admins who have chosen no tenant, into a data set of a valid name', async () => {
    newDataset()
    const form = { list: 'parcels', file: csv(headings, parcel('P-1', 12, '')) }
    for (const person of [fixture.rep, fixture.owner])
      expect((await sendImport(url, person.token, form)).status).toBe(403)
    const inTenant = { 'x-tenant-id': fixture.testTenant.tenantId }
    expect(await sendImport(url, fixture.globalAdmin.token, form, inTenant)).toMatchObject({
      status: 422,
      body: { detail: 'Parcels belong to all tenants. Choose "All Tenants" first.' },
    })
    expect(await sendImport(url, fixture.globalAdmin.token, form)).toMatchObject({
      status: 422,
      body: { detail: 'Name the data set of the parcels, such as the county.' },
    })
    const name = async (dataset: string) => sendImport(url, fixture.globalAdmin.token, { ...form, dataset })
    expect(await name('a/b')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('use letters') as string },
    })
    expect(await name('demo')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('reserved') as string },
    })
    const { body } = await rest(url, fixture.owner.token, 'GET', '/jobs')
    expect(body['data'].filter(({ list }: Json) => list === null)).toEqual([])
  })
})
