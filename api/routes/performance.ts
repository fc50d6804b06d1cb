import type { Router } from 'express'
import { z } from 'zod'
import { targetMetrics } from '../domain/figures.ts'
import { periods } from '../domain/words.ts'
import {
  readLeaderboard,
  readNeighborhoodPerformance,
  readSalesPerformance,
  readTeamPerformance,
} from '../usecases/performance.ts'
import { listTargets, setTarget } from '../usecases/targets.ts'
import { bodyOf, queryOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentLeaderboard, presentNeighborhoods, presentSales, presentTarget, presentTeam } from './presentFigures.ts'

const period = z.enum(periods).default('week')
const query = z.object({ period })

export function performanceRoutes(router: Router, serve: Serve): void {
  router.get(
    '/crm/leaderboard',
    serve(async (ctx, request) => {
      const given = queryOf(request, z.object({ period, as_of: z.iso.datetime({ offset: true }).optional() }))
      return presentLeaderboard(
        await readLeaderboard(ctx, { period: given.period, asOf: given.as_of ? new Date(given.as_of) : null }),
      )
    }),
  )
  router.get(
    '/crm/team-performance',
    serve(async (ctx, request) => presentTeam(await readTeamPerformance(ctx, queryOf(request, query)))),
  )
  router.get(
    '/crm/sales-performance',
    serve(async (ctx, request) => presentSales(await readSalesPerformance(ctx, queryOf(request, query)))),
  )
  router.get(
    '/crm/neighborhood-performance',
    serve(async (ctx, request) =>
      presentNeighborhoods(await readNeighborhoodPerformance(ctx, queryOf(request, query))),
    ),
  )
  router.get(
    '/crm/targets',
    serve(async (ctx) => {
      const targets = await listTargets(ctx)
      return { data: targets.map(presentTarget), total: targets.length }
    }),
  )
  router.post(
    '/crm/targets',
    serve(async (ctx, request) => {
      const { user_id, ...target } = bodyOf(
        request,
        z.object({
          user_id: z.string(),
          period: z.enum(periods),
          metric: z.enum(targetMetrics),
          value: z.number(),
        }),
      )
      const set = await setTarget(ctx, { userId: user_id, ...target })
      return { data: set && presentTarget(set) }
    }),
  )
}
