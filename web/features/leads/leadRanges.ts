import type { LeadRowFragment, LeadStatus } from '../../gql/graphql.ts'
import type { Range } from '../../lists/ranges.ts'

export type LeadRow = LeadRowFragment
export type LeadRange = Range<LeadRow>

/** Sets the status of one lead, and its version if that is known; null if it has them already or is not in the ranges. */
export function withStatus(
  ranges: readonly LeadRange[],
  id: string,
  status: LeadStatus,
  version?: number,
): readonly LeadRange[] | null {
  const index = ranges.findIndex(({ rows }) => rows.some((row) => row.id === id))
  const range = ranges[index]
  const isCurrent = (row: LeadRow) => row.status === status && (version ?? row.version) === row.version
  if (!range || range.rows.some((row) => row.id === id && isCurrent(row))) return null
  const rows = range.rows.map((row) => (row.id === id ? { ...row, status, version: version ?? row.version } : row))
  return ranges.with(index, { ...range, rows })
}

/** A lead in the ranges. */
export function findRow(ranges: readonly LeadRange[], id: string): LeadRow | undefined {
  for (const { rows } of ranges) {
    const found = rows.find((row) => row.id === id)
    if (found) return found
  }
  return undefined
}
