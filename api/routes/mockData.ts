import { z } from 'zod'
import { periods } from '../domain/enums.ts'
import {
  listMockLeads,
  listMockProperties,
  listMockUsers,
  readMockSales,
  readMockStats,
  readMockUsage,
} from '../usecases/mockData/mockData.ts'
import { activityStats } from './activity.ts'
import { toPageRequest, pagingParameters } from '../rest/parameters.ts'
import { salesPerformance, usage } from '../rest/metricShapes.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { presentSales, presentUsage } from '../rest/metricPresenters.ts'
import { presentLead, presentProperty, presentUser } from '../rest/presenters.ts'
import { lead, listResponse, itemResponse, property, user } from '../rest/shapes.ts'

/** Asked for by name, so that nobody takes invented rows for real ones by accident. */
const mockFlag = z
  .literal('true', { error: 'Say mock=true: what this route answers is invented.' })
  .describe('Always `true`: what is answered is invented.')
const listQuery = z.object({ mock: mockFlag, ...pagingParameters })
const periodParameter = (defaultPeriod: (typeof periods)[number]) =>
  z.enum(periods).default(defaultPeriod).describe('A period around an invented day.')

const commonFields = {
  method: 'get',
  access: 'mockData.use',
  description: 'The same at every call, in the shape of its real twin. Not while viewing as another role.',
} as const

/** What mock-data mode shows in place of the real thing: rows and figures that are in no table. */
export const mockDataRoutes = [
  defineRoute({
    ...commonFields,
    path: '/mock/properties',
    operationId: 'mockProperties',
    summary: 'List invented properties',
    query: listQuery,
    response: listResponse(property),
    async handle(ctx, { query: page }) {
      const { items, total } = listMockProperties(ctx, toPageRequest(page))
      return { data: items.map(presentProperty), total }
    },
  }),
  defineRoute({
    ...commonFields,
    path: '/mock/leads',
    operationId: 'mockLeads',
    summary: 'List invented leads',
    query: listQuery,
    response: listResponse(lead),
    async handle(ctx, { query: page }) {
      const { items, total } = listMockLeads(ctx, toPageRequest(page))
      return { data: items.map(presentLead), total }
    },
  }),
  defineRoute({
    ...commonFields,
    path: '/mock/users',
    operationId: 'mockUsers',
    summary: 'List invented people',
    query: listQuery,
    response: listResponse(user),
    async handle(ctx, { query: page }) {
      const { items, total } = listMockUsers(ctx, toPageRequest(page))
      return { data: items.map(presentUser), total }
    },
  }),
  defineRoute({
    ...commonFields,
    path: '/mock/activity/stats',
    operationId: 'mockActivityStats',
    summary: 'Count invented activity',
    query: z.object({ mock: mockFlag, days: z.coerce.number().int().default(7).describe('How many days: 1 to 366.') }),
    response: itemResponse(activityStats),
    errors: { 422: 'Days that are not between 1 and 366.' },
    async handle(ctx, { query: { days } }) {
      const { apiCalls, byAction } = readMockStats(ctx, days)
      const by_action = Object.fromEntries(byAction.map(({ action, count }) => [action, count]))
      return { data: { days, api_calls: apiCalls, by_action } }
    },
  }),
  defineRoute({
    ...commonFields,
    path: '/mock/finops/summary',
    operationId: 'mockUsageSummary',
    summary: 'Read invented use and cost',
    query: z.object({ mock: mockFlag, period: periodParameter('month') }),
    response: itemResponse(usage),
    handle: async (ctx, { query }) => ({ data: presentUsage(readMockUsage(ctx, query)) }),
  }),
  defineRoute({
    ...commonFields,
    path: '/mock/sales/performance',
    operationId: 'mockSalesPerformance',
    summary: 'Read the invented figures of an invented rep',
    query: z.object({ mock: mockFlag, period: periodParameter('week') }),
    response: salesPerformance,
    handle: async (ctx, { query }) => presentSales(readMockSales(ctx, query)),
  }),
]
