import { z } from 'zod'
import { periods } from '../domain/enums.ts'
import { salesPerformance, usage } from '../rest/metricShapes.ts'
import { toPageRequest, pagingParameters } from '../rest/parameters.ts'
import {
  presentActivityStats,
  presentLead,
  presentProperty,
  presentSales,
  presentUsage,
  presentUser,
} from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { lead, listResponse, itemResponse, property, user } from '../rest/shapes.ts'
import {
  listMockLeads,
  listMockProperties,
  listMockUsers,
  readMockSales,
  readMockStats,
  readMockUsage,
} from '../usecases/mockData/mockData.ts'
import { activityStats } from './activity.ts'

/** An explicit flag, so that no client mistakes sample data for real data. */
const mockFlag = z
  .literal('true', { error: 'Set mock=true to confirm that you want sample data.' })
  .describe('Must be `true`: this route returns sample data.')
const periodParameter = (defaultPeriod: (typeof periods)[number]) =>
  z.enum(periods).default(defaultPeriod).describe('A period that contains the sample date.')

const commonFields = {
  access: 'mockData.use',
  description:
    'Returns the same sample data on every call, in the same format as the real route. Not available in view-as mode.',
} as const

const listFields = { ...commonFields, query: z.object({ mock: mockFlag, ...pagingParameters }) } as const

const presentPage = <Item, Shown>(
  { items, total }: { items: Item[]; total: number },
  present: (item: Item) => Shown,
) => ({
  data: items.map(present),
  total,
})

/** Sample data shown in mock-data mode. It is not stored in any table. */
export const mockDataRoutes = [
  defineRoute('get', '/mock/properties', {
    ...listFields,
    operationId: 'mockProperties',
    summary: 'List sample properties',
    response: listResponse(property),
    handle: async (ctx, { query }) => presentPage(listMockProperties(ctx, toPageRequest(query)), presentProperty),
  }),
  defineRoute('get', '/mock/leads', {
    ...listFields,
    operationId: 'mockLeads',
    summary: 'List sample leads',
    response: listResponse(lead),
    handle: async (ctx, { query }) => presentPage(listMockLeads(ctx, toPageRequest(query)), presentLead),
  }),
  defineRoute('get', '/mock/users', {
    ...listFields,
    operationId: 'mockUsers',
    summary: 'List sample users',
    response: listResponse(user),
    handle: async (ctx, { query }) => presentPage(listMockUsers(ctx, toPageRequest(query)), presentUser),
  }),
  defineRoute('get', '/mock/activity/stats', {
    ...commonFields,
    operationId: 'mockActivityStats',
    summary: 'Count sample activity',
    query: z.object({ mock: mockFlag, days: z.coerce.number().int().default(7).describe('Number of days, 1 to 366.') }),
    response: itemResponse(activityStats),
    errors: { 422: '`days` is not between 1 and 366.' },
    async handle(ctx, { query: { days } }) {
      return { data: presentActivityStats(readMockStats(ctx, days)) }
    },
  }),
  defineRoute('get', '/mock/finops/summary', {
    ...commonFields,
    operationId: 'mockUsageSummary',
    summary: 'Read sample usage and cost',
    query: z.object({ mock: mockFlag, period: periodParameter('month') }),
    response: itemResponse(usage),
    handle: async (ctx, { query }) => ({ data: presentUsage(readMockUsage(ctx, query)) }),
  }),
  defineRoute('get', '/mock/sales/performance', {
    ...commonFields,
    operationId: 'mockSalesPerformance',
    summary: 'Read sample metrics of a rep',
    query: z.object({ mock: mockFlag, period: periodParameter('week') }),
    response: salesPerformance,
    handle: async (ctx, { query }) => presentSales(readMockSales(ctx, query)),
  }),
]
