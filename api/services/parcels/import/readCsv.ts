import { CsvError, parse } from 'csv-parse'
import type { Readable } from 'node:stream'
import { Refused } from '../../../domain/errors.ts'
import { type ParcelGeometry, parseGeometry, parsePoint } from './parseGeometry.ts'
import type { Mapping, Source } from './mapping.ts'
import type { SourceRecord } from './readFeatures.ts'
import { readText } from './rowWriter.ts'
import { parseGeometryText } from './parseGeometryText.ts'

const commonColumnNames = {
  lat: /^(lat|latitude|y)$/i,
  lng: /^(lng|lon|long|longitude|x)$/i,
  geometry: /^(the_)?(geom|geometry|wkt|shape|geojson)$/i,
}

/**
 * Reads a table with a header line, in batches. The separator is the comma, tab, semicolon or vertical bar that occurs
 * most often in the header.
 */
export async function* readCsv(input: Readable, header: string): AsyncGenerator<SourceRecord[]> {
  const parser = input.pipe(
    parse({
      bom: true,
      columns: true,
      delimiter: detectSeparator(header),
      info: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  input.once('error', (error) => parser.destroy(error))
  let batch: SourceRecord[] = []
  let number = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>
      info: { lines: number }
    }>) {
      batch.push({ number: ++number, location: `Line ${info.lines}`, values: record, geometry: undefined })
      if (batch.length < 500) continue
      yield batch
      batch = []
    }
  } catch (error) {
    throw error instanceof CsvError ? new Refused(describeCsvError(error, header)) : error
  }
  yield batch
}

function detectSeparator(header: string): string {
  const count = (separator: string) => header.split(separator).length
  return [',', '\t', ';', '|'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

function describeCsvError(error: CsvError, header: string): string {
  const line = Number(error.lines)
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The file ends inside a quoted field that starts at or before line ${line}: the file is truncated, or a quote is missing.`
    case 'CSV_RECORD_INCONSISTENT_COLUMNS': {
      const { length } = error.record as unknown[]
      return `Line ${line} has ${length} fields, but the header has ${header.split(detectSeparator(header)).length}.`
    }
    default:
      return `Line ${line}: ${error.message}`
  }
}

/**
 * Returns a function that reads a record's geometry, from the mapped columns or else from columns with a common name.
 */
export function createGeometryReader(
  mapping: Mapping,
  columns: string[],
): (values: Record<string, unknown>) => ParcelGeometry | null {
  const findSource = (target: keyof typeof commonColumnNames): Source | undefined => {
    const commonColumn = columns.find((column) => commonColumnNames[target].test(column))
    return mapping.get(target) ?? (commonColumn === undefined ? undefined : { columns: [commonColumn] })
  }
  const geometry = findSource('geometry')
  const lat = findSource('lat')
  const lng = findSource('lng')
  if (geometry) return (values) => parseGeometry(parseGeometryText(readText(values, geometry) ?? ''))
  if (!lat || !lng) {
    throw new Refused(
      'The file has no coordinates. Name their columns in --map: lat=Y,lng=X, or geometry=COLUMN with WKT or GeoJSON in it.',
    )
  }
  return (values) => {
    const lngText = readText(values, lng)
    const latText = readText(values, lat)
    if (lngText === null || latText === null) return null
    return parsePoint([parseDegrees(lngText, 'longitude'), parseDegrees(latText, 'latitude')])
  }
}

function parseDegrees(text: string, what: string): number {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new Refused(`'${text}' is not a ${what}`)
  return value
}
