import type { LeadStatus, PropertyType } from '../domain/enums.ts'
import type { Metric, MetricGroupingName } from '../domain/performance/metrics.ts'
import type { UsageService } from '../domain/usage/usageServices.ts'
import { repNeighborhoodHours } from './neighborhoodHours.ts'
import { billedServices } from './pricedEvents.ts'
import type { Projection } from './projection.ts'
import { repHours } from './repHours.ts'
import { repLeads } from './repLeads.ts'
import { repTagHours } from './repTagHours.ts'
import { usageHours } from './usageHours.ts'

/** Restricts a metric to one value of a dimension. At most one may be set. */
export interface MetricBreakdown {
  tag?: PropertyType | null
  /** `neighborhood` and `city` are null if they are unknown. Undefined for all places. */
  place?: { neighborhood: string | null; city: string | null }
  status?: LeadStatus | null
  service?: UsageService | null
  /** A type of events, for `api_calls`. */
  action?: string | null
}

/** The columns and rows of a projection that a metric is computed from. */
export interface MetricSource {
  projection: Projection
  /** The metric is the sum of these columns. */
  columns: string[]
  /** Values of key columns other than tenant, rep and hour. */
  keys: Record<string, string>
  /** Whether later events can correct a count. Usage only adds up. */
  correctable: boolean
  /** The column that identifies the person: the rep who is credited, or the actor of the event. */
  personColumn: 'rep_id' | 'actor_id'
}

/** SQL of what each row counts. */
export function amountSql({ columns }: Pick<MetricSource, 'columns'>): string {
  return `(${columns.map((name) => `c.${name}`).join(' + ')})`
}

/** A division of a metric. The amounts of all parts of a row add up to what the row counts. */
export interface MetricGrouping {
  by: MetricGroupingName
  source: MetricSource
  /** SQL of the key and the amount of each part of a row `c`. */
  parts: { key: string; amount: string }[]
}

/** What the metric can be divided by, of what its projection stores. */
export function metricGroupingsOf(metric: Metric, breakdown: MetricBreakdown): MetricGrouping[] {
  const source = metricSourceOf(metric, breakdown)
  if (!source) return []
  const { tag, place, status, service, action } = breakdown
  const isWhole = [tag, place, status, service, action].every((value) => value === undefined || value === null)
  const amount = amountSql(source)
  const byColumn = (by: MetricGroupingName, key: string, of = source): MetricGrouping => {
    return { by, source: of, parts: [{ key, amount }] }
  }
  const byPart = (by: MetricGroupingName, parts: Record<string, string>): MetricGrouping => {
    return { by, source, parts: Object.entries(parts).map(([key, sql]) => ({ key: `'${key}'`, amount: sql })) }
  }
  const users = source.personColumn === 'rep_id' ? [byColumn('user', 'c.rep_id::text')] : []
  if (!isWhole) return users
  switch (metric) {
    case 'leads_created':
      return [...users, byColumn('service_type', 'c.tag', { ...source, projection: repTagHours })]
    case 'total_leads':
      return [...users, byPart('status', { new: 'c.new_leads', contacted: 'c.contacted', completed: 'c.completed' })]
    case 'doors_knocked':
      return [...users, byPart('talk', { talk: 'c.talks', no_talk: 'c.doors - c.talks' })]
    case 'api_calls':
      return [byColumn('event_type', 'c.type')]
    case 'total_cost':
      return [
        {
          by: 'service',
          source,
          parts: [
            { key: serviceSql, amount: 'c.cost_micros' },
            { key: `'api_calls'`, amount: 'c.call_micros' },
          ],
        },
      ]
    default:
      return users
  }
}

/** The source of a metric for a breakdown; null if the metric has no such breakdown. */
export function metricSourceOf(metric: Metric, breakdown: MetricBreakdown): MetricSource | null {
  const { tag, place, status, service, action } = breakdown
  const placeKeys = place && { neighborhood: place.neighborhood ?? '', city: place.city ?? '' }
  const given = Object.entries({ tag, place, status, service, action })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => name)
  const only = (...allowed: string[]) => given.length <= 1 && given.every((name) => allowed.includes(name))
  const work = (projection: Projection, column: string, keys: Record<string, string> = {}): MetricSource => {
    return { projection, columns: [column], keys, correctable: true, personColumn: 'rep_id' }
  }
  const usage = (columns: string[], type?: string): MetricSource => {
    return { projection: usageHours, columns, keys: type ? { type } : {}, correctable: false, personColumn: 'actor_id' }
  }
  switch (metric) {
    case 'properties_searched':
      return only() ? work(repHours, 'properties') : null
    case 'doors_knocked':
      return only() ? work(repHours, 'doors') : null
    case 'talks':
      return only() ? work(repHours, 'talks') : null
    case 'late_events':
      return only() ? { ...work(repHours, 'late'), correctable: false } : null
    case 'leads_created':
      if (tag && only('tag')) return work(repTagHours, 'leads', { tag })
      if (placeKeys && only('place')) return work(repNeighborhoodHours, 'leads', placeKeys)
      return only() ? work(repHours, 'leads') : null
    case 'leads_converted':
      if (placeKeys && only('place')) return work(repNeighborhoodHours, 'conversions', placeKeys)
      return only() ? work(repHours, 'conversions') : null
    case 'total_leads':
      if (!only('status')) return null
      return work(
        repLeads,
        status ? { new: 'new_leads', contacted: 'contacted', completed: 'completed' }[status] : 'leads',
      )
    case 'api_calls':
      return only('action') ? usage(['events'], action ?? undefined) : null
    case 'regrid_lookups':
    case 'map_loads':
    case 'geocoding':
    case 'document_printing':
      return only() ? usage(['quantity'], eventTypeOf(metric)) : null
    case 'total_cost':
      if (service === 'api_calls') return only('service') ? usage(['call_micros']) : null
      if (service) return only('service') ? usage(['cost_micros'], eventTypeOf(service)) : null
      return only() ? usage(['cost_micros', 'call_micros']) : null
    case 'total_properties':
      return null
  }
}

/** SQL of the billed service of a row. Others cost nothing but their call. */
const serviceSql = `case ${Object.entries(billedServices)
  .map(([type, { service }]) => `when c.type = '${type}' then '${service}'`)
  .join(' ')} else 'api_calls' end`

function eventTypeOf(service: UsageService): string {
  return Object.entries(billedServices).find(([, entry]) => entry.service === service)![0]
}
