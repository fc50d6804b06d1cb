import { Refused } from '../../../domain/errors.ts'
import type { FileContent } from '../../csv/textEncoding.ts'
import { type Mapping, resolveMapping } from './mapping.ts'
import { type ParcelGeometry, parseGeometry } from './parseGeometry.ts'
import { type SourceRecord, readFeatures } from './readFeatures.ts'
import type { Remedies } from './remedies.ts'
import { createGeometryReader, readTable } from './readTable.ts'

/** Records read before the mapping is checked, because GeoJSON features may omit properties. */
const sampleSize = 1_000

/** Reads a table or GeoJSON, by the extension of the file or the first character. `start` is the beginning of the text. */
export function openRecords(
  fileName: string,
  input: FileContent,
  start: string,
  remedies: Remedies,
): AsyncGenerator<SourceRecord[]> {
  const isTable = /\.(csv|tsv|txt)$/i.test(fileName) || !/^\s*[{[]/.test(start.replaceAll('\u001e', ''))
  return isTable ? readTable(input, start) : readFeatures(input, remedies)
}

/** The columns of the records. */
export const columnsOf = (records: readonly SourceRecord[]): string[] => [
  ...new Set(records.flatMap(({ values }) => Object.keys(values))),
]

/** Reads the first records, which tell the columns, and finds for each field the column that it comes from. */
export async function readSample(batches: AsyncGenerator<SourceRecord[]>, mapping: Mapping, remedies: Remedies) {
  const sample: SourceRecord[] = []
  while (sample.length < sampleSize) {
    const { value, done } = await batches.next()
    if (done) break
    sample.push(...value)
  }
  const columns = columnsOf(sample)
  if (sample.length === 0) throw new Refused('The file has no parcels.')
  if (sample.every(({ problem }) => problem !== null)) throw new Refused(sample[0]!.problem!)
  const { mapping: resolved, notes } = resolveMapping(mapping, columns, remedies)
  const isTable = sample[0]!.geometry === undefined
  const readCsvGeometry = isTable ? createGeometryReader(resolved, columns, remedies) : null
  const readGeometry = (record: SourceRecord): ParcelGeometry | null =>
    readCsvGeometry ? readCsvGeometry(record.values) : parseGeometry(record.geometry, remedies)
  return { sample, resolved, notes, readGeometry }
}

export async function* prependBatch(
  sample: SourceRecord[],
  rest: AsyncGenerator<SourceRecord[]>,
): AsyncGenerator<SourceRecord[]> {
  yield sample
  yield* rest
}

/** What `format` makes of a record with its place; null for one without a geometry. Throws `Refused` with the record's location. */
export function formatRecord<T>(
  record: SourceRecord,
  readGeometry: (record: SourceRecord) => ParcelGeometry | null,
  format: (values: SourceRecord['values'], place: ParcelGeometry, number: number) => T,
): T | null {
  const { values, number, location, problem } = record
  if (problem !== null) throw new Refused(problem)
  const located = (error: unknown, end: string) =>
    error instanceof Refused ? new Refused(`${location}: ${error.message}${end}`) : error
  let place: ParcelGeometry | null
  try {
    place = readGeometry(record)
  } catch (error) {
    throw located(error, '.')
  }
  try {
    return place && format(values, place, number)
  } catch (error) {
    throw located(error, '')
  }
}
