import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { activityLog } from './activityLog.ts'
import { audit } from './audit.ts'
import { charts } from './charts.ts'
import { comparison } from './comparison.ts'
import { exports } from './exports.ts'
import { imports } from './imports.ts'
import { importsOfVisits } from './importsOfVisits.ts'
import { knocks } from './knocks.ts'
import { knocksOnCluster } from './knocksOnCluster.ts'
import { leaderboard } from './leaderboard.ts'
import { leadList } from './leadList.ts'
import { letters } from './letters.ts'
import { live } from './live.ts'
import { liveProcesses } from './liveProcesses.ts'
import { mapLights } from './mapLights.ts'
import { mapMemory } from './mapMemory.ts'
import { mapView } from './mapView.ts'
import { outbox } from './outbox.ts'
import { parcels } from './parcels.ts'
import { parcelUploads } from './parcelUploads.ts'
import { profile } from './profile.ts'
import { propertyList, propertyOrders, propertySearch } from './propertyList.ts'
import { quickFind } from './quickFind.ts'
import { security } from './security.ts'
import { rebuild } from './rebuild.ts'
import { route } from './route.ts'
import { scale, scaleOptions } from './scale.ts'
import { scripts } from './scripts.ts'
import { starts } from './starts.ts'
import { type Row, formatTable } from './table.ts'
import { territories } from './territories.ts'
import { walk } from './walk.ts'
import { webhooks } from './webhooks.ts'

// `npm run bench` runs all benchmarks; `npm run bench -- knocks live` runs only these two; `npm run bench -- profile` prints
// where the time goes (docs/performance.md).
const benchmarks: Record<string, () => Promise<Row[]>> = {
  knocks,
  leaderboard,
  charts,
  comparison,
  live,
  liveProcesses,
  propertyList,
  propertySearch,
  propertyOrders,
  quickFind,
  mapView,
  mapMemory,
  mapLights,
  territories,
  route,
  leadList,
  activityLog,
  letters,
  exports,
  imports,
  importsOfVisits,
  webhooks,
  security,
  rebuild,
  parcels,
  parcelUploads,
  starts,
  outbox,
  walk,
  scripts,
  audit,
}

// They take long and need much disk, or a PostgreSQL that few machines have, so they run only when they are named: `npm run bench -- scale --tenants 100 --events 100000`.
const onlyByName: Record<string, () => Promise<Row[]>> = { scale, knocksOnCluster }
const known = { ...benchmarks, ...onlyByName }

const { positionals } = parseArgs({ allowPositionals: true, options: scaleOptions })
const requested = positionals.filter((name) => name !== 'profile')
const profiles = positionals.includes('profile')
const unknown = requested.filter((name) => !(name in known))
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. The benchmarks are ${Object.keys(known).join(', ')}, and profile.`,
  )
  process.exit(2)
}

// Measure the built server, as it is deployed.
execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: ['ignore', 2, 2] })

if (profiles) await profile()

const rows: Row[] = []
const failures: string[] = []
for (const name of requested.length > 0 || profiles ? requested : Object.keys(benchmarks)) {
  process.stderr.write(`Measuring ${name} …\n`)
  try {
    rows.push(...(await known[name]!()))
  } catch (error) {
    failures.push(`${name} could not be measured: ${(error as Error).message}`)
  }
}
if (rows.length > 0) console.log(formatTable(rows))
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
