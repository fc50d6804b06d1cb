import { killDatabase, killServer, stopServer, type Outcome } from './faultRuns.ts'

// `npm run faults` (or `npm run faults -- 50` for fewer iterations): kills the API and PostgreSQL under load and checks
// that no acknowledged knock is lost or duplicated.
const rounds = Number(process.argv[2] ?? 200)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('The number of rounds is a whole number, such as 50.')
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
    `${what}: ${kills} times, ${acknowledged} knocks acknowledged, ${retries} sent again; ` +
      `${lost} lost, ${duplicated} doubled, ${isGapless ? 'no gap' : 'GAPS'}, log, knocks and counters ${isConsistent ? 'agree' : 'DIFFER'}, ` +
      `${faults.length === 0 ? 'log verified' : faults.join('; ')}`,
  )
printLine('API killed', api)
printLine('API told to stop', stopped)
printLine('PostgreSQL killed', database)
printLine('PostgreSQL killed with synchronous_commit=off, which must lose', asyncCommit)
const passed = isHealthy(api) && isHealthy(stopped) && isHealthy(database) && asyncCommit.lost > 0
console.log(passed ? 'Nothing acknowledged was lost or doubled, and the harness would have seen it.' : 'FAILED')
process.exit(passed ? 0 : 1)
