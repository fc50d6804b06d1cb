import { z } from 'zod'
import { activityOrderFields } from '../domain/enums.ts'
import { listQuery, pagedListResponse, toPagedList } from '../rest/listQuery.ts'
import { toPageRequest } from '../rest/parameters.ts'
import { presentActivity, presentActivityStats } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { activity, itemResponse } from '../rest/shapes.ts'
import { countActivity, readActivityLog, readActivityStats } from '../usecases/activity/activityLog.ts'
import { activityFilters } from '../usecases/activity/activityFilters.ts'

export const activityQuery = listQuery(activityFilters, activityOrderFields, {
  orderBy: 'Events that are equal in another field are latest first.',
  direction: 'Defaults to `desc`, the latest first, for `time`, and to `asc` for the other fields.',
})

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
    query: activityQuery.parameters,
    response: pagedListResponse(activity),
    async handle(ctx, { query }) {
      const { filter, order } = activityQuery.select(query)
      const page = await readActivityLog(ctx, filter, toPageRequest(query), order)
      return toPagedList(page, presentActivity, await countActivity(ctx, filter))
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
