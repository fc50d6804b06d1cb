import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Position } from 'geojson'
import type pg from 'pg'
import { inTransaction } from '../../database/inTransaction.ts'
import { cellOf } from '../../domain/cells.ts'
import { Refused } from '../../domain/errors.ts'
import { describeWrongPlace } from '../../domain/imports/places.ts'
import { distanceMeters, type Point } from '../../domain/point.ts'
import { classOfStreet, type WideStreetClass } from '../../domain/territories/streetClasses.ts'
import { toUtf8 } from '../csv/textEncoding.ts'
import { BadRecords } from '../parcels/import/badRecords.ts'
import { maxLineMeters } from './outlines.ts'
import { assertDatasetName } from '../parcels/import/datasetName.ts'
import { findEncoding } from '../parcels/import/importParcels.ts'
import { readFeatures, type SourceRecord } from '../parcels/import/readFeatures.ts'
import { commandRemedies } from '../parcels/import/remedies.ts'

export interface StreetsRequest {
  /** A GeoJSON file of lines. */
  file: string
  /** The data set's name. An import replaces the streets of the same name. */
  name: string
  /** The property that has the name of the street. */
  column: string
  /** Leaves out bad records also if they are more than 1 %. */
  skipsBad: boolean
}

export interface StreetsResult {
  lines: number
  replaced: number
  /** Records that cannot be imported. They are skipped. */
  bad: number
  /** Why, for the first of them. */
  reasons: readonly string[]
}

interface StreetLine {
  name: string
  class: WideStreetClass | null
  line: Position[]
}

const maxPositions = 50_000
const maxNameLength = 200
const chunkSize = 1 << 20
/** A centimeter. */
const coordinatePrecision = 1e7

/**
 * Replaces the streets of a data set with the lines of a GeoJSON file, in one transaction and with constant memory. Throws `Refused`
 * without a change if the file has no such column or no lines, and `ManyBadRecords` if more than 1 % cannot be imported.
 */
export async function importStreets(client: pg.Client, request: StreetsRequest): Promise<StreetsResult> {
  const { file, name, column } = request
  assertDatasetName(name)
  const encoding = await findEncoding(file)
  const bad = new BadRecords(request.skipsBad)
  const input = createReadStream(file, { highWaterMark: chunkSize })
  let columns: string[] = []
  let hasColumn = false
  let count = 0
  try {
    const replaced = await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`streets ${name}`])
      const { rowCount } = await client.query('delete from street_lines where dataset = $1', [name])
      for await (const batch of readFeatures(toUtf8(input, encoding), commandRemedies)) {
        const lines: StreetLine[] = []
        for (const record of batch) {
          hasColumn ||= Object.hasOwn(record.values, column)
          if (columns.length === 0) columns = Object.keys(record.values).slice(0, 50)
          try {
            lines.push(...readLines(record, column))
          } catch (error) {
            if (!(error instanceof Refused)) throw error
            bad.add(error.message)
          }
        }
        bad.records += batch.length
        bad.checkSoFar()
        await insertLines(client, name, count, lines)
        count += lines.length
      }
      bad.check()
      if (count === 0) throw new Refused(`${path.basename(file)} has no lines.`)
      if (!hasColumn) throw new Refused(`The file has no column '${column}'. It has: ${columns.join(', ')}.`)
      return rowCount ?? 0
    })
    return { lines: count, replaced, bad: bad.count, reasons: bad.reasons }
  } finally {
    input.destroy()
  }
}

/** The lines of a feature, each at most `maxLineMeters` long. None without a geometry. */
function readLines({ problem, location, values, geometry }: SourceRecord, column: string): StreetLine[] {
  if (problem !== null) throw new Refused(problem)
  if (geometry === null || geometry === undefined) return []
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type !== 'LineString' && type !== 'MultiLineString')
    throw new Refused(`${location}: its geometry must be a LineString or a MultiLineString.`)
  const value = values[column]
  const name = (typeof value === 'string' || typeof value === 'number' ? String(value) : '').trim()
  const parts = (type === 'LineString' ? [coordinates] : coordinates) as unknown[]
  if (!Array.isArray(parts)) throw new Refused(`${location}: its geometry has no coordinates.`)
  return parts.flatMap((part) =>
    cutLine(readLine(part, location)).map((line) => ({
      ...{ name: name.slice(0, maxNameLength), class: classOfStreet(values), line },
    })),
  )
}

function readLine(positions: unknown, location: string): Position[] {
  if (!Array.isArray(positions) || positions.length < 2)
    throw new Refused(`${location}: a line has fewer than two points.`)
  if (positions.length > maxPositions)
    throw new Refused(`${location}: a line has more than ${maxPositions.toLocaleString('en')} points.`)
  return positions.map((position: unknown) => {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : []
    if (typeof lng !== 'number' || typeof lat !== 'number')
      throw new Refused(`${location}: a point has no longitude and latitude.`)
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90)
      throw new Refused(`${location}: its coordinates ${lng}, ${lat} are not on the earth.`)
    const wrong = describeWrongPlace({ lat, lng })
    if (wrong) throw new Refused(`${location}: its coordinates ${lng}, ${lat} ${wrong}.`)
    return [round(lng), round(lat)]
  })
}

const round = (degrees: number) => Math.round(degrees * coordinatePrecision) / coordinatePrecision

const pointOf = ([lng, lat]: Position): Point => ({ lat: lat!, lng: lng! })

/** The line in parts that are no longer than `maxLineMeters`, except for a single straight stretch. */
function cutLine(positions: Position[]): Position[][] {
  const parts: Position[][] = []
  let part: Position[] = [positions[0]!]
  let meters = 0
  for (const position of positions.slice(1)) {
    const step = distanceMeters(pointOf(part.at(-1)!), pointOf(position))
    if (part.length > 1 && meters + step > maxLineMeters) {
      parts.push(part)
      part = [part.at(-1)!]
      meters = 0
    }
    part.push(position)
    meters += step
  }
  return [...parts, part]
}

/** The middle of the bounds of a line. */
function middleOf(line: Position[]): Point {
  const lats = line.map(([, lat]) => lat!)
  const lngs = line.map(([lng]) => lng!)
  const between = (values: number[]) =>
    (values.reduce((low, value) => Math.min(low, value)) + values.reduce((high, value) => Math.max(high, value))) / 2
  return { lat: between(lats), lng: between(lngs) }
}

async function insertLines(client: pg.Client, dataset: string, before: number, lines: StreetLine[]): Promise<void> {
  if (lines.length === 0) return
  await client.query(
    `insert into street_lines (dataset, line_number, name, class, cell, line)
     select $1, $2 + row.number, row.name, row.class, row.cell, row.line
     from unnest($3::text[], $4::text[], $5::bigint[], $6::jsonb[]) with ordinality as row (name, class, cell, line, number)`,
    [
      dataset,
      before,
      lines.map(({ name }) => name),
      lines.map((line) => line.class),
      lines.map(({ line }) => String(cellOf(middleOf(line)))),
      lines.map(({ line }) => JSON.stringify(line)),
    ],
  )
}
