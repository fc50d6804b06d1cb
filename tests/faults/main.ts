import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Finished, formatResults, verdictOf } from './row.ts'
import { rows } from './rows.ts'

// `npm run faults` injects every fault as often as the table says; the random requests stop after 30 minutes in all.
// `npm run faults -- killApi fuzz` runs these two completely, `--short` runs the few seconds of each that are also part of the
// tests, `--count=50` sets how often, and `--seed=500` goes on with the random requests where an earlier run stopped.
const { values, positionals: requested } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
  },
  allowPositionals: true,
})
const isLong = !values.short
const endsAt = requested.length === 0 ? performance.now() + 30 * 60_000 : Infinity
const unknown = requested.filter((name) => !rows.some((row) => row.name === name))
if (unknown.length > 0) {
  const names = rows.map(({ name }) => name).join(', ')
  console.error(`Unknown fault: ${unknown.join(', ')}. The faults are ${names}; --short runs the short form.`)
  process.exit(2)
}

// Test the built server, as it is deployed.
execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: ['ignore', 2, 2] })

const finished: Finished[] = []
for (const row of rows.filter(({ name }) => requested.length === 0 || requested.includes(name))) {
  const began = performance.now()
  const count = Number(values.count ?? (isLong ? row.longCount : row.shortCount))
  process.stderr.write(`${row.title}, ${count.toLocaleString('en-US')} times …\n`)
  const result = await row
    .run({
      count,
      isLong,
      seed: Number(values.seed),
      endsAt,
      log: (message) => void process.stderr.write(`${message}\n`),
    })
    .catch((error: Error) => ({ count: 0, figures: 'ended early', problems: [error.stack ?? error.message] }))
  finished.push({ row, result, seconds: (performance.now() - began) / 1000 })
}
console.log(formatResults(finished))
process.exit(finished.some((one) => verdictOf(one) === 'MISSED') ? 1 : 0)
