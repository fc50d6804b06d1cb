import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { toBlockFaces, type StreetDoor } from '../api/domain/blockFaces/blockFaces.ts'
import { makePauses } from '../api/domain/pauses.ts'
import { distanceMeters } from '../api/domain/point.ts'
import { prepareContains } from '../api/domain/polygons.ts'
import { parseArea, type Area } from '../api/domain/territories/area.ts'
import { splitArea } from '../api/domain/territories/splitArea.ts'
import { rectangle } from '../tests/support/areas.ts'
import { seedProperties } from '../tests/support/seedProperties.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { readCountyDoors } from './countyDoors.ts'
import { graphql, runAlternating, runClosedLoop } from './load.ts'
import { formatValue, type Row } from './table.ts'

const propertyCount = 200_000
const PREVIEW = `query ($area: JSON!) { territoryPreview(area: $area) { doors saved knocked overlaps { territoryId doors } } }`
const CREATE = `mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }`
interface Preview {
  territoryPreview: { doors: number }
}

const center = { lat: 39.77, lng: -86.16 }

/**
 * Counting the doors of an area in a tenant with 200,000 properties, a third of them knocked at, and 200 territories. With BENCH_PARCELS, the doors
 * of a real city are divided, too.
 */
export async function territories(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const { tenantId, reps, owner } = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 1 })
    await seedProperties(environment.ownerUrl, { tenantId, reps, count: propertyCount, searchable: false })
    await addKnocks(environment.ownerUrl)
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const input = Array.from({ length: 200 }, (_, n) => ({
      name: `Part ${n}`,
      area: star(
        { lat: center.lat + (Math.floor(n / 20) - 5) * 0.006, lng: center.lng + ((n % 20) - 10) * 0.008 },
        0.003,
      ),
    }))
    await graphql(server.url, owner.token, CREATE, { input: input.slice(0, 100) })
    await graphql(server.url, owner.token, CREATE, { input: input.slice(100) })
    const areas = [star(center, 0.003), star(center, 0.0085), star(center, 0.0085, 4_999)]
    const loads = await runAlternating(
      3,
      areas.map(
        (area) => () =>
          runClosedLoop({ clients: 1, seconds: 1 }, () =>
            graphql(server.url, owner.token, PREVIEW, { area }).then(() => {}),
          ),
      ),
    )
    const rows: Row[] = []
    for (const [n, { p50 }] of loads.entries()) {
      // What is drawn by hand has far fewer corners.
      const limitMs = areas[n]!.coordinates[0]!.length > 1_000 ? 100 : 50
      const { territoryPreview } = await graphql<Preview>(server.url, owner.token, PREVIEW, { area: areas[n] })
      rows.push({
        work: `count of an area with ${areas[n]!.coordinates[0]!.length - 1} corners and ${territoryPreview.doors} of 200,000 doors, beside 200 territories`,
        measured: formatValue(p50, 'ms'),
        baseline: '',
        ratio: null,
        target: `<= ${limitMs} ms`,
        met: p50 <= limitMs,
      })
    }
    return [...rows, await divideTown(), ...(await divideCounty())]
  } finally {
    await environment.teardown()
  }
}

/** 5,000 doors of a town of blocks, divided into 20 parts. */
async function divideTown(): Promise<Row> {
  const doors = Array.from({ length: 5_000 }, (_, n): StreetDoor => {
    const [row, column, house, side] = [Math.floor(n / 200), Math.floor(n / 20) % 10, Math.floor(n / 2) % 10, n % 2]
    const digits = 100 * (column + 1) + 2 * house + side
    const point = { lat: center.lat + row * 0.0008 + side * 0.0002, lng: center.lng + column * 0.003 + house * 0.0002 }
    return { ...point, street: `row ${row} st`, town: '', digits, written: `${digits}` }
  })
  const area = parseArea(star({ lat: center.lat + 0.01, lng: center.lng + 0.0145 }, 0.025))
  return divide('a town of blocks', area, doors)
}

/** About 5,000 doors around the middle of a real city. */
async function divideCounty(): Promise<Row[]> {
  const doors = readCountyDoors()
  if (!doors) return []
  const middle = doors[Math.floor(doors.length / 2)]!
  const near = doors
    .toSorted((one, other) => distanceMeters(one, middle) - distanceMeters(other, middle))
    .slice(0, 5_000)
  const [south, north] = [Math.min(...near.map(({ lat }) => lat)), Math.max(...near.map(({ lat }) => lat))]
  const [west, east] = [Math.min(...near.map(({ lng }) => lng)), Math.max(...near.map(({ lng }) => lng))]
  const area = parseArea(rectangle(west, south, east, north))
  return [await divide('a city', area, doors.filter(prepareContains(area)))]
}

async function divide(place: string, area: Area, doors: readonly StreetDoor[]): Promise<Row> {
  const turns = monitorEventLoopDelay({ resolution: 1 })
  turns.enable()
  const began = performance.now()
  const parts = await splitArea(area, doors, 20, makePauses())
  const seconds = (performance.now() - began) / 1_000
  turns.disable()
  const share = Math.max(...parts.map((part) => Math.abs(part.doors / (doors.length / parts.length) - 1)))
  const inside = parts.map((part) => prepareContains(part.area))
  const partsOf = (face: readonly StreetDoor[]) =>
    new Set(face.map((door) => inside.findIndex((contains) => contains(door))))
  const torn = toBlockFaces(doors).filter((face) => partsOf(face.doors).size > 1).length
  const inPieces = parts.filter((part) => part.area.type !== 'Polygon').length
  return {
    work: `division of ${doors.length.toLocaleString('en-US')} doors of ${place} into 20 parts, within ${Math.round(share * 100)} % of equal shares, ${torn} torn sides of streets, ${inPieces} parts in pieces; longest turn ${Math.round(turns.max / 1e6)} ms`,
    measured: formatValue(seconds * 1_000, 'ms'),
    baseline: '',
    ratio: null,
    target: '<= 2,000 ms',
    met: seconds <= 2 && share <= 0.1 && torn + inPieces === 0,
  }
}

function star({ lat, lng }: typeof center, radius: number, corners = 200) {
  const ring = Array.from({ length: corners }, (_, n) => {
    const angle = (2 * Math.PI * n) / corners
    const distance = radius * (1 + 0.2 * Math.sin(9 * angle))
    return [lng + (distance * Math.cos(angle)) / 0.77, lat + distance * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

async function addKnocks(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
     select tenant_id, gen_random_uuid(), id, assigned_to, 'talked', now() from properties where cell % 3 = 0`,
  )
  await client.query('vacuum analyze knocks')
  await client.end()
}
