import { leadLetters } from './leadLetters.ts'
import { repNeighborhoodHours } from './neighborhoodHours.ts'
import { projectionBlock, sqlLiterals, tablesOf, type CountTable, type Projection } from './projection.ts'
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
 * Raise this with each change of a projection. A process of an earlier release leaves the projections of a later one in place.
 * A test compares it with the text of the function.
 */
export const projectionsVersion = 5

/** The body of the database function that applies the projections to the events that are being appended. */
export function projectActivityBody(): string {
  const slice = `(select * from unnest(p_events))`
  const statements = projections.map((projection) => {
    const statement = projectionBlock(projection, slice)
    // Most events are knocks, which few projections read: one check of the types is cheaper than running every statement.
    return projection.eventTypes === 'every type'
      ? statement
      : `if v_types && array[${sqlLiterals(projection.eventTypes)}] then\n${statement}\nend if;`
  })
  return `declare
  v_types text[] := array(select e.type from unnest(p_events) e);
begin
${statements.join('\n')}
end`
}
