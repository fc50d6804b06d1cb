import { leadLetters } from './leadLetters.ts'
import { repNeighborhoodHours } from './neighborhoodHours.ts'
import { projectionSql, sqlLiterals, tablesOf, type CountTable, type Projection } from './projection.ts'
import { repHours } from './repHours.ts'
import { repLeads } from './repLeads.ts'
import { repTagHours } from './repTagHours.ts'
import { usageHours } from './usageHours.ts'

/** All projections of the log, in the order in which the append function applies them. */
export const projections: Projection[] = [
  repHours,
  repTagHours,
  repNeighborhoodHours,
  repLeads,
  leadLetters,
  usageHours,
]

/** The tables of all projections and their rollups. */
export const projectionTables: CountTable[] = projections.flatMap(tablesOf)

/**
 * The definition of the database function that `append_new_events` calls to apply the projections to the events it
 * appends. It is generated from the projections, and `migrate` installs it whenever its text changes.
 */
export function projectActivityFunction(): string {
  const slice = `(select * from unnest(p_events))`
  const statements = projections.map((projection) => {
    const statement = `${projectionSql(projection, slice)};`
    // Most events are knocks, which few projections read: one check of the types is cheaper than running every statement.
    return projection.eventTypes === 'every type'
      ? statement
      : `if v_types && array[${sqlLiterals(projection.eventTypes)}] then\n${statement}\nend if;`
  })
  return `create or replace function project_activity(p_events activity_events[])
returns void language plpgsql as $body$
declare
  v_types text[] := array(select e.type from unnest(p_events) e);
begin
${statements.join('\n')}
end $body$;`
}
