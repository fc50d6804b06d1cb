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
import { moment } from './body.ts'
import { leaderboard, neighborhoodPerformance, salesPerformance, target, teamPerformance } from './figureShapes.ts'
import { route } from './handler.ts'
import { presentLeaderboard, presentNeighborhoods, presentSales, presentTarget, presentTeam } from './presentFigures.ts'
import { many } from './shapes.ts'

const period = z.enum(periods).default('week').describe("A calendar period in the tenant's time zone, from its start.")
const query = z.object({ period })

const newTarget = z
  .object({
    user_id: z.string(),
    period: z.enum(periods),
    metric: z.enum(targetMetrics),
    value: z.number().describe('A whole number; 0 takes the target away.'),
  })
  .meta({
    id: 'NewTarget',
    example: {
      user_id: '0198c7a0-0000-7000-8000-000000000001',
      period: 'week',
      metric: 'doors_knocked',
      value: 100,
    },
  })

export const performanceRoutes = [
  route({
    method: 'get',
    path: '/crm/leaderboard',
    operationId: 'leaderboard',
    twin: 'Query.leaderboard',
    access: 'leaderboard.read',
    summary: 'Read the leaderboard',
    description: 'Every rep with activity in the period: by leads created, then doors knocked, then name.',
    query: z.object({ period, as_of: moment.optional().describe('As it stood at this moment.') }),
    answer: leaderboard,
    errors: { 422: 'No tenant was chosen, which a past moment needs.' },
    handle: async (ctx, { query: given }) =>
      presentLeaderboard(await readLeaderboard(ctx, { period: given.period, asOf: given.as_of ?? null })),
  }),
  route({
    method: 'get',
    path: '/crm/team-performance',
    operationId: 'teamPerformance',
    twin: 'Query.teamPerformance',
    access: 'performance.read',
    summary: 'Read what each of the team did',
    description: 'A rep reads their own row.',
    query,
    answer: teamPerformance,
    handle: async (ctx, { query: given }) => presentTeam(await readTeamPerformance(ctx, given)),
  }),
  route({
    method: 'get',
    path: '/crm/sales-performance',
    operationId: 'salesPerformance',
    twin: 'Query.salesPerformance',
    access: 'performance.read',
    summary: 'Read what you did',
    query,
    answer: salesPerformance,
    handle: async (ctx, { query: given }) => presentSales(await readSalesPerformance(ctx, given)),
  }),
  route({
    method: 'get',
    path: '/crm/neighborhood-performance',
    operationId: 'neighborhoodPerformance',
    twin: 'Query.neighborhoodPerformance',
    access: 'performance.read',
    summary: 'Read where leads come from',
    description: 'By conversion rate, then leads, then name. A rep reads their own figures.',
    query,
    answer: neighborhoodPerformance,
    handle: async (ctx, { query: given }) => presentNeighborhoods(await readNeighborhoodPerformance(ctx, given)),
  }),
  route({
    method: 'get',
    path: '/crm/targets',
    operationId: 'targets',
    twin: 'Query.targets',
    access: 'performance.read',
    summary: 'List targets with their progress',
    description: 'A rep sees their own.',
    answer: many(target),
    async handle(ctx) {
      const targets = await listTargets(ctx)
      return { data: targets.map(presentTarget), total: targets.length }
    },
  }),
  route({
    method: 'post',
    path: '/crm/targets',
    operationId: 'setTarget',
    twin: 'Mutation.setTarget',
    access: 'target.set',
    summary: 'Set a target of a rep',
    description: 'It holds for each period until it is set again; 0 takes it away.',
    body: newTarget,
    answer: z.object({ data: target.nullable().describe('Null when the target was taken away.') }),
    errors: { 404: 'The user is unknown.', 422: 'The value is no whole number, or no tenant was chosen.' },
    async handle(ctx, { body: { user_id: userId, ...given } }) {
      const set = await setTarget(ctx, { userId, ...given })
      return { data: set && presentTarget(set) }
    },
  }),
]
