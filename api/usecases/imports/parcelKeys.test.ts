import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { EmbeddedParcels } from '../../services/parcels/embedded.ts'
import { keyVersion } from '../../services/parcels/import/addressColumns.ts'
import { renewParcelKeys } from './parcelKeys.ts'

const { ctx, testDatabase } = await createRepContext({ propertiesPerRep: 0 })
const db = new pg.Client({ connectionString: testDatabase.ownerUrl })
beforeAll(() => db.connect())
afterAll(() => db.end())

/** Parcels as the release before stored them: roads without their numbers. */
async function importAsBefore(dataset: string, count: number): Promise<void> {
  await db.query(
    `insert into parcels (dataset, parcel_id, address, street_number, street_key, street_name, lat, lng, cell, facts)
     select $1, 'K-' || n, n || ' COUNTY ROAD ' || (n % 7) || ' N', n, 'county rd', 'COUNTY ROAD', 42, -90, 1, '{}'
     from generate_series(1, $2::int) n`,
    [dataset, count],
  )
  await db.query(
    `insert into parcel_street_words (word, street_key, city) values ('county', 'county rd', '') on conflict do nothing`,
  )
  await db.query(`insert into parcel_datasets (name, source, parcels) values ($1, 'before.csv', $2)`, [dataset, count])
}

const parcels = new EmbeddedParcels(async (sql, params) => (await db.query(sql, params)).rows)
const ownKeys = async (dataset: string) =>
  (await db.query('select distinct street_key from parcels where dataset = $1 order by 1', [dataset])).rows.map(
    (row: { street_key: string }) => row.street_key,
  )

it('gives parcels that were imported before the keys by which they are found now, once', async () => {
  await importAsBefore('keys-a', 2_500)
  await importAsBefore('keys-b', 3)
  expect(await parcels.search('9 County Road 2 N')).toEqual([])
  expect(await renewParcelKeys(ctx)).toBe(2_503)
  expect(await ownKeys('keys-a')).toEqual([0, 1, 2, 3, 4, 5, 6].map((road) => `county rd ${road} n`))
  expect((await parcels.search('9 CR 2 North')).map(({ address }) => address)).toEqual(['9 COUNTY ROAD 2 N'])
  const words = await db.query(`select from parcel_street_words where street_key = 'county rd'`)
  expect(words.rowCount).toBe(0)
  expect(await renewParcelKeys(ctx)).toBe(0)
})

it('goes on after an interruption, and leaves data sets of this version alone', async () => {
  await importAsBefore('keys-c', 10)
  await db.query(
    `update parcels set street_key = 'county rd 1 n', street_name = 'COUNTY ROAD 1 N' where dataset = 'keys-c' and parcel_id in ('K-1', 'K-8')`,
  )
  await importAsBefore('keys-d', 4)
  await db.query(`update parcel_datasets set key_version = $1 where name = 'keys-d'`, [keyVersion])
  expect(await renewParcelKeys(ctx)).toBe(8)
  expect(await ownKeys('keys-d')).toEqual(['county rd'])
})
