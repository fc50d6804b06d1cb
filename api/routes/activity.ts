import { z } from 'zod'
import { activityOrderFields, sortDirections } from '../domain/enums.ts'
import { filterParameters, toFilter } from '../rest/filterParameters.ts'
import { pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { presentActivity, presentActivityStats } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { activity, listResponse, itemResponse } from '../rest/shapes.ts'
import { countActivity, readActivityLog, readActivityStats } from '../usecases/activity/activityLog.ts'
import { activityFilters, type ActivityFilter } from '../usecases/activity/activityFilters.ts'
import type { ActivityOrder } from '../usecases/activity/activityOrder.ts'

export const activityFilter = z.object({
  ...pagingParameters,
  ...filterParameters(activityFilters),
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
  return {
    filter: toFilter(activityFilters, query),
    order: { field: query.order_by ?? 'time', direction: query.direction },
  }
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
