import { createParameters } from '../database/parameters.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { storedEventsSql } from '../events/versions.ts'
import {
  asOfCondition,
  contributingEventsSql,
  type ContributingEvent,
  type ContributingEventsPage,
  type MetricScope,
} from './contributingEvents.ts'

/**
 * One event for each property that exists, latest first: the event that saved it, or, for one rep, the last event that
 * saved it as theirs or assigned it to them. A property that a global admin saves belongs to no rep until it is assigned.
 */
export function listPropertyEvents(
  em: EntityManager,
  scope: MetricScope,
  page: ContributingEventsPage,
): Promise<ContributingEvent[]> {
  const { bind, values } = createParameters(scope.tenantId)
  const asOf = asOfCondition(scope.asOf, bind)
  const repId = scope.personId ? bind(scope.personId) : null
  const gained = repId
    ? `(e.type = 'PropertySaved' and e.data->>'repId' = ${repId}::text and e.real_role <> 'global_admin'
        or e.type = 'PropertyAssigned' and e.data->>'to' = ${repId}::text)`
    : `e.type = 'PropertySaved'`
  const lostTypes = repId ? `('PropertyAssigned', 'PropertyDeleted')` : `('PropertyDeleted')`
  const before = page.before === null ? '' : `and e.position < ${bind(page.before)}`
  return queryRows<ContributingEvent>(
    em,
    contributingEventsSql(`select e.position, 1 as amount, e.occurred_at as at, false as is_reversed
      from ${storedEventsSql(`tenant_id = $1${asOf}`)} e
      where ${gained} ${before} and not exists (
        select from activity_events n where n.tenant_id = $1 and n.subject_id = e.subject_id and n.position > e.position
          and n.type in ${lostTypes}${asOf.replace('position', 'n.position')})
      order by e.position desc limit ${bind(page.limit)}`),
    values,
  )
}
