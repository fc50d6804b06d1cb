import { queryRows, type EntityManager } from '../database/connection.ts'
import {
  createBinder,
  contributingEventsSql,
  asOfCondition,
  type ContributingEvent,
  type ContributingEventsPage,
  type MetricScope,
} from './contributingEvents.ts'

/**
 * The events by which the properties that stand came to be: of everybody, or for one rep those that were saved by or
 * assigned to them last. What a global admin saves waits to be assigned.
 */
export function listPropertyEvents(
  em: EntityManager,
  scope: MetricScope,
  page: ContributingEventsPage,
): Promise<ContributingEvent[]> {
  const { bind, values } = createBinder(scope.tenantId)
  const then = asOfCondition(scope.asOf, bind)
  const mine = scope.personId ? bind(scope.personId) : null
  const came = mine
    ? `(e.type = 'PropertySaved' and e.data->>'repId' = ${mine}::text and e.real_role <> 'global_admin'
        or e.type = 'PropertyAssigned' and e.data->>'to' = ${mine}::text)`
    : `e.type = 'PropertySaved'`
  const left = mine ? `('PropertyAssigned', 'PropertyDeleted')` : `('PropertyDeleted')`
  const before = page.before === null ? '' : `and e.position < ${bind(page.before)}`
  return queryRows<ContributingEvent>(
    em,
    contributingEventsSql(`select e.position, 1 as amount, e.occurred_at as at
      from (select * from activity_events where tenant_id = $1${then}) e
      where ${came} ${before} and not exists (
        select from activity_events n where n.tenant_id = $1 and n.subject_id = e.subject_id and n.position > e.position
          and n.type in ${left}${then.replace('position', 'n.position')})
      order by e.position desc limit ${bind(page.limit)}`),
    values,
  )
}
