import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { hourSql, reversesCompletionSql, sqlLiterals, type Projection, type Rollup } from './projection.ts'
import { spansParameter, spansSql, spanTenantSql, type TenantSpan } from './spans.ts'

const eventTypes = ['LeadCreated', 'LeadDeleted', 'LeadStatusChanged'] as const

/**
 * Leads created and converted in each neighborhood and city by hour (UTC). An unknown neighborhood or city is an empty
 * string, because both columns are part of the key.
 */
const neighborhoodHours: Rollup = {
  table: 'neighborhood_hours',
  keyColumns: ['hour', 'neighborhood', 'city'],
  countColumns: ['leads', 'conversions'],
  rowsSql: (counts) => `select * from ${counts}`,
}

/** The same by rep, for a rep's own metrics and to explain the metrics of all reps. */
export const repNeighborhoodHours: Projection = {
  table: 'rep_neighborhood_hours',
  eventTypes,
  keyColumns: ['rep_id', 'hour', 'neighborhood', 'city'],
  countColumns: ['leads', 'conversions'],
  rollup: neighborhoodHours,
  rowsSql: (slice) => `
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, coalesce(e.data->>'neighborhood', '') as neighborhood,
  coalesce(e.data->>'city', '') as city, ${hourSql('c.at')} as hour, c.leads, c.conversions
from ${slice} e
cross join lateral (
  select e.occurred_at, 1, 0 where e.type = 'LeadCreated'
  union all select (e.data->>'countedAt')::timestamptz, -1, 0 where e.type = 'LeadDeleted'
  union all select e.occurred_at, 0, 1 where e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all select (e.data->>'countedAt')::timestamptz, 0, -1
    where ${reversesCompletionSql}
  union all select (e.data->>'convertedAt')::timestamptz, 0, -1
    where e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) as c (at, leads, conversions)
where e.type in (${sqlLiterals(eventTypes)})`,
}

export interface NeighborhoodMetrics {
  tenantId: string
  neighborhood: string
  city: string
  leads: number
  conversions: number
}

/** The counts of each neighborhood in its tenant's span, without those that are zero; of one rep if `repId` is given. */
export function readNeighborhoods(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null,
): Promise<NeighborhoodMetrics[]> {
  const { values, bind } = createParameters(spansParameter(spans), ...(repId ? [repId] : []))
  return queryRows<NeighborhoodMetrics>(
    em,
    `select h.tenant_id as "tenantId", h.neighborhood, h.city, sum(h.leads)::int as leads, sum(h.conversions)::int as conversions
     from ${spansSql('$1')} join ${repId ? 'rep_neighborhood_hours' : 'neighborhood_hours'} h on ${spanTenantSql(spans, bind, 'h')} and h.hour >= s."from" and h.hour < s."to"
     ${repId ? 'where h.rep_id = $2' : ''}
     group by h.tenant_id, h.neighborhood, h.city having sum(h.leads) <> 0 or sum(h.conversions) <> 0`,
    values,
  )
}
