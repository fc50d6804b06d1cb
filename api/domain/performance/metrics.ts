/** The metrics of the dashboards that can be explained by their events. */
export const metrics = [
  'properties_searched',
  'doors_knocked',
  'talks',
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

/** What a metric can be divided by: the rep, or the type of what it counts. */
export const metricGroupings = ['user', 'service_type', 'status', 'talk', 'event_type', 'service'] as const
export type MetricGroupingName = (typeof metricGroupings)[number]

/** The metrics for which a rep can have a target. */
export const targetMetrics = ['leads_created', 'leads_converted', 'doors_knocked'] as const
export type TargetMetric = (typeof targetMetrics)[number]

/** The percentage of the leads that were converted; 0 if there are no leads. */
export function conversionRateOf(leads: number, conversions: number): number {
  return leads > 0 ? (100 * conversions) / leads : 0
}
