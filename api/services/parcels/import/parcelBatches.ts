import { Refused } from '../../../domain/errors.ts'
import { BadRecords } from './badRecords.ts'
import type { ParcelBatch, ParcelFile, ParcelSummary } from './parcelProtocol.ts'
import { formatRecord, prependBatch, readSample } from './parcelRecords.ts'
import type { SourceRecord } from './readFeatures.ts'
import { uploadRemedies } from './remedies.ts'
import { copyColumns, RowWriter } from './rowWriter.ts'
import { streetWordsOf } from './streetWords.ts'

const columnNames = copyColumns.split(/,\s*/)
const parcelIdAt = columnNames.indexOf('parcel_id')
const streetKeyAt = columnNames.indexOf('street_key')
const outlineAt = columnNames.indexOf('outline')
/** The outline of the largest county park is a tenth of this. */
const maxOutlineLength = 1_000_000
/** A batch that is taken before it is larger, because a part of a packed file can have many parcels. */
const fullBatch = { rows: 20_000, outlineLength: 4_000_000 }
/** Streets whose words have been given. It is emptied when it is full, because words may be given twice. */
const maxKnownStreets = 50_000

type Fields = (string | number | bigint | null)[]

/** Reads a county's file into batches of parcels, in constant memory. */
export class ParcelBatches {
  readonly #bad = new BadRecords(false)
  readonly #knownStreets = new Set<string>()
  #withoutGeometry = 0
  #total = 0
  #rows: { fields: Fields; number: number }[] = []
  #outlineLength = 0

  /** Reads all records. Calls `pause` when enough of them are there to be taken. Throws `Refused` for a file that is no county's. */
  async read(
    batches: AsyncGenerator<SourceRecord[]>,
    { mapping }: Pick<ParcelFile, 'mapping'>,
    pause: () => Promise<void>,
  ): Promise<void> {
    const wanted = new Map(Object.entries(mapping).map(([field, column]) => [field, { columns: [column] }]))
    const { sample, resolved, readGeometry } = await readSample(batches, wanted, uploadRemedies)
    const writer = new RowWriter(resolved)
    for await (const batch of prependBatch(sample, batches)) {
      for (const record of batch)
        try {
          const fields = formatRecord(record, readGeometry, (...values) => writer.formatFields(...values))
          if (fields === null) this.#withoutGeometry += 1
          else this.#add(fields, record.number, record.location)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          this.#bad.add(error.message.slice(0, 300).toWellFormed())
        }
      this.#bad.records += batch.length
      this.#bad.checkSoFar()
      if (this.#rows.length >= fullBatch.rows || this.#outlineLength >= fullBatch.outlineLength) await pause()
    }
    this.#bad.check()
    if (this.#total === 0) throw new Refused('The file has no parcels.')
  }

  #add(fields: Fields, number: number, location: string): void {
    const { length } = String(fields[outlineAt] ?? '')
    if (length > maxOutlineLength)
      throw new Refused(`${location}: its outline has more corners than a parcel can have.`)
    this.#total += 1
    this.#rows.push({ fields, number })
    this.#outlineLength += length
  }

  /** The parcels that were read since the last call. */
  take(): ParcelBatch {
    const rows = this.#rows
    this.#rows = []
    this.#outlineLength = 0
    const ids = new Set<unknown>()
    for (const { fields, number } of rows) {
      if (ids.has(fields[parcelIdAt])) fields[parcelIdAt] = `${fields[parcelIdAt]}#${number}`
      ids.add(fields[parcelIdAt])
    }
    const [words, streets] = streetWordsOf(this.#newStreets(rows))
    return {
      count: rows.length,
      columns: columnNames.map((_, at) => toArrayText(rows.map(({ fields }) => fields[at] ?? null))),
      numbers: toArrayText(rows.map(({ number }) => number)),
      words: toArrayText(words),
      streets: toArrayText(streets),
    }
  }

  #newStreets(rows: readonly { fields: Fields }[]): { street_key: string; city: string }[] {
    if (this.#knownStreets.size > maxKnownStreets) this.#knownStreets.clear()
    return rows.flatMap(({ fields }) => {
      const street = fields[streetKeyAt]
      if (typeof street !== 'string' || this.#knownStreets.has(street)) return []
      this.#knownStreets.add(street)
      return [{ street_key: street, city: '' }]
    })
  }

  summary(): ParcelSummary {
    const { records, count, reasons } = this.#bad
    return { records, bad: count, reasons, withoutGeometry: this.#withoutGeometry }
  }
}

/** An array as PostgreSQL reads it. */
export function toArrayText(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : typeof value === 'string' ? quote(value) : String(value))).join()}}`
}

const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
