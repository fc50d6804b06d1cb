import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import type { DuplicateRule } from '../../domain/imports/importFields.ts'
import { createProperty } from '../properties/createProperty.ts'
import { startImport } from './startImport.ts'

const { ctx, db, tenantId, finish } = await createImportContext()

const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../../tests/support/files', name))
const rowsOf = (heading: string, ...rows: string[]) => [heading, ...rows].join('\n')

async function importFile(content: string | Buffer, onDuplicate: DuplicateRule = 'skip') {
  const upload = { filename: 'sample.csv', content: Buffer.from(content) }
  const { id } = await startImport(ctx, upload, { list: 'properties', onError: 'skip', onDuplicate })
  return (await finish(id)).counts
}

async function saved(text: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query(
    `select address, street_number, street_name, parcel_id, owner_name from properties
     where tenant_id = $1 and address like $2 order by address`,
    [tenantId, `%${text}%`],
  )
  return rows as Record<string, unknown>[]
}

describe('houses on roads with numbers and letters', () => {
  it('are different houses on different roads', async () => {
    expect(await importFile(fixture('numberedRoads.csv'))).toMatchObject({ created: 4, skipped: 0, unsure: 0 })
  })

  it('are the same in every spelling of the road, and only there', async () => {
    const heading = 'address,city,lat,lng'
    const first = rowsOf(
      heading,
      '9 County Road 12,Sampleton,42.1,-91.1',
      '9 US Hwy 61,Sampleton,42.11,-91.1',
      '9 Township Rd 14,Sampleton,42.12,-91.1',
      '9 County Rd B,Sampleton,42.13,-91.1',
      '9 Mount St Helens Dr,Sampleton,42.14,-91.1',
    )
    const spelled = rowsOf(
      heading,
      '9 CR 12,Sampleton,42.1,-91.1',
      '9 U.S. Highway 61,Sampleton,42.11,-91.1',
      '9 TWP RD 14,Sampleton,42.12,-91.1',
      '9 CO RD B,Sampleton,42.13,-91.1',
      '9 Mt Saint Helens Drive,Sampleton,42.14,-91.1',
    )
    const others = rowsOf(
      heading,
      '9 County Road 14,Sampleton,42.1,-91.1001',
      '9 US Hwy 61 Bypass,Sampleton,42.11,-91.1001',
      '9 Township Rd 41,Sampleton,42.12,-91.1001',
      '9 County Rd BB,Sampleton,42.13,-91.1001',
      '9 Mount St Marys Dr,Sampleton,42.14,-91.1001',
    )
    expect(await importFile(first)).toMatchObject({ created: 5 })
    expect(await importFile(spelled)).toMatchObject({ created: 0, skipped: 5 })
    expect(await importFile(others)).toMatchObject({ created: 5, skipped: 0 })
  })

  it('are different on N St and North St', async () => {
    expect(await importFile(fixture('letteredStreets.csv'))).toMatchObject({ created: 2, skipped: 0, unsure: 0 })
    const near = rowsOf('address,lat,lng', '7 E St,42.2,-91', '7 East St,42.2,-91.0005', '7 West E Street,42.3,-91')
    expect(await importFile(near)).toMatchObject({ created: 3, skipped: 0, unsure: 0 })
  })
})

describe('units of a building', () => {
  it('are properties of their own, whose owners an update leaves alone', async () => {
    expect(await importFile(fixture('units.csv'))).toMatchObject({ created: 3, skipped: 0, unsure: 0 })
    expect(await importFile(fixture('units.csv'), 'update')).toMatchObject({ created: 0, updated: 3 })
    expect(await saved('Sample Condo Ct')).toMatchObject([
      { parcel_id: 'CU-1', owner_name: 'Sample Owner One' },
      { parcel_id: 'CU-2', owner_name: 'Sample Owner Two' },
      { parcel_id: 'CU-3', owner_name: 'Sample Owner Three' },
    ])
  })

  it('can each be saved at one point, and none of them twice', async () => {
    const at = { lat: 42.53, lng: -90.2 }
    for (const unit of ['', ' Unit 1', ' Apt 2', ' Rear', ' Upper'])
      await createProperty(ctx, { address: `374 Sample Flats Ct${unit}`, ...at })
    for (const again of ['', ' #1', ', Unit 02', ' REAR', ' UPPR'])
      await expect(createProperty(ctx, { address: `374 Sample Flats Court${again}`, ...at })).rejects.toThrow(
        'Property already in system',
      )
  })

  it('have their unit from a column of its own', async () => {
    const rows = ['1', 'Apt 2', '# 3', 'Rear', ''].map(
      (unit, n) => `378 Sample Column Ct,${unit},Sampleton,42.55,-90.2,C-${n}`,
    )
    expect(await importFile(rowsOf('address,unit,city,lat,lng,parcel_id', ...rows))).toMatchObject({ created: 5 })
    expect((await saved('Sample Column Ct')).map(({ address }) => address)).toEqual([
      '378 Sample Column Ct',
      '378 Sample Column Ct # 3',
      '378 Sample Column Ct Apt 2',
      '378 Sample Column Ct Rear',
      '378 Sample Column Ct Unit 1',
    ])
    expect(await importFile(rowsOf('address,unit,city,lat,lng,parcel_id', ...rows))).toMatchObject({ skipped: 5 })
  })

  it('are unsure beside a saved building, and without a unit where the parcel ids differ', async () => {
    const heading = 'address,lat,lng,parcel_id,owner_name'
    await importFile(rowsOf(heading, '376 Sample Condo Way,42.54,-90.2,W-1,Sample Owner A'))
    const counts = await importFile(
      rowsOf(
        heading,
        '376 Sample Condo Way Unit 4,42.54,-90.2,W-4,Sample Owner B',
        '376 Sample Condo Way,42.54,-90.2,W-5,Sample Owner C',
      ),
      'update',
    )
    expect(counts).toMatchObject({ created: 0, updated: 0, unsure: 2 })
    expect(await saved('Sample Condo Way')).toMatchObject([{ parcel_id: 'W-1', owner_name: 'Sample Owner A' }])
  })
})

describe('houses in different places', () => {
  it('are different though their texts are equal', async () => {
    expect(await importFile(fixture('twoTowns.csv'))).toMatchObject({ created: 2, skipped: 0 })
    const near = rowsOf(
      'address,lat,lng',
      '1100 Sample Main St,42.7009,-90.1001',
      '1100 Sample Main St,42.7029,-90.1001',
    )
    // 100 m from the first one, and 320 m.
    expect(await importFile(near)).toMatchObject({ created: 1, skipped: 1 })
  })

  it('are different with one parcel id in two counties, and unsure without a place', async () => {
    const heading = 'address,lat,lng,parcel_id,owner_name'
    await importFile(rowsOf(heading, '5 Sample County St,42.8,-90.1,49-00-17,Sample Owner Here'))
    const far = rowsOf(heading, '5 Sample County St,43.4,-90.1,49-00-17,Sample Owner There')
    expect(await importFile(far, 'update')).toMatchObject({ created: 1, updated: 0 })
    const nowhere = rowsOf('address,parcel_id,owner_name', '7 Sample Other St,49-00-17,Sample Owner Nowhere')
    expect(await importFile(nowhere, 'update')).toMatchObject({ created: 0, updated: 0, unsure: 1 })
    expect(await saved('Sample County St')).toMatchObject([
      { owner_name: 'Sample Owner Here' },
      { owner_name: 'Sample Owner There' },
    ])
  })
})

it('a house that is imported without the name of its street has it from its address', async () => {
  expect(await importFile(fixture('streetName.csv'))).toMatchObject({ created: 1 })
  expect(await saved('Sample Nameless Ln')).toMatchObject([{ street_number: '180', street_name: 'Sample Nameless Ln' }])
  const rows = rowsOf(
    'address,lat,lng',
    'W7464 Sample Nameless Rd,43.1,-90',
    '12 CR 5 N,43.2,-90',
    '3 N St Apt 4,43.3,-90',
  )
  expect(await importFile(rows)).toMatchObject({ created: 3 })
  expect(await saved('Sample Nameless Rd')).toMatchObject([
    { street_number: 'W7464', street_name: 'Sample Nameless Rd' },
  ])
  expect([await saved('12 CR 5'), await saved('3 N St')]).toMatchObject([
    [{ street_name: 'CR 5 N' }],
    [{ street_name: 'N St' }],
  ])
})

it('an address that many rows have is looked up once', async () => {
  const forward = vi.spyOn(ctx.services.geocoder, 'forward')
  const many = Array.from({ length: 9 }, () => '7 Sample Unknown St,Sampleton')
  expect(await importFile(rowsOf('address,city', ...many, '9 Sample Unknown St,Sampleton'))).toMatchObject({
    failed: 10,
  })
  expect(forward.mock.calls.map(([address]) => address)).toEqual([
    '7 Sample Unknown St, Sampleton',
    '9 Sample Unknown St, Sampleton',
  ])
})
