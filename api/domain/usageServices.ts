/** What is metered, in the order in which it is shown. Each use costs its rate, in whole micro-dollars. */
export const usageServices = ['regrid_lookups', 'map_loads', 'geocoding', 'document_printing', 'api_calls'] as const
export type UsageService = (typeof usageServices)[number]

/** How people read of a service: its name, what one unit of it is, and what the price is per. */
export const usageServiceLabels: Record<UsageService, { name: string; description: string; unitName: string }> = {
  regrid_lookups: { name: 'Regrid lookups', description: 'One parcel record from the provider', unitName: 'record' },
  map_loads: { name: 'Map loads', description: 'One map opened', unitName: 'load' },
  geocoding: { name: 'Geocoding', description: 'One address or point looked up', unitName: 'request' },
  document_printing: { name: 'Document printing', description: 'One rendered document', unitName: 'document' },
  api_calls: { name: 'API calls', description: 'One request to the service', unitName: 'call' },
}

/** The highest price of one unit that is not taken for a slip of the finger. */
const maxRateDollars = 1_000

/**
 * A price in dollars as whole micro-dollars; null when it is not between 0 and 1,000 in steps of 0.0001 (spec §9).
 * Money is added up in these, so that a sum of a million uses is exact.
 */
export function dollarsToMicros(dollars: number): number | null {
  const steps = Math.round(dollars * 10_000)
  const exact = Number.isFinite(dollars) && Math.abs(dollars * 10_000 - steps) < 1e-6
  return exact && steps >= 0 && dollars <= maxRateDollars ? steps * 100 : null
}

/** Whole micro-dollars as dollars, for showing; never for adding up. */
export function microsToDollars(micros: number): number {
  return micros / 1_000_000
}
