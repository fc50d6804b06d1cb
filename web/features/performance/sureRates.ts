interface Rated {
  totalLeads: number
  leadsConverted: number
}

/** The quantile of 95 % of the normal distribution. */
const Z = 1.96

/**
 * The lower bound of a conversion rate (0 to 1) by Wilson's score interval of 95 %: what the leads say for sure, so that one
 * converted lead of two counts less than ten of thirty.
 */
export function lowerBound({ totalLeads, leadsConverted }: Rated): number {
  if (totalLeads <= 0) return 0
  const rate = Math.min(1, leadsConverted / totalLeads)
  const spread = Z * Math.sqrt((rate * (1 - rate)) / totalLeads + Z ** 2 / (4 * totalLeads ** 2))
  return (rate + Z ** 2 / (2 * totalLeads) - spread) / (1 + Z ** 2 / totalLeads)
}

/** Those with the surest rate first. Equal ones keep their order. */
export const bySureRate = <Place extends Rated>(places: readonly Place[]): Place[] =>
  places.toSorted((a, b) => lowerBound(b) - lowerBound(a))
