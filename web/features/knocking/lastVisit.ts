import type { KnockOutcome, KnockSummaryFragment } from '../../gql/graphql.ts'
import { outcomeLabels } from '../../domain/labels.ts'
import { sortLatestFirst } from './sortLatestFirst.ts'

export interface LastVisit {
  outcome: KnockOutcome
  /** The name of the outcome when it was logged. */
  outcomeName: string
  /** The id of an own outcome. */
  ownId: string | null
  occurredAt: string
  /** How many of the latest visits had this outcome. */
  streak: number
  /** Who knocked; null of a visit that only the marker tells. */
  rep: KnockSummaryFragment['rep']
  note: string | null
  /** When the rep said to come back. */
  comeBackAt: string | null
}

/** The latest of the knocks at a property; undefined if there is none. */
export function lastVisitOf(knocks: readonly KnockSummaryFragment[]): LastVisit | undefined {
  const sorted = sortLatestFirst(knocks)
  const [latest] = sorted
  if (!latest) return undefined
  const { outcome, outcomeId: ownId, outcomeName, occurredAt, rep, note, comeBackAt } = latest
  const other = sorted.findIndex((knock) => knock.outcomeName !== outcomeName)
  const streak = other === -1 ? sorted.length : other
  return { outcome, outcomeName, ownId, occurredAt, rep, note, comeBackAt, streak }
}

/** What the map knows of a property's visits. */
export interface VisitedProperty {
  knocks?: readonly KnockSummaryFragment[]
  /** Of a colleague's property only the own knocks are known. */
  limited?: boolean
  lastOutcome?: KnockOutcome | null
  lastKnockedAt?: string | null
}

/**
 * The last visit, as far as it is known: by the knocks, or by the marker while only that is there and at a colleague's property.
 */
export function lastVisitAt({ limited, knocks, lastOutcome, lastKnockedAt }: VisitedProperty): LastVisit | undefined {
  if (knocks && !limited) return lastVisitOf(knocks)
  if (!lastOutcome || !lastKnockedAt) return undefined
  const unknown = { ownId: null, rep: null, note: null, comeBackAt: null }
  const outcomeName = outcomeLabels[lastOutcome]
  return { outcome: lastOutcome, outcomeName, occurredAt: lastKnockedAt, streak: 1, ...unknown }
}
