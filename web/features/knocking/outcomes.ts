import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'

/** How many of OUTCOMES, the commonest, stand in the collapsed row. */
export const COMMON_OUTCOME_COUNT = 4

/**
 * The status a house shows at once after a knock, before the server has answered (design §6): only talked,
 * interested and not interested change it.
 */
export function statusAfterKnock(outcome: KnockOutcome, before: PropertyStatus): PropertyStatus {
  if (outcome === 'TALKED') return 'CONTACTED'
  if (outcome === 'INTERESTED' || outcome === 'NOT_INTERESTED') return outcome
  return before
}
