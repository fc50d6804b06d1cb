import type { Position } from 'geojson'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { coveringCellRanges } from '../../domain/cells.ts'
import { growBounds, type Bounds, type Point } from '../../domain/point.ts'
import type { WideStreet } from '../../domain/territories/streetClasses.ts'
import { maxLineMeters } from '../../services/basemap/outlines.ts'

/** More lines are not read: those of a town of 100,000 people are fewer. */
const maxLines = 5_000

/** The imported lines of streets in these bounds. */
export async function readStreetLines(em: EntityManager, bounds: Bounds): Promise<Point[][]> {
  const rows = await queryLines<{ line: Position[] }>(em, bounds, 's.line', 'true')
  return rows.map(({ line }) => line.map(toPoint))
}

/** The imported lines of main and secondary roads and railways in these bounds. */
export async function readWideStreets(em: EntityManager, bounds: Bounds): Promise<WideStreet<Point>[]> {
  const rows = await queryLines<WideStreet<Position>>(em, bounds, 's.line, s.class', 's.class is not null')
  return rows.map(({ line, ...street }) => ({ ...street, line: line.map(toPoint) }))
}

/** A line belongs to the cell of its middle. */
function queryLines<Row extends object>(
  em: EntityManager,
  bounds: Bounds,
  columns: string,
  condition: string,
): Promise<Row[]> {
  const ranges = coveringCellRanges(growBounds(bounds, maxLineMeters / 2))
  return queryRows<Row>(
    em,
    `select ${columns} from unnest($1::bigint[], $2::bigint[]) range (first, last)
     join street_lines s on s.cell between range.first and range.last where ${condition} limit ${maxLines}`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`)],
  )
}

const toPoint = ([lng, lat]: Position): Point => ({ lat: lat!, lng: lng! })
