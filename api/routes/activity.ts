import { z } from 'zod'
import { activityOrderFields, sortDirections } from '../domain/enums.ts'
import { dateTime, idText, limitedText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { presentActivity, presentActivityStats } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { activity, listResponse, itemResponse } from '../rest/shapes.ts'
import {
  countActivity,
  readActivityLog,
  readActivityStats,
  type ActivityFilter,
} from '../usecases/activity/activityLog.ts'
import type { ActivityOrder } from '../usecases/activity/activityOrder.ts'

export const activityFilter = z.object({
  ...pagingParameters,
  event_id: idText.optional().describe('Only the event with this id.'),
  user_id: idText.optional().describe('Only events caused by this user.'),
  type: z
    .union([limitedText('type'), z.array(limitedText('type'))])
    .transform((value) => [value].flat().flatMap((names) => names.split(',')))
    .optional()
    .describe('Event types, separated by commas or as a repeated parameter.'),
  from: dateTime.optional().describe('Only events recorded at or after this time.'),
  to: dateTime.optional().describe('Only events recorded before this time.'),
  after_position: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Only events after this position in the tenant's log."),
  order_by: z
    .enum(activityOrderFields)
    .optional()
    .describe('Defaults to `time`. Events that are equal in another field are latest first.'),
  direction: z
    .enum(sortDirections)
    .optional()
    .describe('Defaults to `desc`, the latest first, for `time`, and to `asc` for the other fields.'),
})

/** The filter of a query. */
export function toActivityQuery(query: z.output<typeof activityFilter>): {
  filter: ActivityFilter
  order: ActivityOrder
} {
  const { event_id: eventId, user_id: actorId, type: types, from, to, after_position: afterPosition } = query
  const order = { field: query.order_by ?? 'time', direction: query.direction }
  return { filter: { eventId, actorId, types, from, to, afterPosition }, order }
}

export const activityStats = z
  .object({
    days: z.int(),
    api_calls: z.int().describe('Number of events of all types.'),
    by_action: z.record(z.string(), z.int()).describe('Number of events by type.'),
  })
  .meta({ id: 'ActivityStats' })

export const activityRoutes = [
  defineRoute('get', '/activity/logs', {
    graphqlOperation: 'Query.activityLog',
    access: 'activity.read',
    summary: 'Read the activity log',
    description: 'By default latest first. A rep reads only their own events.',
    query: activityFilter,
    response: listResponse(activity),
    async handle(ctx, { query }) {
      const { filter, order } = toActivityQuery(query)
      const { items } = await readActivityLog(ctx, filter, toPageRequest(query), order)
      return { data: items.map(presentActivity), total: await countActivity(ctx, filter) }
    },
  }),
  defineRoute('get', '/activity/stats', {
    graphqlOperation: 'Query.activityStats',
    access: 'activity.read',
    summary: 'Count activity',
    query: z.object({
      days: z.coerce.number().int().default(7).describe('Number of days back from the current time, 1 to 366.'),
    }),
    response: itemResponse(activityStats),
    errors: { 422: '`days` is not between 1 and 366.' },
    async handle(ctx, { query: { days } }) {
      return { data: presentActivityStats(await readActivityStats(ctx, days)) }
    },
  }),
]
