import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { Position } from 'geojson'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from '../../api/database/embedded.ts'
import type { Binaries } from '../../api/database/embeddedBinaries.ts'
import { cellOf, type CellRange } from '../../api/domain/cells.ts'
import { Refused } from '../../api/domain/errors.ts'
import type { Point } from '../../api/domain/point.ts'
import { prepareContains } from '../../api/domain/polygons.ts'
import { parseArea, type Area } from '../../api/domain/territories/area.ts'
import { cellsOfArea } from '../../api/domain/territories/areaCells.ts'

const binaries = findPostgis()
const note = binaries ? '' : ' (skipped: the Debian package postgresql-15-postgis-3, or a later one, is not installed)'

/** The programs of a PostgreSQL of Debian that has PostGIS. */
function findPostgis(): Binaries | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder) : []
  const majorVersion = versions.find((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`),
  )
  if (!majorVersion) return undefined
  const bin = path.join(folder, majorVersion, 'bin')
  return { majorVersion, initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

/** The points that the area has by its cells and the test at its border, as a count of doors finds them. */
function findPoints(area: Area, points: readonly Point[]): number[] {
  const { inside, border } = cellsOfArea(area)
  const contains = prepareContains(area)
  const isIn = (ranges: readonly CellRange[], cell: bigint) =>
    ranges.some(([first, last]) => cell >= first && cell <= last)
  return points.flatMap((point, index) => {
    const cell = cellOf(point)
    return isIn(inside, cell) || (isIn(border, cell) && contains(point)) ? [index] : []
  })
}

/** Null for an area that is refused. */
function parseIfValid(input: unknown): Area | null {
  try {
    return parseArea(input)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

const areaCount = 1_000
const pointsPerArea = 400
const center = { lat: 39.77, lng: -86.16 }

/** A star, whose outline cannot cross itself. */
const ring = ({ lng, lat }: Point, radii: readonly number[]): Position[] => {
  const positions = radii.map((radius, n) => {
    const angle = (2 * Math.PI * n) / radii.length
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  })
  return [...positions, positions[0]!]
}
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const radii = (min: number, max: number, corners: number) =>
  fc.array(between(min, max), { minLength: 3, maxLength: corners })

/** An area with a hole, in which there is an island, and a part beside that may touch it at a position. */
const areas = fc
  .record({
    outer: radii(0.005, 0.012, 60),
    hole: radii(0.002, 0.0045, 30),
    island: radii(0.0005, 0.0009, 12),
    beside: radii(0.001, 0.004, 30),
    scale: between(0.05, 20),
    touches: fc.boolean(),
  })
  .map(({ outer, hole, island, beside, scale, touches }) => {
    const scaled = (list: readonly number[]) => list.map((radius) => radius * scale)
    const east = Math.max(...outer, 0.012) * scale + 0.005 * scale
    const second = touches
      ? [
          [center.lng + outer[0]! * scale, center.lat],
          [center.lng + east, center.lat - 0.001 * scale],
          [center.lng + east, center.lat + 0.001 * scale],
        ]
      : ring({ ...center, lng: center.lng + east }, scaled(beside)).slice(0, -1)
    const coordinates = [
      [ring(center, scaled(outer)), ring(center, scaled(hole))],
      [ring(center, scaled(island))],
      [[...second, second[0]]],
    ]
    return { area: { type: 'MultiPolygon', coordinates }, reach: 0.013 * scale }
  })

describe.skipIf(!binaries)(`an area in PostGIS${note}`, () => {
  let server: EmbeddedDatabase
  let db: pg.Client
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-postgis-'))

  beforeAll(async () => {
    server = await startEmbedded({ dataDir, binaries: binaries!, settings: { fsync: 'off' } })
    db = new pg.Client({ connectionString: server.url })
    await db.connect()
    await db.query('create extension postgis')
  }, 120_000)
  afterAll(async () => {
    await db.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** The indexes of the points that PostGIS finds in the area, with those on its outline. */
  async function intersect(area: unknown, points: readonly Point[]): Promise<{ isValid: boolean; found: number[] }> {
    const { rows } = await db.query<{ isValid: boolean; found: number[] }>(
      `select st_isvalid(area) as "isValid", array(select n::int - 1
           from unnest($2::float8[], $3::float8[]) with ordinality as p (lng, lat, n)
           where st_intersects(area, st_setsrid(st_makepoint(lng, lat), 4326)) order by n) as found
         from st_geomfromgeojson($1) area`,
      [JSON.stringify(area), points.map(({ lng }) => lng), points.map(({ lat }) => lat)],
    )
    return rows[0]!
  }

  it(`is valid and has the same points for ${areaCount} random areas with holes, islands and parts that touch`, async () => {
    const samples = fc.sample(areas, { numRuns: areaCount, seed: 39 })
    // Doubles of fast-check are mostly near 0.
    const even = fc.integer({ min: -999_983, max: 999_983 }).map((n) => n / 999_983)
    const random = fc.sample(fc.tuple(even, even), { numRuns: pointsPerArea, seed: 40 })
    const counts = { valid: 0, refused: 0, found: 0 }
    for (const [index, { area: sample, reach }] of samples.entries()) {
      const points = random.map(([x, y]) => ({ lat: center.lat + y * reach, lng: center.lng + x * reach }))
      const { isValid, found } = await intersect(sample, points)
      const area = parseIfValid(sample)
      expect({ index, isValid: area !== null }).toEqual({ index, isValid })
      if (area) expect({ index, found: findPoints(area, points) }).toEqual({ index, found })
      counts[isValid ? 'valid' : 'refused'] += 1
      counts.found += isValid ? found.length : 0
    }
    console.log(`Equal to PostGIS: ${JSON.stringify(counts)} of ${areaCount} areas with ${pointsPerArea} points each`)
    expect(counts.valid).toBeGreaterThan(areaCount / 2)
    expect(counts.refused).toBeGreaterThan(areaCount / 20)
  }, 300_000)

  it('has points on a common edge in both neighbors, where an area here has them in exactly one', async () => {
    const square = (west: number) => {
      const [east, south, north] = [west + 0.25, 39.75, 40]
      const positions = [[west, south], [east, south], [east, north], [west, north], [west, south]] // prettier-ignore
      return { type: 'Polygon', coordinates: [positions] }
    }
    const neighbors = [square(-86.25), square(-86)]
    const points = Array.from({ length: 99 }, (_, n) => ({ lat: 39.75 + (n + 1) / 400, lng: -86 }))
    const inPostgis = await Promise.all(neighbors.map((area) => intersect(area, points)))
    expect(inPostgis.map(({ found }) => found.length)).toEqual([99, 99])
    const here = neighbors.flatMap((area) => findPoints(parseArea(area), points))
    expect(here.sort((one, other) => one - other)).toEqual(points.map((_, index) => index))
  })
})
