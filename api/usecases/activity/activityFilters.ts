import { filter, type FilterValues } from '../../database/listFilters.ts'
import type { Bind } from '../../database/parameters.ts'
import { Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'

const fromTime = (time: Date, bind: Bind) => {
  if (Number.isNaN(time.getTime())) throw new Refused('The time is not valid.')
  return `activity_position_from(l.tenant_id, ${bind(time)})`
}

/** The filters of the events `e` of a log `l`. An event must match all that are set. */
export const activityFilters = {
  eventId: filter('id', 'The event with this id.', (id, bind) => `e.event_id = ${bind(parseId(id, 'Event'))}`, {
    view: false,
  }),
  actorId: filter('id', 'Events caused by this account.', (id, bind) => `e.actor_id = ${bind(parseId(id, 'User'))}`, {
    rest: 'user_id',
    view: 'actor',
  }),
  types: filter('names', 'Events with any of these types.', 'e.type = any($::text[])', { rest: 'type', view: 'type' }),
  from: filter(
    'time',
    'Events recorded at or after this time.',
    (time, bind) => `e.position >= ${fromTime(time, bind)}`,
    { view: 'span' },
  ),
  to: filter('time', 'Events recorded before this time.', (time, bind) => `e.position < ${fromTime(time, bind)}`, {
    view: 'span',
  }),
  afterPosition: filter(
    'count',
    "Events after this position in the tenant's log. One after the end of the log is refused: see `activityAppended`. A global admin must have chosen a tenant.",
    'e.position > $',
    { view: false },
  ),
}

export type ActivityFilter = FilterValues<typeof activityFilters>
