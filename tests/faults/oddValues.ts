import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FaultRow } from './row.ts'

/** Runs the tests of odd values, which are also part of `npm test`. There, each value is sent by one of the callers. */
export const oddValues: FaultRow = {
  name: 'oddValues',
  title: 'null, empty and odd texts in place of each value, by all callers',
  aim: '0 answers that blame the server',
  longCount: 1,
  shortCount: 1,
  async run({ count, isLong }) {
    const problems: string[] = []
    for (let n = 0; n < count; n += 1)
      await promisify(execFile)(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', 'tests/faults/oddValues.test.ts'],
        { env: { ...process.env, NO_COLOR: '1', ODD_VALUES: isLong ? 'all' : '' }, maxBuffer: 64 * 1024 * 1024 },
      ).catch(({ stdout, message }: Error & { stdout?: string }) => problems.push(stdout?.slice(-8_000) ?? message))
    return { count, figures: `${problems.length} runs failed`, problems }
  },
}
