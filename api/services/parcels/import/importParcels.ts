import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { Refused } from '../../../domain/errors.ts'
import { type ParcelGeometry, parseGeometry } from './parseGeometry.ts'
import { assertDatasetName } from './datasetName.ts'
import { type LoadResult, loadDataset } from './loadDataset.ts'
import { type Mapping, resolveMapping } from './mapping.ts'
import { type SourceRecord, readFeatures } from './readFeatures.ts'
import { createGeometryReader, readTable } from './readTable.ts'
import { RowWriter } from './rowWriter.ts'

export interface ImportProgress {
  bytes: number
  totalBytes: number
  parcels: number
}

export interface ImportRequest {
  file: string
  /** The data set's name. An import replaces the data set of the same name. */
  name: string
  mapping: Mapping
  onProgress?: (progress: ImportProgress) => void
}

export interface ImportResult extends LoadResult {
  /** Records without a geometry. They are skipped. */
  withoutGeometry: number
  notes: string[]
}

/** Records read before the mapping is checked, because GeoJSON features may omit properties. */
const sampleSize = 1_000
const chunkSize = 1 << 20

/**
 * Imports a county's parcels from a GeoJSON or CSV file. Reads the file once with constant memory, in one transaction.
 * Throws `Refused` that names the wrong feature or line; the database is then unchanged.
 */
export async function importParcels(client: pg.Client, request: ImportRequest): Promise<ImportResult> {
  const { file, name, onProgress } = request
  assertDatasetName(name)
  const totalBytes = await readFileSize(file)
  const input = createReadStream(file, { highWaterMark: chunkSize })
  const batches = await openReader(file, input)
  const progress = { bytes: 0, totalBytes, parcels: 0 }
  const counts = { withoutGeometry: 0 }
  const { sample, resolved, notes, readGeometry } = await readSample(batches, request.mapping)
  const writer = new RowWriter(resolved)

  async function* copyLines(): AsyncGenerator<Buffer> {
    for await (const batch of prependBatch(sample, batches)) {
      const lines: string[] = []
      for (const record of batch) {
        const geometry = parseRecordGeometry(record, readGeometry)
        if (geometry === null) counts.withoutGeometry++
        else lines.push(writer.formatLine(record.values, geometry, record.number))
      }
      progress.parcels += lines.length
      progress.bytes = input.bytesRead
      onProgress?.({ ...progress })
      if (lines.length > 0) yield Buffer.from(lines.join(''))
    }
    if (progress.parcels === 0) throw new Refused(`${path.basename(file)} has no parcels.`)
  }

  try {
    const loaded = await loadDataset(client, { name, source: path.basename(file) }, copyLines())
    return { ...loaded, ...counts, notes }
  } finally {
    input.destroy()
  }
}

async function readFileSize(file: string): Promise<number> {
  try {
    const { size } = await stat(file)
    return size
  } catch {
    throw new Refused(`${file} cannot be read. Check the path.`)
  }
}

/** Detects the format by the file's extension or first byte. */
async function openReader(file: string, input: ReturnType<typeof createReadStream>) {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
  await handle.close()
  const start = buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
  if (start.trim() === '') throw new Refused(`${path.basename(file)} is empty.`)
  if (start.startsWith('PK')) throw new Refused(`${path.basename(file)} is a zip archive: unpack it first.`)
  if (start.includes('\u0000'))
    throw new Refused(`${path.basename(file)} is neither GeoJSON nor CSV. Convert it: ogr2ogr parcels.geojson THE_FILE`)
  const isTable = /\.(csv|tsv|txt)$/i.test(file) || !/^\s*[{[]/.test(start.replaceAll('\u001e', ''))
  return isTable ? readTable(input, start.split(/\r?\n/, 1)[0]!) : readFeatures(input)
}

/** Reads enough records to know the columns, and resolves the mapping. */
async function readSample(batches: AsyncGenerator<SourceRecord[]>, mapping: Mapping) {
  const sample: SourceRecord[] = []
  while (sample.length < sampleSize) {
    const { value, done } = await batches.next()
    if (done) break
    sample.push(...value)
  }
  const columns = [...new Set(sample.flatMap((record) => Object.keys(record.values)))]
  if (sample.length === 0) throw new Refused('The file has no parcels.')
  const { mapping: resolved, notes } = resolveMapping(mapping, columns)
  const isTable = sample[0]!.geometry === undefined
  const readCsvGeometry = isTable ? createGeometryReader(resolved, columns) : null
  const readGeometry = (record: SourceRecord): ParcelGeometry | null =>
    readCsvGeometry ? readCsvGeometry(record.values) : parseGeometry(record.geometry)
  return { sample, resolved, notes, readGeometry }
}

async function* prependBatch(
  sample: SourceRecord[],
  rest: AsyncGenerator<SourceRecord[]>,
): AsyncGenerator<SourceRecord[]> {
  yield sample
  yield* rest
}

/** Parses the record's geometry. Adds the record's location to the error. */
function parseRecordGeometry(
  record: SourceRecord,
  readGeometry: (record: SourceRecord) => ParcelGeometry | null,
): ParcelGeometry | null {
  try {
    return readGeometry(record)
  } catch (error) {
    throw error instanceof Refused ? new Refused(`${record.location}: ${error.message}.`) : error
  }
}
