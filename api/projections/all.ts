import { projectionStatement, type Projection } from './projection.ts'
import { repHours } from './repHours.ts'
import { repTagHours } from './repTagHours.ts'
import { usageHours } from './usageHours.ts'

/** Every projection of the log. The append function applies them in this order. */
export const projections: Projection[] = [repHours, repTagHours, usageHours]

/**
 * The database function that `append_activity` calls to project the slice it just wrote.
 * The migrator installs it, so the statements stand in the projections' files and nowhere else.
 */
export function projectActivityFunction(): string {
  const slice = `(select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto)`
  const statements = projections.map((projection) => `${projectionStatement(projection, slice, projection.table)};`)
  return `create or replace function project_activity(p_tenant uuid, p_after bigint, p_upto bigint)
returns void language plpgsql as $body$
begin
${statements.join('\n')}
end $body$;`
}
