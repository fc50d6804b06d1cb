/** The metered services in display order. */
export const usageServices = ['regrid_lookups', 'map_loads', 'geocoding', 'document_printing', 'api_calls'] as const
export type UsageService = (typeof usageServices)[number]

/** The display name of each service, what one unit is, and the unit that its rate is per. */
export const usageServiceLabels: Record<UsageService, { name: string; description: string; unitName: string }> = {
  regrid_lookups: { name: 'Regrid lookups', description: 'One parcel record from the provider', unitName: 'record' },
  map_loads: { name: 'Map loads', description: 'One map opened', unitName: 'load' },
  geocoding: { name: 'Geocoding', description: 'One address or point looked up', unitName: 'request' },
  document_printing: { name: 'Document printing', description: 'One rendered document', unitName: 'document' },
  api_calls: { name: 'API calls', description: 'One request to the service', unitName: 'call' },
}

/** A higher rate per unit is rejected as a typing error. */
const maxRateDollars = 1_000

/**
 * A rate in dollars as integer micro-dollars; null unless it is between 0 and 1,000 in steps of 0.0001 (spec §9). Costs are
 * added in micro-dollars so that sums are exact.
 */
export function dollarsToMicros(dollars: number): number | null {
  const steps = Math.round(dollars * 10_000)
  const exact = Number.isFinite(dollars) && Math.abs(dollars * 10_000 - steps) < 1e-6
  return exact && steps >= 0 && dollars <= maxRateDollars ? steps * 100 : null
}

/** Micro-dollars as dollars, for display only: sums of floating-point dollars are not exact. */
export function microsToDollars(micros: number): number {
  return micros / 1_000_000
}
