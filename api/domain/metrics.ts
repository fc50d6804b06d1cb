/** Figures of a dashboard that can be explained by the events they are made of. */
export const metrics = [
  'properties_searched',
  'doors_knocked',
  'leads_created',
  'leads_converted',
  'total_leads',
  'total_properties',
  'late_events',
  'api_calls',
  'regrid_lookups',
  'map_loads',
  'geocoding',
  'document_printing',
  'total_cost',
] as const
export type Metric = (typeof metrics)[number]

/** What a target can be set for. */
export const targetMetrics = ['leads_created', 'leads_converted', 'doors_knocked'] as const
export type TargetMetric = (typeof targetMetrics)[number]

/** Per cent of the leads that were converted; 0 without any. */
export function conversionRateOf(leads: number, conversions: number): number {
  return leads > 0 ? (100 * conversions) / leads : 0
}
