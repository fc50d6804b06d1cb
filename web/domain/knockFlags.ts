import type { KnockFlag } from '../gql/graphql.ts'

/** What was wrong with a knock that was accepted: 'Outside the hours of Grove City'. */
export const flagLabels = (city: string): Record<KnockFlag, string> => ({
  DO_NOT_KNOCK: 'Logged where nobody may knock',
  OUTSIDE_HOURS: `Outside the hours of ${city}`,
  NO_PERMIT: `No valid permit for ${city}`,
})
