import { expect, it } from 'vitest'
import type { FaultRow } from './row.ts'

/** The short form of these rows as tests. */
export function testRows(...rows: FaultRow[]): void {
  it.each(rows.map((row) => [row.title, row.aim, row] as const))(
    '%s: %s',
    { timeout: 240_000 },
    async (_title, _aim, row) => {
      const { problems, skipped } = await row.run({ count: row.shortCount, isLong: false, log: () => undefined })
      expect(problems).toEqual([])
      if (skipped) console.warn(skipped)
    },
  )
}
