import type { KnockOutcome, PropertyStatus } from '../gql/graphql.ts'

/** The outcomes of talks, with the status that each sets. */
const statusByTalk: Partial<Record<KnockOutcome, PropertyStatus>> = {
  TALKED: 'CONTACTED',
  INTERESTED: 'INTERESTED',
  NOT_INTERESTED: 'NOT_INTERESTED',
}

/** The status to show after a knock before the server has answered (design §6). Only three outcomes change it. */
export const statusAfterKnock = (outcome: KnockOutcome, before: PropertyStatus): PropertyStatus =>
  statusByTalk[outcome] ?? before

/** Whether a knock with this outcome is a talk: one that sets the status of the property. */
export const isTalk = (outcome: KnockOutcome): boolean => outcome in statusByTalk
