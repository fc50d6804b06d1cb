import { filter, type FilterValues } from '../../database/listFilters.ts'
import type { Bind } from '../../database/parameters.ts'
import { Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'

const fromTime = (time: Date, bind: Bind) => {
  if (Number.isNaN(time.getTime())) throw new Refused('The time is not valid.')
  return `activity_position_from(l.tenant_id, ${bind(time)})`
}

/** Events that are recorded at the end of a job and stand for the events of that job, which have the same request id. */
const jobEventTypes = `('DataImported', 'ImportUndone')`

/** No import takes longer. Limits how much of the log is searched for its events. */
const longestImport = `interval '1 day'`

/** A column of the event with this id, if it stands for the events of a job. */
const ofJobEvent = (column: string, id: string) =>
  `(select j.${column} from activity_events j
    where j.tenant_id = l.tenant_id and j.event_id = ${id}::uuid and j.type in ${jobEventTypes})`

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
  flagged: filter(
    'flag',
    'Knocks that were accepted although something was wrong: those with `flags`.',
    // As the index has it.
    `e.type = 'DoorKnocked' and e.data->'flags' is not null`,
  ),
  grouped: filter(
    'flag',
    'Leaves out the events of a finished import or undo, for which its `DataImported` or `ImportUndone` stands.',
    `(e.type in ${jobEventTypes} or not exists (select from activity_events j
        where j.tenant_id = e.tenant_id and j.request_id = e.request_id and j.type in ${jobEventTypes} and j.tenant_id = :tenant))`,
    { view: false },
  ),
  groupOf: filter(
    'id',
    'The events of the import or undo whose `DataImported` or `ImportUndone` has this id.',
    (eventId, bind) => {
      const id = bind(parseId(eventId, 'Event'))
      return `e.position < ${ofJobEvent('position', id)} and e.request_id = ${ofJobEvent('request_id', id)}
        and e.position >= activity_position_from(l.tenant_id, ${ofJobEvent('recorded_at', id)} - ${longestImport})`
    },
    { view: false },
  ),
  afterPosition: filter(
    'count',
    "Events after this position in the tenant's log. One after the end of the log is refused: see `activityAppended`. A global admin must have chosen a tenant.",
    'e.position > $',
    { view: false },
  ),
}

export type ActivityFilter = FilterValues<typeof activityFilters>
