import type { KnockOutcome, KnockSummaryFragment } from '../../gql/graphql.ts'
import { sortLatestFirst } from './sortLatestFirst.ts'

export interface LastVisit {
  outcome: KnockOutcome
  occurredAt: string
  /** How many of the latest visits had this outcome. */
  streak: number
  /** Who knocked; null of a visit that only the marker tells. */
  rep: KnockSummaryFragment['rep']
  note: string | null
}

/** The latest of the knocks at a property. Undefined if there is none. */
export function lastVisitOf(knocks: readonly KnockSummaryFragment[]): LastVisit | undefined {
  const sorted = sortLatestFirst(knocks)
  const [latest] = sorted
  if (!latest) return undefined
  const { outcome, occurredAt, rep, note } = latest
  const other = sorted.findIndex((knock) => knock.outcome !== outcome)
  return { outcome, occurredAt, rep, note, streak: other === -1 ? sorted.length : other }
}
