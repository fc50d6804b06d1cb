import { z } from 'zod'
import { periods } from '../domain/words.ts'
import {
  listMockLeads,
  listMockProperties,
  listMockUsers,
  readMockSales,
  readMockStats,
  readMockUsage,
} from '../usecases/mockData.ts'
import { activityStats } from './activity.ts'
import { pageRequest, paging } from './body.ts'
import { salesPerformance, usage } from './figureShapes.ts'
import { route } from './handler.ts'
import { presentSales, presentUsage } from './presentFigures.ts'
import { presentLead, presentProperty, presentUser } from './presenters.ts'
import { lead, many, one, property, user } from './shapes.ts'

/** Asked for by name, so that nobody takes invented rows for real ones by accident. */
const mock = z
  .literal('true', { error: 'Say mock=true: what this route answers is invented.' })
  .describe('Always `true`: what is answered is invented.')
const list = z.object({ mock, ...paging })
const period = (usual: (typeof periods)[number]) =>
  z.enum(periods).default(usual).describe('A period around an invented day.')

const shared = {
  method: 'get',
  access: 'mockData.use',
  description: 'The same at every call, in the shape of its real twin. Not while viewing as another role.',
} as const

/** What mock-data mode shows in place of the real thing: rows and figures that are in no table. */
export const mockRoutes = [
  route({
    ...shared,
    path: '/mock/properties',
    operationId: 'mockProperties',
    summary: 'List invented properties',
    query: list,
    answer: many(property),
    async handle(ctx, { query: page }) {
      const { items, total } = listMockProperties(ctx, pageRequest(page))
      return { data: items.map(presentProperty), total }
    },
  }),
  route({
    ...shared,
    path: '/mock/leads',
    operationId: 'mockLeads',
    summary: 'List invented leads',
    query: list,
    answer: many(lead),
    async handle(ctx, { query: page }) {
      const { items, total } = listMockLeads(ctx, pageRequest(page))
      return { data: items.map(presentLead), total }
    },
  }),
  route({
    ...shared,
    path: '/mock/users',
    operationId: 'mockUsers',
    summary: 'List invented people',
    query: list,
    answer: many(user),
    async handle(ctx, { query: page }) {
      const { items, total } = listMockUsers(ctx, pageRequest(page))
      return { data: items.map(presentUser), total }
    },
  }),
  route({
    ...shared,
    path: '/mock/activity/stats',
    operationId: 'mockActivityStats',
    summary: 'Count invented activity',
    query: z.object({ mock, days: z.coerce.number().int().default(7).describe('How many days: 1 to 366.') }),
    answer: one(activityStats),
    errors: { 422: 'Days that are not between 1 and 366.' },
    async handle(ctx, { query: { days } }) {
      const { apiCalls, byAction } = readMockStats(ctx, days)
      const by_action = Object.fromEntries(byAction.map(({ action, count }) => [action, count]))
      return { data: { days, api_calls: apiCalls, by_action } }
    },
  }),
  route({
    ...shared,
    path: '/mock/finops/summary',
    operationId: 'mockUsageSummary',
    summary: 'Read invented use and cost',
    query: z.object({ mock, period: period('month') }),
    answer: one(usage),
    handle: async (ctx, { query }) => ({ data: presentUsage(readMockUsage(ctx, query)) }),
  }),
  route({
    ...shared,
    path: '/mock/sales/performance',
    operationId: 'mockSalesPerformance',
    summary: 'Read the invented figures of an invented rep',
    query: z.object({ mock, period: period('week') }),
    answer: salesPerformance,
    handle: async (ctx, { query }) => presentSales(readMockSales(ctx, query)),
  }),
]
