import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { longFormVariable } from '../support/longForm.ts'
import type { FaultRow } from './row.ts'

/** A row that runs test files in their long form. `npm test` runs their short one, with the same assertions. */
export const testFiles = (row: Pick<FaultRow, 'name' | 'title' | 'aim'>, command: readonly string[]): FaultRow => ({
  ...row,
  longCount: 1,
  shortCount: 1,
  async run({ count, isLong }) {
    const problems: string[] = []
    for (let n = 0; n < count; n += 1)
      await promisify(execFile)(process.execPath, command, {
        env: { ...process.env, NO_COLOR: '1', [longFormVariable]: isLong ? 'on' : '' },
        maxBuffer: 64 * 1024 * 1024,
      }).catch(({ stdout, message }: Error & { stdout?: string }) => problems.push(stdout?.slice(-8_000) ?? message))
    return { count, figures: `${problems.length} runs failed`, problems }
  },
})
