import { rows, type EntityManager } from '../database/connection.ts'
import { binding, eventsOf, untilThen, type CountedEvent, type FigurePage, type FigureScope } from './explained.ts'

/**
 * The events by which the properties that stand came to be: of everybody, or for one rep those that were saved by or
 * assigned to them last. What a global admin saves waits to be assigned.
 */
export function listHouses(em: EntityManager, scope: FigureScope, page: FigurePage): Promise<CountedEvent[]> {
  const { bind, values } = binding(scope.tenantId)
  const then = untilThen(scope.asOf, bind)
  const mine = scope.personId ? bind(scope.personId) : null
  const came = mine
    ? `(e.type = 'PropertySaved' and e.data->>'repId' = ${mine}::text and e.real_role <> 'global_admin'
        or e.type = 'PropertyAssigned' and e.data->>'to' = ${mine}::text)`
    : `e.type = 'PropertySaved'`
  const left = mine ? `('PropertyAssigned', 'PropertyDeleted')` : `('PropertyDeleted')`
  const before = page.before === null ? '' : `and e.position < ${bind(page.before)}`
  return rows<CountedEvent>(
    em,
    eventsOf(`select e.position, 1 as amount, e.occurred_at as at
      from (select * from activity_events where tenant_id = $1${then}) e
      where ${came} ${before} and not exists (
        select from activity_events n where n.tenant_id = $1 and n.subject_id = e.subject_id and n.position > e.position
          and n.type in ${left}${then.replace('position', 'n.position')})
      order by e.position desc limit ${bind(page.limit)}`),
    values,
  )
}
