/** Dollars for each lead; null without a lead or without a known cost. */
export function costPerLead({ cost, leadsCreated }: { cost: number | null; leadsCreated: number }): number | null {
  return cost === null || leadsCreated <= 0 ? null : cost / leadsCreated
}
