import { killDatabase, killServer, stopServer, type Outcome } from './faultRuns.ts'

// `npm run faults` (or `npm run faults -- 50` for fewer iterations): kills the API and PostgreSQL under load and checks
// that no acknowledged knock is lost or duplicated.
const rounds = Number(process.argv[2] ?? 200)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('The number of rounds must be a whole number, such as 50.')
  process.exit(2)
}
const log = (message: string) => process.stderr.write(`${message}\n`)
const isHealthy = ({ lost, duplicated, isGapless, isConsistent, faults, refusals }: Outcome) =>
  lost === 0 && duplicated === 0 && isGapless && isConsistent && faults.length === 0 && refusals.length === 0

const api = await killServer({ rounds, log })
const stopped = await stopServer({ rounds: Math.ceil(rounds / 10), log })
const database = await killDatabase({ rounds, log })
const asyncCommit = await killDatabase({ rounds: 100, synchronousCommit: 'off', untilLoss: true, log })

const printLine = (
  what: string,
  { rounds: kills, acknowledged, retries, lost, duplicated, isGapless, isConsistent, faults }: Outcome,
) =>
  console.log(
    `${what}: ${kills} times, ${acknowledged} knocks acknowledged, ${retries} retries; ` +
      `${lost} lost, ${duplicated} duplicated, ${isGapless ? 'no gaps' : 'GAPS'}, log, knocks and counters ${isConsistent ? 'match' : 'DIFFER'}, ` +
      `${faults.length === 0 ? 'log verified' : faults.join('; ')}`,
  )
printLine('API killed', api)
printLine('API stopped', stopped)
printLine('PostgreSQL killed', database)
printLine('PostgreSQL killed with synchronous_commit=off, where losses are expected', asyncCommit)
const passed = isHealthy(api) && isHealthy(stopped) && isHealthy(database) && asyncCommit.lost > 0
console.log(passed ? 'No acknowledged knock was lost or duplicated, and the test detects losses.' : 'FAILED')
process.exit(passed ? 0 : 1)
