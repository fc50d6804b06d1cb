import type { Router } from 'express'
import { z } from 'zod'
import { periods } from '../domain/words.ts'
import { readLeaderboard, readTeamPerformance } from '../usecases/performance.ts'
import { queryOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentLeaderboard, presentTeam } from './presenters.ts'

const period = z.enum(periods).default('week')

export function performanceRoutes(router: Router, serve: Serve): void {
  router.get(
    '/crm/leaderboard',
    serve(async (ctx, request) => {
      const query = queryOf(request, z.object({ period, as_of: z.iso.datetime({ offset: true }).optional() }))
      return presentLeaderboard(
        await readLeaderboard(ctx, { period: query.period, asOf: query.as_of ? new Date(query.as_of) : null }),
      )
    }),
  )
  router.get(
    '/crm/team-performance',
    serve(async (ctx, request) => presentTeam(await readTeamPerformance(ctx, queryOf(request, z.object({ period }))))),
  )
}
