import { v5 as uuidv5 } from 'uuid'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Unavailable } from '../../domain/errors.ts'
import { toCamelCase } from '../../domain/fields.ts'
import { importFields } from '../../domain/imports/importFields.ts'
import { keyVersion } from '../../services/parcels/import/addressColumns.ts'
import {
  deleteUnusedStreetWords,
  insertStreetWords,
  maxStreetWords,
  streetWordsOf,
} from '../../services/parcels/import/streetWords.ts'
import { columnTypes, copyColumns, RowWriter } from '../../services/parcels/import/rowWriter.ts'
import { makePauses } from '../../domain/pauses.ts'
import { inBatches } from '../../domain/batches.ts'
import type { ImportedRecord } from './importedRecords.ts'
import { wholeFile, type Importer } from './importer.ts'
import type { ParcelValues } from './reading/rowFormats.ts'
import { outcomeOf, type RowOutcome } from './rowOutcomes.ts'

/** The values of a row of `parcels`; `outline` and `facts` are JSON texts. */
type ParcelRow = Record<string, string | number | null> & { parcel_id: string }

const textLength = (text: unknown): number => (typeof text === 'string' ? text.length : 0)
/** The length of what is saved of a parcel: its street is saved with each of its words. */
const lengthOf = ({ outline, street_key }: ParcelRow): number =>
  textLength(outline) + maxStreetWords * textLength(street_key)

/** What can be undone of a parcel. */
export interface ParcelChange extends Record<string, unknown> {
  dataset: string
  parcelId: string
  /** The row before; null for a parcel that the import created. */
  before: object | null
  /** The `rowHash` of the row that the import left; the row itself in imports of earlier releases. */
  after: string | object
}

/** A SQL expression: the hash by which an undo knows that the parcel `p` is as the import left it. */
export const rowHash = 'md5(p::text)'

const columns = copyColumns.split(/,\s*/)
const mapping = new Map(importFields.parcels.map((field) => [field, { columns: [field] }]))
/** The name of each field in `ParcelValues`. */
const valueNames = importFields.parcels.map((field) => [field, toCamelCase(field) as keyof ParcelValues] as const)

/**
 * Imports parcels of the embedded lookup into one data set, which keeps its other parcels; `npm run parcels:import` replaces a
 * whole data set instead. The same parcel id is the same parcel.
 */
export const parcelsImporter: Importer<ParcelValues> = {
  scope: 'platform',

  async plan({ ctx }, _tenantId, rows, { onDuplicate, dataset }) {
    const name = dataset!
    const saved = new Set<string>()
    await inBatches(rows, async (batch) => {
      const found = await ctx.database.query<{ id: string }>(
        'public',
        'select parcel_id as id from parcels where dataset = $1 and parcel_id = any($2::text[])',
        [name, batch.map(({ values }) => values.parcelId)],
      )
      for (const { id } of found) saved.add(id)
    })
    const chosen = new Map<string, { row: number; parcel: ParcelRow }>()
    const outcomes: RowOutcome[] = []
    const pause = makePauses()
    const writer = new RowWriter(mapping)
    for (const { row, values } of rows) {
      await pause()
      const id = values.parcelId
      const earlier = chosen.get(id)
      const isKnown = saved.has(id) || earlier !== undefined
      const known = earlier ? `The same parcel as row ${earlier.row}` : 'The same as a saved parcel'
      if (isKnown && onDuplicate === 'skip') {
        outcomes.push(outcomeOf({ row, values }, 'skipped', `${known}.`))
        continue
      }
      if (isKnown) outcomes.push(outcomeOf({ row, values }, 'updated', `${known}, which it updates.`))
      else outcomes.push(outcomeOf({ row, values }, 'created', 'New parcel.'))
      const parcel = toRow(writer, values, row)
      chosen.set(id, { row: earlier?.row ?? row, parcel: merge(earlier?.parcel, parcel) })
    }
    return {
      outcomes,
      parts: wholeFile,
      async save({ em }, _, onProgress) {
        await lockDataset(em, name, `import ${name}`)
        const records: ImportedRecord[] = []
        await inBatches(
          [...chosen.values()],
          async (batch) => void records.push(...(await saveBatch(em, name, batch, onDuplicate === 'skip'))),
          onProgress,
          ({ parcel }) => lengthOf(parcel),
        )
        if (outcomes.some(({ outcome }) => outcome === 'updated')) await removeUnusedStreets(em)
        await countDataset(em, name)
        return records
      },
    }
  },
}

function toRow(writer: RowWriter, values: ParcelValues, row: number): ParcelRow {
  const place = values.geometry ?? { centroid: { lat: values.lat!, lng: values.lng! }, outline: null }
  const texts = Object.fromEntries(valueNames.map(([field, name]) => [field, values[name]]))
  const fields = writer.formatFields(texts, place, row)
  return Object.fromEntries(
    columns.map((column, index) => [column, typeof fields[index] === 'bigint' ? String(fields[index]) : fields[index]]),
  ) as ParcelRow
}

/** The later row of the same parcel: empty cells change nothing. */
function merge(earlier: ParcelRow | undefined, later: ParcelRow): ParcelRow {
  if (!earlier) return later
  const filled = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null))
  const facts = { ...JSON.parse(earlier['facts'] as string), ...JSON.parse(later['facts'] as string) } as object
  return { ...earlier, ...filled, facts: JSON.stringify(facts) } as ParcelRow
}

/** Makes other imports into the data set wait until the transaction ends. */
export async function lockDataset(em: EntityManager, name: string, source: string): Promise<void> {
  await queryRows(
    em,
    `insert into parcel_datasets (name, source, parcels, key_version) values ($1, $2, 0, $3)
     on conflict (name) do update set source = excluded.source, imported_at = excluded.imported_at`,
    [name, source, keyVersion],
  )
}

/** Corrects what is known about the data set after its parcels changed; without any, it is gone. */
export async function countDataset(em: EntityManager, name: string): Promise<void> {
  await queryRows(
    em,
    `update parcel_datasets set parcels = (select count(*) from parcels where dataset = $1) where name = $1`,
    [name],
  )
  await queryRows(em, 'delete from parcel_datasets where name = $1 and parcels = 0', [name])
}

export const removeUnusedStreets = (em: EntityManager): Promise<unknown> => queryRows(em, deleteUnusedStreetWords)

/** The columns of the address depend on each other, so they change together. */
const addressColumns = ['address', 'street_number', 'street_number_to', 'street_key', 'street_name']
const keptColumns = ['city', 'state', 'zip_code', 'neighborhood', 'owner_name', 'owner_address', 'outline']

/** Takes a list of values for each column, which PostgreSQL reads in half the time of one JSON text. */
const upsert = `
  insert into parcels as p (dataset, ${copyColumns})
  select $1, r.* from unnest(${columns.map((column, index) => `$${index + 2}::${columnTypes[column] ?? 'text'}[]`).join()}) as r`

const updates = [
  ...addressColumns.map(
    (column) => `${column} = case when excluded.address is null then p.${column} else excluded.${column} end`,
  ),
  ...keptColumns.map((column) => `${column} = coalesce(excluded.${column}, p.${column})`),
  ...['lat', 'lng', 'cell'].map((column) => `${column} = excluded.${column}`),
  'facts = p.facts || excluded.facts',
].join(', ')

/** Saves parcels and the words of their streets. Throws `Unavailable` if they were imported meanwhile. */
async function saveBatch(
  em: EntityManager,
  dataset: string,
  batch: readonly { row: number; parcel: ParcelRow }[],
  onlyNew: boolean,
): Promise<ImportedRecord[]> {
  const ids = batch.map(({ parcel }) => parcel.parcel_id)
  const before = await queryRows<{ id: string; parcel: object }>(
    em,
    `select parcel_id as id, to_jsonb(p) as parcel from parcels p where dataset = $1 and parcel_id = any($2::text[])
     order by parcel_id for update`,
    [dataset, ids],
  )
  if (onlyNew && before.length > 0) throw new Unavailable('Parcels of the file were imported meanwhile.')
  const after = await queryRows<{ id: string; hash: string; street_key: string | null; city: string | null }>(
    em,
    `${upsert} on conflict (dataset, parcel_id) do update set ${updates}
     returning parcel_id as id, ${rowHash} as hash, street_key, city`,
    [dataset, ...columns.map((column) => batch.map(({ parcel }) => parcel[column]))],
  )
  // Of the saved rows: an update without a city keeps the city that is known.
  const streets = new Map(
    after.flatMap(({ street_key, city }) =>
      street_key === null ? [] : [[`${street_key}|${city}`, { street_key, city: city ?? '' }]],
    ),
  )
  await queryRows(em, insertStreetWords, streetWordsOf([...streets.values()]))
  const parcelsBefore = new Map(before.map(({ id, parcel }) => [id, parcel]))
  const hashes = new Map(after.map(({ id, hash }) => [id, hash]))
  return batch.map(({ row, parcel: { parcel_id: id } }) => {
    const previous: ParcelChange = {
      dataset,
      parcelId: id,
      before: parcelsBefore.get(id) ?? null,
      after: hashes.get(id)!,
    }
    return { kind: 'parcel', id: uuidv5(`${dataset} ${id}`, uuidv5.URL), row, previous }
  })
}
