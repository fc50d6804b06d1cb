import type { LeadRowFragment, LeadStatus } from '../../gql/graphql.ts'

export type LeadRow = LeadRowFragment

/**
 * A stretch of the list: what lies after one place and up to where the next stretch begins. A cursor is a place in the
 * order and not a lead, so a stretch keeps its bounds whatever comes into it or leaves it.
 */
export interface LeadRange {
  /** Where it begins; null at the top. Names the stretch too. */
  after: string | null
  rows: readonly LeadRow[]
  /** The change up to which it is known to be true. */
  version: number
}

/** One answer of the server, from somewhere on. */
export interface LeadPage {
  rows: readonly LeadRow[]
  endCursor: string | null
  hasMore: boolean
}

/** The ranges with what was read anew from the beginning of one of them; the others stay the very same objects. */
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

/** A row that says the same stays the very same object, so that it need not be drawn again. */
function reuseUnchangedRows(before: readonly LeadRow[], now: readonly LeadRow[]): readonly LeadRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  return now.map((row) => {
    const old = known.get(row.id)
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}

/** The ranges with one lead in another status; null where it already has it, or is not among them. */
export function withStatus(ranges: readonly LeadRange[], id: string, status: LeadStatus): readonly LeadRange[] | null {
  const index = ranges.findIndex(({ rows }) => rows.some((row) => row.id === id))
  const range = ranges[index]
  if (!range || range.rows.some((row) => row.id === id && row.status === status)) return null
  const rows = range.rows.map((row) => (row.id === id ? { ...row, status } : row))
  return ranges.with(index, { ...range, rows })
}

/** The status a lead has among the ranges. */
export function statusIn(ranges: readonly LeadRange[], id: string): LeadStatus | undefined {
  for (const { rows } of ranges) {
    const found = rows.find((row) => row.id === id)
    if (found) return found.status
  }
  return undefined
}
