import { execFileSync } from 'node:child_process'
import type { StreetDoor } from '../api/domain/blockFaces/blockFaces.ts'
import { distanceMeters } from '../api/domain/point.ts'
import { maxStops, type RouteOptions } from '../api/domain/walkingRoutes/planRoute.ts'
import { createSeededRandom } from '../api/domain/seededRandom.ts'
import { seedProperties } from '../tests/support/seedProperties.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { readCountyDoors } from './countyDoors.ts'
import { graphql, runAlternating, runClosedLoop } from './load.ts'
import { formatValue, type Row } from './table.ts'

const maxMs = 200
const QUERY = `query ($input: WalkingRouteInput!) { walkingRoute(input: $input) { stops { propertyId side point { lat lng } } meters } }`

/** A search of 25 times as many tries as usual finds the best known route, in at most 3 seconds each. */
const triesOfBest = 100

/**
 * Walking routes of 500 doors: of a rep with 20,000 open doors by a request, and of 500 scattered doors, each a block face of its own, which is
 * the most work. BENCH_PARCELS names a GeoJSON file of parcels with an `address`: routes past its doors are compared with the best known.
 */
export async function route(): Promise<Row[]> {
  return [await measureRequest(), measureScattered(), ...compareWithBest()]
}

interface RouteRequest {
  doors: StreetDoor[]
  options: RouteOptions
}

function planRoutes(requests: readonly RouteRequest[]): { meters: number; ms: number }[] {
  const input = JSON.stringify(requests)
  return JSON.parse(execFileSync(process.execPath, ['bench/planRoutes.mjs'], { input, encoding: 'utf8' }))
}

async function measureRequest(): Promise<Row> {
  const environment = await createTestEnvironment()
  try {
    const { tenantId, reps } = await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    await seedProperties(environment.ownerUrl, { tenantId, reps, count: 20_000, searchable: false })
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const input = { from: { lat: 39.77, lng: -86.16 }, limit: maxStops }
    const plan = () => graphql<Planned>(server.url, reps[0]!.token, QUERY, { input })
    const { walkingRoute } = await plan()
    if (walkingRoute.stops.length !== maxStops) throw new Error(`The route has ${walkingRoute.stops.length} stops.`)
    const [load] = await runAlternating(3, [
      () => runClosedLoop({ clients: 1, seconds: 2 }, () => plan().then(() => undefined)),
    ])
    return timeRow('request for a route of 500 of 20,000 open doors', load!.p50)
  } finally {
    await environment.teardown()
  }
}

interface Planned {
  walkingRoute: { stops: unknown[] }
}

function measureScattered(): Row {
  const random = createSeededRandom(1)
  const doors = Array.from({ length: maxStops }, (): StreetDoor => ({
    ...{ digits: 0, written: '', street: '', town: '' },
    ...{ lat: 39.77 + random() * 0.009, lng: -86.16 + random() * 0.0117 },
  }))
  const request = { doors, options: { from: doors[0]!, minutesAtDoor: 2.5 } }
  const times = planRoutes(Array<RouteRequest>(15).fill(request)).map(({ ms }) => ms)
  return timeRow('order of 500 scattered doors', times.toSorted((one, other) => one - other)[7]!)
}

/** Of the streets of a city, around some of its doors. */
function compareWithBest(): Row[] {
  const doors = readCountyDoors()
  if (!doors) return []
  const requests = Array.from({ length: 8 }, (_, n): RouteRequest => {
    const from = doors[Math.floor(((n + 0.5) / 8) * doors.length)]!
    const near = doors
      .toSorted((one, other) => distanceMeters(one, from) - distanceMeters(other, from))
      .slice(0, maxStops)
    return { doors: near, options: { from, minutesAtDoor: 0 } }
  })
  const routes = planRoutes(requests)
  const best = planRoutes(
    requests.map(({ doors: near, options }) => ({
      doors: near,
      options: { ...options, triesPerStretch: triesOfBest },
    })),
  )
  const worst = Math.max(...routes.map(({ meters }, n) => meters / best[n]!.meters))
  return [
    {
      work: `longest of ${routes.length} routes of 500 doors of ${doors.length.toLocaleString('en-US')}, to the best known`,
      measured: `${worst.toFixed(3)} ×`,
      baseline: '',
      ratio: null,
      target: '<= 1.1 ×',
      met: worst <= 1.1,
    },
  ]
}

const timeRow = (work: string, ms: number): Row => ({
  ...{ work, measured: formatValue(ms, 'ms'), baseline: '', ratio: null, target: `<= ${maxMs} ms`, met: ms <= maxMs },
})
