import { z } from 'zod'
import { periods } from '../domain/enums.ts'
import { targetMetrics } from '../domain/performance/metrics.ts'
import {
  leaderboard,
  neighborhoodPerformance,
  performanceTrend,
  repSummary,
  salesPerformance,
  talkRates,
  target,
  teamPerformance,
} from '../rest/metricShapes.ts'
import { dateTime, dayParameters, idText } from '../rest/parameters.ts'
import { listOf } from '../rest/present.ts'
import { presentSales, presentTarget, presentTeam } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { listResponse } from '../rest/shapes.ts'
import {
  readLeaderboard,
  readNeighborhoodPerformance,
  readSalesPerformance,
  readTeamPerformance,
} from '../usecases/performance/performance.ts'
import { readPerformanceTrend, readTalkRates } from '../usecases/performance/performanceTrend.ts'
import { readRepSummary } from '../usecases/performance/repSummary.ts'
import { listTargets, setTarget } from '../usecases/performance/targets.ts'

const period = z.enum(periods).default('week').describe("The current calendar period in the tenant's time zone.")
const periodQuery = z.object({ period })
const rangeQuery = z.object({ period, ...dayParameters })
const rangeErrors = { 422: 'The days are not valid.' }

const reportQuery = z.object({
  period,
  ...dayParameters,
  user_id: idText
    .optional()
    .describe('Only the work of this user. Defaults to the whole team, or for a rep to the caller.'),
})
const reportErrors = {
  404: 'The user does not exist.',
  422: 'The days are not valid, or no tenant was chosen.',
}

const newTarget = z
  .object({
    user_id: idText.nullish().describe('Null or omitted for a target of the whole team.'),
    period: z.enum(periods),
    metric: z.enum(targetMetrics),
    value: z.number().describe('Target value, a whole number; 0 removes the target.'),
  })
  .meta({
    id: 'NewTarget',
    example: { user_id: '0198c7a0-0000-7000-8000-000000000001', period: 'week', metric: 'doors_knocked', value: 100 },
  })

export const performanceRoutes = [
  defineRoute('get', '/crm/leaderboard', {
    graphqlOperation: 'Query.leaderboard',
    access: 'leaderboard.read',
    summary: 'Read the leaderboard',
    description: 'Users with activity in the period, sorted by leads created, doors knocked, then name.',
    query: rangeQuery.extend({ as_of: dateTime.optional().describe('Returns the leaderboard as of this time.') }),
    response: leaderboard,
    errors: { 422: 'The days are not valid, or no tenant was chosen, which `as_of` requires.' },
    async handle(ctx, { query: { as_of: asOf, ...range } }) {
      const board = await readLeaderboard(ctx, { ...range, asOf: asOf ?? null })
      return { ...board, ...listOf(board.entries) }
    },
  }),
  defineRoute('get', '/crm/team-performance', {
    graphqlOperation: 'Query.teamPerformance',
    access: 'performance.read',
    summary: 'Read the metrics of the team',
    description: 'A rep reads only their own row.',
    query: rangeQuery,
    response: teamPerformance,
    errors: rangeErrors,
    handle: async (ctx, { query }) => presentTeam(await readTeamPerformance(ctx, query)),
  }),
  defineRoute('get', '/crm/sales-performance', {
    graphqlOperation: 'Query.salesPerformance',
    access: 'performance.read',
    summary: 'Read your own metrics',
    query: periodQuery,
    response: salesPerformance,
    handle: async (ctx, { query }) => presentSales(await readSalesPerformance(ctx, query)),
  }),
  defineRoute('get', '/crm/neighborhood-performance', {
    graphqlOperation: 'Query.neighborhoodPerformance',
    access: 'performance.read',
    summary: 'Read leads by neighborhood',
    description: 'Sorted by conversion rate, number of leads, then name. A rep reads only their own leads.',
    query: rangeQuery,
    response: neighborhoodPerformance,
    errors: rangeErrors,
    async handle(ctx, { query }) {
      const performance = await readNeighborhoodPerformance(ctx, query)
      return { ...performance, ...listOf(performance.neighborhoods) }
    },
  }),
  defineRoute('get', '/crm/performance-trend', {
    graphqlOperation: 'Query.performanceTrend',
    access: 'performance.read',
    summary: 'Read the work of a time range by hour, day or week',
    description:
      'Beside an earlier time: a month is compared with the same weekdays four weeks before, a week with the week before, a day with the day before, other days with as many whole weeks before as they last. A rep reads only their own work.',
    query: reportQuery,
    response: performanceTrend,
    errors: reportErrors,
    async handle(ctx, { query: { user_id: userId, ...range } }) {
      return { data: await readPerformanceTrend(ctx, { ...range, userId: userId ?? null }) }
    },
  }),
  defineRoute('get', '/crm/talk-rates', {
    graphqlOperation: 'Query.talkRates',
    access: 'performance.read',
    summary: 'Read talks per 100 doors by weekday and hour',
    description: 'A rep reads only their own work.',
    query: reportQuery,
    response: talkRates,
    errors: reportErrors,
    async handle(ctx, { query: { user_id: userId, ...range } }) {
      return { data: await readTalkRates(ctx, { ...range, userId: userId ?? null }) }
    },
  }),
  defineRoute('get', '/crm/rep-summary', {
    graphqlOperation: 'Query.repSummary',
    access: 'performance.read',
    summary: "Read a user's period with records, sessions and latest work",
    description: 'A rep reads only their own.',
    query: z.object({ period, user_id: idText.optional().describe('Id of the user. Defaults to the caller.') }),
    response: repSummary,
    errors: { 404: 'The user does not exist.', 422: 'No tenant was chosen.' },
    async handle(ctx, { query: { user_id: userId, ...query } }) {
      return { data: await readRepSummary(ctx, { ...query, userId: userId ?? null }) }
    },
  }),
  defineRoute('get', '/crm/targets', {
    graphqlOperation: 'Query.targets',
    access: 'performance.read',
    summary: 'List targets with their progress',
    description: 'A rep sees only their own.',
    response: listResponse(target),
    handle: async (ctx) => listOf((await listTargets(ctx)).map(presentTarget)),
  }),
  defineRoute('post', '/crm/targets', {
    graphqlOperation: 'Mutation.setTarget',
    access: 'target.set',
    summary: 'Set a target',
    description: 'The target applies to each period until it is set again; 0 removes it.',
    body: newTarget,
    response: z.object({ data: target.nullable().describe('Null if the target was removed.') }),
    errors: { 404: 'The user does not exist.', 422: 'The value is not a whole number, or no tenant was chosen.' },
    async handle(ctx, { body: { user_id: userId, ...values } }) {
      const updated = await setTarget(ctx, { userId, ...values })
      return { data: updated && presentTarget(updated) }
    },
  }),
]
