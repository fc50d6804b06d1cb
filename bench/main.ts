import { execFileSync } from 'node:child_process'
import { comparison } from './comparison.ts'
import { knocks } from './knocks.ts'
import { leaderboard } from './leaderboard.ts'
import { leadList } from './leadList.ts'
import { letters } from './letters.ts'
import { live } from './live.ts'
import { mapView } from './mapView.ts'
import { parcels } from './parcels.ts'
import { propertyList } from './propertyList.ts'
import { security } from './security.ts'
import { rebuild } from './rebuild.ts'
import { scripts } from './scripts.ts'
import { starts } from './starts.ts'
import { type Row, formatTable } from './table.ts'

// `npm run bench` runs all benchmarks; `npm run bench -- knocks live` runs these two.
const benches: Record<string, () => Promise<Row[]>> = {
  knocks,
  leaderboard,
  comparison,
  live,
  propertyList,
  mapView,
  leadList,
  letters,
  reach: security,
  rebuild,
  parcels,
  starts,
  scripts,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

// Measure the built server, as it is deployed.
execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: ['ignore', 2, 2] })

const rows: Row[] = []
const failures: string[] = []
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  process.stderr.write(`Measuring ${name} …\n`)
  try {
    rows.push(...(await benches[name]!()))
  } catch (error) {
    failures.push(`${name} could not be measured: ${(error as Error).message}`)
  }
}
console.log(formatTable(rows))
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
