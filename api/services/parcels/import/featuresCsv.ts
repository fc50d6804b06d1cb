import { csvRows } from '../../../domain/csv.ts'
import { Refused } from '../../../domain/errors.ts'
import type { FileContent } from '../../csv/textEncoding.ts'
import { readFeatures } from './readFeatures.ts'

/** The column of the geometries, as GeoJSON texts. */
const geometryHeading = 'geometry'
/** More names of properties are no columns that somebody chooses from. */
const maxHeadings = 500
/** A file of many features with few values each becomes longer by its empty cells. */
const maxLength = 64 * 1024 * 1024
const tooLarge = 'The file is too large when it is read as a table. Split it, or keep only the columns that you need.'

/** Whether the file begins as JSON does. */
export function isJson(file: Uint8Array): boolean {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1_024)).toString('utf8')
  return start
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('{')
}

/**
 * Writes the features of a GeoJSON file as a CSV file with a column for each name of a property and one for the geometry, so that they are
 * read by the same rules as any other file. `read` opens the file from its beginning. Ends after `maxRows` rows, but the columns are those
 * of all features. Throws `Refused` for a file that is not GeoJSON.
 */
export async function featuresToCsv(read: () => FileContent, maxRows: number): Promise<Buffer> {
  const names = new Set<string>()
  for await (const records of readFeatures(read()))
    for (const { values, problem } of records) {
      if (problem) throw new Refused(`${problem.replace(/\.$/, '')}.`)
      for (const name of Object.keys(values)) names.add(name)
      if (names.size > maxHeadings)
        throw new Refused(`The features have more than ${maxHeadings} properties. Remove those that you do not need.`)
    }
  names.delete(geometryHeading)
  const headings = [...names]
  const pieces = [Buffer.from(csvRows([[...headings, geometryHeading]]))]
  let length = 0
  let rows = 0
  for await (const records of readFeatures(read())) {
    if (rows === maxRows) break
    const batch = records.slice(0, maxRows - rows)
    rows += batch.length
    const piece = Buffer.from(
      csvRows(batch.map(({ values, geometry }) => [...headings.map((name) => toCell(values[name])), toCell(geometry)])),
    )
    length += piece.length
    if (length > maxLength) throw new Refused(tooLarge)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
