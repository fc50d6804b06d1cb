import type { LeadRowFragment, LeadStatus } from '../../gql/graphql.ts'

export type LeadRow = LeadRowFragment

/**
 * A part of the list, from one cursor to the next. A cursor names a position in the sort order and not a lead, so a
 * range keeps its bounds when leads are added or removed.
 */
export interface LeadRange {
  /** The cursor before its first row; null for the first range. It also identifies the range. */
  after: string | null
  rows: readonly LeadRow[]
  /** The list version at which the range was read. */
  version: number
}

/** A page of the list from the server. */
export interface LeadPage {
  rows: readonly LeadRow[]
  endCursor: string | null
  hasMore: boolean
}

/** Replaces the rows of one range with a page that starts at its cursor. The other ranges keep their identity. */
export function replaceRange(
  ranges: readonly LeadRange[],
  after: string | null,
  { rows }: LeadPage,
  version: number,
): readonly LeadRange[] {
  const index = ranges.findIndex((range) => range.after === after)
  if (index < 0) return ranges
  const later = new Set(ranges.slice(index + 1).flatMap((range) => range.rows.map(({ id }) => id)))
  const end = rows.findIndex(({ id }) => later.has(id))
  const own = end < 0 ? rows : rows.slice(0, end)
  return ranges.with(index, { after, rows: reuseUnchangedRows(ranges[index]?.rows ?? [], own), version })
}

/** Reuses unchanged row objects, so that memoized rows do not render again. */
function reuseUnchangedRows(before: readonly LeadRow[], now: readonly LeadRow[]): readonly LeadRow[] {
  const previousById = new Map(before.map((row) => [row.id, row]))
  return now.map((row) => {
    const old = previousById.get(row.id)
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}

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

/** The status of a lead in the ranges. */
export const statusIn = (ranges: readonly LeadRange[], id: string): LeadStatus | undefined =>
  findRow(ranges, id)?.status
