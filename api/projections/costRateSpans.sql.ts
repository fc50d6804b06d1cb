import type { DatabaseObject } from '../database/databaseObject.ts'

/** The time in which each rate holds. */
export const costRateSpans: DatabaseObject = {
  kind: 'view',
  name: 'cost_rate_spans',
  sql: `create or replace view cost_rate_spans with (security_invoker = true) as
  select service_type, micros, effective_from,
    lead(effective_from, 1, 'infinity') over (partition by service_type order by effective_from) as effective_until
  from cost_rates;
grant select on cost_rate_spans to porchlight_tenant, porchlight_platform, porchlight_maintenance, porchlight_log`,
}
