import { Refused } from '../../../domain/errors.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import { CsvProblem, declaredSeparator, readCsv } from '../../csv/readCsv.ts'
import type { FileContent } from '../../csv/textEncoding.ts'
import { type ParcelGeometry, parseGeometry, parsePoint } from './parseGeometry.ts'
import type { Mapping, Source } from './mapping.ts'
import type { SourceRecord } from './readFeatures.ts'
import type { Remedies } from './remedies.ts'
import { readText } from './rowWriter.ts'
import { parseGeometryText } from './parseGeometryText.ts'

const commonColumnNames = {
  lat: /^(lat|latitude|y)$/i,
  lng: /^(lng|lon|long|longitude|x)$/i,
  geometry: /^(the_)?(geom|geometry|wkt|shape|geojson)$/i,
}

/**
 * Reads a table with a header line, in batches. The separator is that of a first line such as `sep=;`, else the comma, tab, semicolon
 * or vertical bar that occurs most often in the header. `start` is the beginning of the text.
 */
export async function* readTable(input: FileContent, start: string): AsyncGenerator<SourceRecord[]> {
  let columns: string[] | null = null
  let number = 0
  const declared = declaredSeparator(start)
  const options = {
    separator: declared ?? detectSeparator(start.split(/\r?\n/, 1)[0]!),
    skipsFirstLine: declared !== null,
    trim: true,
    // Exports for spreadsheets write ="00123" without the quotes of CSV.
    relaxQuotes: /[\n,;\t|]="/.test(start),
  }
  try {
    for await (const rows of readCsv(input, options)) {
      const batch: SourceRecord[] = []
      for (const { line, cells } of rows) {
        if (cells.length === 1 && cells[0] === '') continue
        const location = `Line ${line}`
        if (!columns) columns = cells.map(cellText)
        else if (cells.length === columns.length) {
          const values = Object.fromEntries(columns.map((column, index) => [column, cellText(cells[index]!)]))
          batch.push({ number: ++number, location, values, geometry: undefined, problem: null })
        } else {
          const problem = `${location} has ${cells.length} fields, but the header has ${columns.length}.`
          batch.push({ number: ++number, location, values: {}, geometry: undefined, problem })
        }
      }
      yield batch
    }
  } catch (error) {
    throw error instanceof CsvProblem ? new Refused(describeProblem(error)) : error
  }
}

function detectSeparator(header: string): string {
  const count = (separator: string) => header.split(separator).length
  return [',', '\t', ';', '|'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

function describeProblem({ reason, line }: CsvProblem): string {
  switch (reason) {
    case 'open quote':
      return `The file ends inside a quoted field that starts at or before line ${line}: the file is truncated, or a quote is missing.`
    case 'wrong quote':
      return `Line ${line} has a quote in the wrong place: a field with quotes in it must be in quotes, and its quotes doubled.`
    default:
      return `Line ${line} is too long for a parcel. Perhaps a quote is not closed.`
  }
}

/**
 * Returns a function that reads a record's geometry, from the mapped columns or else from columns with a common name.
 */
export function createGeometryReader(
  mapping: Mapping,
  columns: string[],
  remedies: Remedies,
): (values: Record<string, unknown>) => ParcelGeometry | null {
  const findSource = (target: keyof typeof commonColumnNames): Source | undefined => {
    const commonColumn = columns.find((column) => commonColumnNames[target].test(column))
    return mapping.get(target) ?? (commonColumn === undefined ? undefined : { columns: [commonColumn] })
  }
  const geometry = findSource('geometry')
  const lat = findSource('lat')
  const lng = findSource('lng')
  if (geometry) return (values) => parseGeometry(parseGeometryText(readText(values, geometry) ?? ''), remedies)
  if (!lat || !lng) {
    throw new Refused(`The file has no coordinates. ${remedies.coordinates}`)
  }
  return (values) => {
    const lngText = readText(values, lng)
    const latText = readText(values, lat)
    if (lngText === null || latText === null) return null
    return parsePoint([parseDegrees(lngText, 'longitude'), parseDegrees(latText, 'latitude')], remedies)
  }
}

function parseDegrees(text: string, what: string): number {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new Refused(`'${text}' is not a ${what}`)
  return value
}
