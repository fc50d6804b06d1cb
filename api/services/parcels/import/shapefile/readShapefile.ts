import { Refused } from '../../../../domain/errors.ts'
import type { FileParts } from '../fileParts.ts'
import type { SourceRecord } from '../readFeatures.ts'
import { ByteReader } from './byteReader.ts'
import { findLayer } from './findLayer.ts'
import { chooseProjection } from './projection.ts'
import { decodeShape, ShapeReader, type ToDegrees } from './readShapes.ts'
import { TableReader, type TableRow } from './readTableRows.ts'
import { readDirectory, readEntry, readText } from './zipArchive.ts'

/** A batch ends after this many records, or when its shapes have this many bytes. */
const maxBatch = { records: 500, bytes: 512 * 1024 }
const maxTextBytes = { prj: 16_000, cpg: 100 }

/**
 * Reads the parcels of a zip archive with a shapefile: its outlines, in degrees, and its table side by side, in constant memory. Throws
 * `Refused` for an archive without exactly one shapefile, or one that is damaged.
 */
export async function* readShapefile(parts: FileParts): AsyncGenerator<SourceRecord[]> {
  const { shp, dbf, prj, cpg } = findLayer(await readDirectory(parts))
  const toDegrees = chooseProjection(prj ? await readText(parts, prj, maxTextBytes.prj) : null)
  const encoding = cpg ? await readText(parts, cpg, maxTextBytes.cpg) : null
  const shapeBytes = new ByteReader(readEntry(parts, shp))
  const tableBytes = new ByteReader(readEntry(parts, dbf))
  try {
    const shapes = await ShapeReader.open(shapeBytes, shp.size)
    const table = await TableReader.open(tableBytes, encoding)
    yield* readRecords(shapes, table, toDegrees)
    await shapeBytes.end()
    await tableBytes.end()
  } finally {
    await shapeBytes.close()
    await tableBytes.close()
  }
}

async function* readRecords(
  shapes: ShapeReader,
  table: TableReader,
  toDegrees: ToDegrees,
): AsyncGenerator<SourceRecord[]> {
  let batch: SourceRecord[] = []
  let bytes = 0
  for (let number = 1; ; number += 1) {
    const [shape, row] = [await shapes.next(), await table.next()]
    if (!shape || !row) {
      if (shape || row) throw new Refused(mismatchMessage(number - 1, table.rows))
      break
    }
    if ('isDeleted' in row) continue
    batch.push(toRecord(number, shape, row, toDegrees))
    bytes += shape.length
    if (batch.length < maxBatch.records && bytes < maxBatch.bytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  yield batch
}

const mismatchMessage = (read: number, rows: number) => {
  const counts =
    read < rows
      ? `fewer shapes (${read}) than the .dbf file has rows (${rows})`
      : `more shapes than the .dbf file has rows (${rows})`
  return `The .shp file has ${counts}: they do not belong together, or one is truncated. Download the county again.`
}

function toRecord(
  number: number,
  shape: Buffer,
  row: Exclude<TableRow, { isDeleted: true }>,
  toDegrees: ToDegrees,
): SourceRecord {
  const location = `Record ${number}`
  const bad = (reason: string): SourceRecord => ({
    ...{ number, location, values: {}, geometry: null },
    problem: `${location}: ${reason}.`,
  })
  if ('problem' in row) return bad(row.problem)
  try {
    return { number, location, values: row.values, geometry: decodeShape(shape, toDegrees), problem: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return bad(error.message)
  }
}
