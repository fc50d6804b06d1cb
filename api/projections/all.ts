import { neighborhoodHours, repNeighborhoodHours } from './neighborhoodHours.ts'
import { sqlLiterals, projectionSql, type Projection } from './projection.ts'
import { repHours } from './repHours.ts'
import { repLeads } from './repLeads.ts'
import { repTagHours } from './repTagHours.ts'
import { usageDays } from './usageDays.ts'
import { usageHours } from './usageHours.ts'

/** Every projection of the log. The append function applies them in this order. */
export const projections: Projection[] = [
  repHours,
  repTagHours,
  neighborhoodHours,
  repNeighborhoodHours,
  repLeads,
  usageHours,
  usageDays,
]

/**
 * The database function that `append_activity` calls to project the slice it just wrote.
 * The migrator installs it, so the statements stand in the projections' files and nowhere else.
 */
export function projectActivityFunction(): string {
  const slice = `(select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto)`
  const statements = projections.map((projection) => {
    const statement = `${projectionSql(projection, slice, projection.table)};`
    // A knock, of which there are most, touches few of them: asking once what is in the slice costs less than each.
    return projection.eventTypes === 'every type'
      ? statement
      : `if v_types && array[${sqlLiterals(projection.eventTypes)}] then\n${statement}\nend if;`
  })
  return `create or replace function project_activity(p_tenant uuid, p_after bigint, p_upto bigint)
returns void language plpgsql as $body$
declare
  v_types text[] := array(select distinct e.type from ${slice} e);
begin
${statements.join('\n')}
end $body$;`
}
