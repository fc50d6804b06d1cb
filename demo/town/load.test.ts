import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../tests/support/database.ts'
import { loadTown } from './load.ts'
import { generateTown } from './town.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

describe('loading the demo town', () => {
  it('writes every parcel and every tile, and is idempotent', async () => {
    const town = generateTown()
    for (const _time of ['first', 'second']) {
      const loaded = await loadTown(client)
      expect(loaded.parcels).toBe(town.parcels.length)
      const { rows } = await client.query(
        `select (select count(*)::int from parcels) as parcels, (select count(*)::int from basemap_tiles) as tiles,
           (select parcels from parcel_datasets where name = 'demo') as said`,
      )
      expect(rows).toEqual([{ parcels: loaded.parcels, tiles: loaded.tiles, said: loaded.parcels }])
    }
  })

  it('finds a street by any of its words, in each city it runs through', async () => {
    const { rows } = await client.query(
      `select city from parcel_street_words where word = '4th' and street_key = 'w 4th demo st' order by city`,
    )
    expect(rows).toEqual([{ city: 'Demo Town' }, { city: 'Sampleton' }])
  })
})
