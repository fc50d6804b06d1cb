import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { Refused } from '../../../domain/errors.ts'
import { decodeStart, detectEncoding, NotText, toUtf8, type TextEncoding } from '../../csv/textEncoding.ts'
import { BadRecords } from './badRecords.ts'
import { assertDatasetName } from './datasetName.ts'
import { explainConversion } from './explainConversion.ts'
import { type LoadResult, loadDataset } from './loadDataset.ts'
import type { Mapping } from './mapping.ts'
import { formatRecord, openRecords, prependBatch, readSample } from './parcelRecords.ts'
import { commandRemedies } from './remedies.ts'
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
  /** Leaves out bad records also if they are more than 1 %. */
  skipsBad?: boolean
  onProgress?: (progress: ImportProgress) => void
}

export interface ImportResult extends LoadResult {
  /** Records without a geometry. They are skipped. */
  withoutGeometry: number
  /** Records that cannot be imported. They are skipped. */
  bad: number
  /** Why, for the first of them. */
  reasons: readonly string[]
  notes: string[]
}

const chunkSize = 1 << 20

/**
 * Imports a county's parcels from a GeoJSON or CSV file. Reads the file twice with constant memory, the first time to find its encoding,
 * in one transaction. Leaves out records that cannot be imported, and throws `ManyBadRecords` that names the first ones if these are more
 * than 1 %, unless `skipsBad` is set; the database is then unchanged.
 */
export async function importParcels(client: pg.Client, request: ImportRequest): Promise<ImportResult> {
  const { file, name, onProgress } = request
  assertDatasetName(name)
  const totalBytes = await readFileSize(file)
  const conversion = await explainConversion(file)
  if (conversion) throw new Refused(conversion)
  const encoding = await findEncoding(file)
  const input = createReadStream(file, { highWaterMark: chunkSize })
  const batches = openRecords(file, toUtf8(input, encoding), await readStart(file, encoding), commandRemedies)
  const progress = { bytes: 0, totalBytes, parcels: 0 }
  const counts = { withoutGeometry: 0 }
  const bad = new BadRecords(request.skipsBad ?? false)
  const { sample, resolved, notes, readGeometry } = await readSample(batches, request.mapping, commandRemedies)
  if (encoding !== 'utf-8') notes.push(`The file was read as ${encodingNames[encoding]}. Check a name with an accent.`)
  const writer = new RowWriter(resolved)

  async function* copyLines(): AsyncGenerator<Buffer> {
    for await (const batch of prependBatch(sample, batches)) {
      const lines: string[] = []
      for (const record of batch)
        try {
          const line = formatRecord(record, readGeometry, (...values) => writer.formatLine(...values))
          if (line === null) counts.withoutGeometry++
          else lines.push(line)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          bad.add(error.message)
        }
      bad.records += batch.length
      bad.checkSoFar()
      progress.parcels += lines.length
      progress.bytes = input.bytesRead
      onProgress?.({ ...progress })
      if (lines.length > 0) yield Buffer.from(lines.join(''))
    }
    bad.check()
    if (progress.parcels === 0) throw new Refused(`${path.basename(file)} has no parcels.`)
  }

  try {
    const loaded = await loadDataset(client, { name, source: path.basename(file) }, copyLines())
    return { ...loaded, ...counts, bad: bad.count, reasons: bad.reasons, notes }
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

const encodingNames: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac OS Roman',
}

const notTextMessages: Record<NotText['reason'], string> = {
  empty: 'is empty.',
  zip: 'is a zip archive: unpack it first.',
  'web page': 'is a web page, not GeoJSON or CSV: download it again.',
  NUL: 'is neither GeoJSON nor CSV. Convert it: ogr2ogr parcels.geojson THE_FILE',
  'unknown encoding': 'is not UTF-8, and its encoding is not certain. Save or export it as UTF-8.',
}

/** The encoding of the file. Throws `Refused` for a file that is no text, or cannot be read. */
export async function findEncoding(file: string): Promise<TextEncoding> {
  try {
    return await detectEncoding(createReadStream(file, { highWaterMark: chunkSize }))
  } catch (error) {
    throw error instanceof NotText ? new Refused(`${path.basename(file)} ${notTextMessages[error.reason]}`) : error
  }
}

/** The beginning of the text. */
async function readStart(file: string, encoding: TextEncoding): Promise<string> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
  await handle.close()
  return decodeStart(buffer.subarray(0, bytesRead), encoding)
}
