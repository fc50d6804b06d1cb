import type { KnockOutcome, PropertyStatus } from '../gql/graphql.ts'

/** The status to show after a knock before the server has answered (design §6). Only three outcomes change it. */
export function statusAfterKnock(outcome: KnockOutcome, before: PropertyStatus): PropertyStatus {
  if (outcome === 'TALKED') return 'CONTACTED'
  if (outcome === 'INTERESTED' || outcome === 'NOT_INTERESTED') return outcome
  return before
}

/** Whether a knock with this outcome is a talk: one that sets the status of the property. */
export const isTalk = (outcome: KnockOutcome): boolean => statusAfterKnock(outcome, 'NEW') !== 'NEW'
