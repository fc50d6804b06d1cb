import type pg from 'pg'
import { keyVersion } from '../../api/services/parcels/import/addressColumns.ts'
import { streetKeyOf } from '../../api/domain/addresses/streets.ts'
import { streetSearchTokens } from '../../api/domain/addresses/text.ts'
import { cellOf } from '../../api/domain/cells.ts'
import type { TownParcel } from './parcels.ts'
import { drawTown } from './drawTown.ts'
import { type Tile, createTiles } from './tiles.ts'
import { type Town, generateTown } from './town.ts'

const BATCH_SIZE = 2500

/**
 * Replaces the demo town in the caller's transaction: its parcels, the words of its streets, the data set's own row and
 * the map tiles.
 */
export async function loadTown(client: pg.ClientBase): Promise<{ parcels: number; tiles: number }> {
  const town = generateTown()
  await client.query(`delete from parcels where dataset = 'demo'`)
  await insertParcels(client, town.parcels)
  await insertStreetWords(client, town)
  await client.query(
    `insert into parcel_datasets (name, source, parcels, key_version) values ('demo', 'generated with a fixed seed', $1, $2)
     on conflict (name) do update set source = excluded.source, parcels = excluded.parcels, imported_at = excluded.imported_at,
       key_version = excluded.key_version`,
    [town.parcels.length, keyVersion],
  )
  const tiles = createTiles(drawTown(town.lots))
  await insertTiles(client, tiles)
  return { parcels: town.parcels.length, tiles: tiles.length }
}

async function insertParcels(client: pg.ClientBase, parcels: TownParcel[]): Promise<void> {
  const rows = parcels.map((parcel) => ({
    ...parcel,
    street_key: parcel.street_name === null ? null : streetKeyOf(parcel.street_name),
    cell: cellOf(parcel).toString(),
  }))
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await client.query(
      `insert into parcels (dataset, parcel_id, address, street_number, street_number_to, street_key, street_name, city, state,
         zip_code, neighborhood, owner_name, owner_address, lat, lng, cell, outline, facts)
       select dataset, parcel_id, address, street_number, street_number_to, street_key, street_name, city, state,
         zip_code, neighborhood, owner_name, owner_address, lat, lng, cell, outline, facts
       from jsonb_to_recordset($1::jsonb) as parcel (dataset text, parcel_id text, address text, street_number integer,
         street_number_to integer, street_key text, street_name text, city text, state text, zip_code text, neighborhood text,
         owner_name text, owner_address text, lat double precision, lng double precision, cell bigint, outline jsonb, facts jsonb)`,
      [JSON.stringify(rows.slice(start, start + BATCH_SIZE))],
    )
  }
}

/** Inserts every word of every street name, for each city that the street runs through. */
async function insertStreetWords(client: pg.ClientBase, town: Town): Promise<void> {
  const streets = new Map<string, { key: string; city: string }>()
  for (const { street_name, city } of town.parcels) {
    if (street_name !== null) streets.set(`${street_name}|${city}`, { key: streetKeyOf(street_name), city })
  }
  const words = [...streets.values()].flatMap(({ key, city }) =>
    streetSearchTokens(key).map((word) => ({ word, street_key: key, city })),
  )
  await client.query(
    `insert into parcel_street_words (word, street_key, city)
     select word, street_key, city from jsonb_to_recordset($1::jsonb) as street (word text, street_key text, city text)
     on conflict do nothing`,
    [JSON.stringify(words)],
  )
}

async function insertTiles(client: pg.ClientBase, tiles: Tile[]): Promise<void> {
  await client.query('delete from basemap_tiles')
  for (let start = 0; start < tiles.length; start += BATCH_SIZE) {
    const batch = tiles.slice(start, start + BATCH_SIZE)
    await client.query(
      `insert into basemap_tiles (z, x, y, tile)
       select * from unnest($1::smallint[], $2::integer[], $3::integer[], $4::bytea[])`,
      [batch.map(({ z }) => z), batch.map(({ x }) => x), batch.map(({ y }) => y), batch.map(({ tile }) => tile)],
    )
  }
}
