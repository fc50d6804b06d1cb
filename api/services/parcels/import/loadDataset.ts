import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inTransaction } from '../../../database/inTransaction.ts'
import { keyVersion } from './addressColumns.ts'
import { copyColumns } from './rowWriter.ts'
import { deleteUnusedStreetWords, insertStreetWords, streetWordsOf } from './streetWords.ts'

export interface Dataset {
  name: string
  /** The file name, for display. */
  source: string
}

export interface LoadResult {
  parcels: number
  /** Parcels with a number that an earlier parcel of the file has. Their numbers get a suffix '#2', '#3' … */
  duplicates: number
  replaced: number
}

/**
 * Replaces the data set with the lines of `RowWriter` in one transaction. Readers see the old data set until it
 * commits. The client connects as the owner of the tables.
 */
export async function loadDataset(
  client: pg.Client,
  dataset: Dataset,
  lines: AsyncIterable<Buffer>,
): Promise<LoadResult> {
  const loaded = await inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`parcels ${dataset.name}`])
    await client.query('create temp table incoming (like parcels) on commit drop')
    await client.query('alter table incoming drop column dataset')
    await pipeline(Readable.from(lines), client.query(copyStreams.from(`copy incoming (${copyColumns}) from stdin`)))
    const { rowCount: replaced } = await client.query('delete from parcels where dataset = $1', [dataset.name])
    const { parcels, duplicates } = await insertIncoming(client, dataset)
    await indexStreetWords(client, dataset, replaced !== 0)
    await client.query(
      `insert into parcel_datasets (name, source, parcels, key_version) values ($1, $2, $3, $4)
       on conflict (name) do update set source = excluded.source, parcels = excluded.parcels, imported_at = excluded.imported_at,
         key_version = excluded.key_version`,
      [dataset.name, dataset.source, parcels, keyVersion],
    )
    return { parcels, duplicates, replaced: replaced ?? 0 }
  })
  await client.query('analyze parcels, parcel_street_words')
  return loaded
}

async function insertIncoming(client: pg.Client, { name }: Dataset): Promise<{ parcels: number; duplicates: number }> {
  await client.query(
    `create temp table duplicate_numbers on commit drop as
     select parcel_id from incoming group by parcel_id having count(*) > 1`,
  )
  const columns = copyColumns.replace('parcel_id, ', '')
  const unique = await client.query(
    `insert into parcels (dataset, parcel_id, ${columns}) select $1, parcel_id, ${columns} from incoming
     where parcel_id not in (select parcel_id from duplicate_numbers)`,
    [name],
  )
  const duplicateRows = await client.query<{ parcel_id: string }>(
    `insert into parcels (dataset, parcel_id, ${columns})
     select $1, case when nth = 1 then parcel_id else parcel_id || '#' || nth end, ${columns}
     from (select *, row_number() over (partition by parcel_id order by ctid) as nth from incoming
       where parcel_id in (select parcel_id from duplicate_numbers)) as numbered`,
    [name],
  )
  const duplicateNumbers = await client.query('select from duplicate_numbers')
  return {
    parcels: (unique.rowCount ?? 0) + (duplicateRows.rowCount ?? 0),
    duplicates: (duplicateRows.rowCount ?? 0) - (duplicateNumbers.rowCount ?? 0),
  }
}

const streetBatchSize = 2_000

async function indexStreetWords(client: pg.Client, { name }: Dataset, isReplaced: boolean): Promise<void> {
  if (isReplaced) await client.query(deleteUnusedStreetWords)
  const { rows } = await client.query<{ street_key: string; city: string }>(
    `select distinct street_key, coalesce(city, '') as city from parcels where dataset = $1 and street_key is not null`,
    [name],
  )
  for (let start = 0; start < rows.length; start += streetBatchSize) {
    await client.query(insertStreetWords, streetWordsOf(rows.slice(start, start + streetBatchSize)))
  }
}
