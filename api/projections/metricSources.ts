import type { Metric } from '../domain/metrics.ts'
import type { UsageService } from '../domain/usageServices.ts'
import type { LeadStatus, PropertyType } from '../domain/enums.ts'
import { repNeighborhoodHours } from './neighborhoodHours.ts'
import { billedServices } from './pricedEvents.ts'
import type { Projection } from './projection.ts'
import { repHours } from './repHours.ts'
import { repLeads } from './repLeads.ts'
import { repTagHours } from './repTagHours.ts'
import { usageHours } from './usageHours.ts'

/** Which part of a figure is meant: of whom, of which service type, where. */
export interface MetricBreakdown {
  tag?: PropertyType | null
  /** Null is a place that nobody knows; undefined is everywhere. */
  place?: { neighborhood: string | null; city: string | null }
  status?: LeadStatus | null
  service?: UsageService | null
  /** Of activity: the type of the events. */
  action?: string | null
}

/** Where a figure is counted: which columns of which projection, and under which keys. */
export interface MetricSource {
  projection: Projection
  /** The figure is their sum. */
  columns: string[]
  /** Conditions on columns of the key besides tenant, rep and hour. */
  keys: Record<string, string>
  /** What is counted can be taken back; each use of a service just adds up. */
  correctable: boolean
  /** Whose it is: the rep a row is kept for, or who did it. */
  personColumn: 'rep_id' | 'actor_id'
}

/** Where a part of a figure is counted; null when the figure is not counted by such a part. */
export function metricSourceOf(figure: Metric, part: MetricBreakdown): MetricSource | null {
  const { tag, place, status, service, action } = part
  const where = place && { neighborhood: place.neighborhood ?? '', city: place.city ?? '' }
  const given = Object.entries({ tag, place, status, service, action })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => name)
  const only = (...allowed: string[]) => given.length <= 1 && given.every((name) => allowed.includes(name))
  const work = (projection: Projection, column: string, keys: Record<string, string> = {}): MetricSource => ({
    ...{ projection, columns: [column], keys, correctable: true, personColumn: 'rep_id' },
  })
  const metered = (columns: string[], type?: string): MetricSource => ({
    ...{ projection: usageHours, columns, keys: type ? { type } : {}, correctable: false, personColumn: 'actor_id' },
  })
  switch (figure) {
    case 'properties_searched':
      return only() ? work(repHours, 'properties') : null
    case 'doors_knocked':
      return only() ? work(repHours, 'doors') : null
    case 'late_events':
      return only() ? { ...work(repHours, 'late'), correctable: false } : null
    case 'leads_created':
      if (tag && only('tag')) return work(repTagHours, 'leads', { tag })
      if (where && only('place')) return work(repNeighborhoodHours, 'leads', where)
      return only() ? work(repHours, 'leads') : null
    case 'leads_converted':
      if (where && only('place')) return work(repNeighborhoodHours, 'conversions', where)
      return only() ? work(repHours, 'conversions') : null
    case 'total_leads':
      if (!only('status')) return null
      return work(
        repLeads,
        status ? { new: 'new_leads', contacted: 'contacted', completed: 'completed' }[status] : 'leads',
      )
    case 'api_calls':
      return only('action') ? metered(['events'], action ?? undefined) : null
    case 'regrid_lookups':
    case 'map_loads':
    case 'geocoding':
    case 'document_printing':
      return only() ? metered(['quantity'], eventTypeOf(figure)) : null
    case 'total_cost':
      if (service === 'api_calls') return only('service') ? metered(['call_micros']) : null
      if (service) return only('service') ? metered(['cost_micros'], eventTypeOf(service)) : null
      return only() ? metered(['cost_micros', 'call_micros']) : null
    case 'total_properties':
      return null
  }
}

function eventTypeOf(service: UsageService): string {
  return Object.entries(billedServices).find(([, entry]) => entry.service === service)![0]
}
