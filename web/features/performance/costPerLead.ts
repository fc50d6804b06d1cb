import { formatMoney } from '../../lib/money.ts'
import { pluralize } from '../../lib/numbers.ts'

interface CostAndLeads {
  cost: number | null
  leadsCreated: number
}

/** Dollars for each lead; null without a lead or without a known cost. */
export function costPerLead({ cost, leadsCreated }: CostAndLeads): number | null {
  return cost === null || leadsCreated <= 0 ? null : cost / leadsCreated
}

/** '12 leads, $0.43 each. Before: 10 leads, $0.20 each.' */
export function compareCosts(current: CostAndLeads, compared: CostAndLeads | null): string {
  return compared ? `${describeCost(current)}. Before: ${describeCost(compared)}.` : describeCost(current)
}

function describeCost(work: CostAndLeads): string {
  const each = costPerLead(work)
  const leads = pluralize(work.leadsCreated, 'lead')
  return each === null ? leads : `${leads}, ${formatMoney(each)} each`
}

/** The time that a step is compared with: as long as the step, and for a step that goes on up to the same hour. */
export function comparedSpan(
  { comparedTo }: { comparedTo: string },
  comparedFrom: string,
  from: string,
  to: string,
): { from: string; to: string } {
  const end = Date.parse(comparedFrom) + Date.parse(to) - Date.parse(from)
  return { from: comparedFrom, to: new Date(Math.min(end, Date.parse(comparedTo))).toISOString() }
}
