import { queryRows, type EntityManager } from '../../database/connection.ts'
import { makePauses } from '../../domain/pauses.ts'
import type { WriteContext } from '../../log/transact.ts'
import { addressColumnsOf, keyVersion, type AddressColumns } from '../../services/parcels/import/addressColumns.ts'
import { insertCompanyWords, insertStreetWords, streetWordsOf } from '../../services/parcels/import/streetWords.ts'
import { isOwnDataset } from '../../services/parcels/parcelRows.ts'
import { removeUnusedStreets } from './importParcels.ts'

const batchSize = 1_000

interface Row extends AddressColumns {
  parcel_id: string
  address: string | null
  city: string | null
  state: string | null
  zip_code: string | null
}

/**
 * Computes the columns by which parcels are found anew, in data sets that an earlier version imported. Each batch is a transaction of
 * its own that locks only the rows that it changes; after an interruption it begins again. Resolves to the number of changed parcels.
 */
export async function renewParcelKeys({ database }: Pick<WriteContext, 'database'>): Promise<number> {
  const outdated = await database.query<{ name: string }>(
    'platform',
    'select name from parcel_datasets where key_version < $1 order by name',
    [keyVersion],
  )
  let changed = 0
  for (const { name } of outdated) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after
      const batch = await database.within('platform', (em) => renewBatch(em, name, from))
      changed += batch.changed
      after = batch.last
    }
    await database.within('platform', async (em) => {
      await removeUnusedStreets(em)
      await queryRows(em, 'update parcel_datasets set key_version = $2 where name = $1', [name, keyVersion])
    })
  }
  return changed
}

/** `last` is undefined after the last batch. */
async function renewBatch(
  em: EntityManager,
  dataset: string,
  after: string,
): Promise<{ changed: number; last: string | undefined }> {
  const rows = await queryRows<Row>(
    em,
    `select parcel_id, address, city, state, zip_code, street_number, street_number_to, street_key, street_name from parcels
     where dataset = $1 and parcel_id > $2 order by parcel_id limit ${batchSize}`,
    [dataset, after],
  )
  const pause = makePauses()
  const changed: (AddressColumns & Pick<Row, 'parcel_id' | 'city'>)[] = []
  for (const row of rows) {
    await pause()
    const { columns } = addressColumnsOf(row)
    const differs = (Object.keys(columns) as (keyof AddressColumns)[]).some((name) => columns[name] !== row[name])
    if (differs) changed.push({ ...columns, parcel_id: row.parcel_id, city: row.city })
  }
  if (changed.length > 0) {
    await queryRows(
      em,
      `update parcels p set street_number = r.street_number, street_number_to = r.street_number_to, street_key = r.street_key,
         street_name = r.street_name
       from jsonb_to_recordset($2::jsonb) as r (parcel_id text, street_number integer, street_number_to integer, street_key text,
         street_name text)
       where p.dataset = $1 and p.parcel_id = r.parcel_id`,
      [dataset, JSON.stringify(changed)],
    )
    const streets = changed.flatMap(({ street_key, city }) => (street_key ? [{ street_key, city: city ?? '' }] : []))
    const [words, keys, cities] = streetWordsOf(streets)
    if (isOwnDataset(dataset)) await queryRows(em, insertCompanyWords, [dataset, words, keys])
    else await queryRows(em, insertStreetWords, [words, keys, cities])
  }
  return { changed: changed.length, last: rows.length < batchSize ? undefined : rows.at(-1)!.parcel_id }
}
