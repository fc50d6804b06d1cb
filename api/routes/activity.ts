import type { Router } from 'express'
import { z } from 'zod'
import { countActivity, readActivityLog, readActivityStats } from '../usecases/activityLog.ts'
import { pageRequest, paging, queryOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentActivity } from './presenters.ts'

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const filter = z.object({
  ...paging,
  user_id: z.string().optional(),
  type: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((names) => names.split(',')))
    .optional(),
  from: time.optional(),
  to: time.optional(),
})

export function activityRoutes(router: Router, serve: Serve): void {
  router.get(
    '/activity/logs',
    serve(async (ctx, request) => {
      const { user_id: actorId, type: types, from, to, ...page } = queryOf(request, filter)
      const wanted = { actorId, types, from, to }
      const { items } = await readActivityLog(ctx, wanted, pageRequest(page))
      return { data: items.map(presentActivity), total: await countActivity(ctx, wanted) }
    }),
  )
  router.get(
    '/activity/stats',
    serve(async (ctx, request) => {
      const { days } = queryOf(request, z.object({ days: z.coerce.number().int().default(7) }))
      const { apiCalls, byAction } = await readActivityStats(ctx, days)
      return {
        data: {
          days,
          api_calls: apiCalls,
          by_action: Object.fromEntries(byAction.map(({ action, count }) => [action, count])),
        },
      }
    }),
  )
}
