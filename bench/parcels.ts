import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { median } from './load.ts'
import { formatValue, type Row } from './table.ts'

const program = fileURLToPath(new URL('./parcelsOnce.ts', import.meta.url))
const smallCount = 50_000
const largeCount = 200_000

/** A county's parcels imported from GeoJSON, compared with COPY of the resulting rows, and the peak memory. */
export async function parcels(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const [small, large] = [await writeCounty(environment, smallCount), await writeCounty(environment, largeCount)]
    const smallPeak = importOnce(environment, small).peakMegabytes
    const runs = [1, 2, 3].map(() => importOnce(environment, large))
    const largePeak = Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes))
    const imported = median(runs.map(({ ms }) => ms))
    const copied = await timeCopy(environment)
    const [ours, plain] = [(largeCount * 1_000) / imported, (largeCount * 1_000) / copied]
    return [
      {
        work: `parcels:import, ${largeCount.toLocaleString('en-US')} parcels of GeoJSON`,
        measured: formatValue(ours, '/s'),
        baseline: `${formatValue(plain, '/s')} COPY of the same rows`,
        ratio: ours / plain,
        target: '>= 0.3 x',
        met: ours / plain >= 0.3,
      },
      {
        work: 'parcels:import, peak memory',
        measured: formatValue(largePeak, 'MB'),
        ratio: largePeak / smallPeak,
        baseline: `${formatValue(smallPeak, 'MB')} with a quarter of the parcels`,
        target: '<= 1.2 x',
        met: largePeak <= 1.2 * smallPeak,
      },
    ]
  } finally {
    await environment.teardown()
  }
}

/** Writes ten-sided lots in rows of streets, with the attributes that counties publish. */
async function writeCounty(environment: TestEnvironment, count: number): Promise<string> {
  const file = path.join(environment.dataDir, `county-${count}.geojson`)
  function* features() {
    yield '{"type":"FeatureCollection","features":[\n'
    for (let n = 0; n < count; n += 1) {
      const [west, south] = [-86 + (n % 500) / 2_000, 39 + Math.floor(n / 500) / 1_000]
      const ring = Array.from({ length: 11 }, (_, side) => {
        const turn = ((side % 10) / 10) * 2 * Math.PI
        return [west + 0.0002 * Math.cos(turn), south + 0.0003 * Math.sin(turn)]
      })
      const properties = {
        pin: `P-${n}`,
        addr: `${n % 500} SAMPLE ${Math.floor(n / 500)} ST`,
        own: `Sample Owner ${n}`,
        built: 1900 + (n % 120),
        acres: 0.25,
        use: 'ONE FAMILY',
        mail: `PO Box ${n}, Sampleton`,
      }
      const feature = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
      yield `${n === 0 ? '' : ',\n'}${JSON.stringify(feature)}`
    }
    yield ']}'
  }
  await pipeline(Readable.from(features()), createWriteStream(file))
  return file
}

interface Run {
  ms: number
  peakMegabytes: number
}

function importOnce(environment: TestEnvironment, file: string): Run {
  const args = ['--import', '@oxc-node/core/register', program, environment.ownerUrl, file]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Run
}

/** Returns the milliseconds to COPY the imported rows into a table with the same indexes. */
async function timeCopy(environment: TestEnvironment): Promise<number> {
  const client = new pg.Client({ connectionString: environment.ownerUrl })
  await client.connect()
  try {
    const chunks: Buffer[] = []
    for await (const chunk of client.query(copyStreams.to('copy parcels to stdout'))) chunks.push(chunk as Buffer)
    await client.query('create table copied (like parcels including all)')
    const durations: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await client.query('truncate copied')
      const before = performance.now()
      await pipeline(Readable.from(chunks), client.query(copyStreams.from('copy copied from stdin')))
      durations.push(performance.now() - before)
    }
    return median(durations)
  } finally {
    await client.end()
  }
}
