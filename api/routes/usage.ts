import { z } from 'zod'
import { usageServices } from '../domain/usageServices.ts'
import { periods } from '../domain/enums.ts'
import { readTenantComparison } from '../usecases/usage/comparison.ts'
import { readCostRates, setCostRate } from '../usecases/usage/costs.ts'
import { readBillingSummary, readUsageSummary, trackUsage } from '../usecases/usage/usage.ts'
import { optionalText } from '../rest/parameters.ts'
import { billing, costRate, tenantComparison, usage, usageReport } from '../rest/metricShapes.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import {
  presentBilling,
  presentComparison,
  presentCostRate,
  presentUsage,
  presentUsageReport,
} from '../rest/metricPresenters.ts'
import { listResponse, itemResponse } from '../rest/shapes.ts'

const query = z.object({
  period: z.enum(periods).default('month').describe("A calendar period in the tenant's time zone, from its start."),
})

export const usageRoutes = [
  defineRoute({
    method: 'get',
    path: '/finops/usage/summary',
    operationId: 'usageSummary',
    graphqlOperation: 'Query.usageSummary',
    access: 'usage.read',
    summary: 'Read what was used and what it cost',
    description: 'A rep reads what they used themselves.',
    query,
    response: itemResponse(usage),
    handle: async (ctx, { query: given }) => ({ data: presentUsage(await readUsageSummary(ctx, given)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/finops/billing/summary',
    operationId: 'billingSummary',
    graphqlOperation: 'Query.billingSummary',
    access: 'billing.read',
    summary: 'Read the cost of this period and earlier ones',
    query,
    response: itemResponse(billing),
    handle: async (ctx, { query: given }) => ({ data: presentBilling(await readBillingSummary(ctx, given)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/finops/cost-configuration',
    operationId: 'costConfiguration',
    graphqlOperation: 'Query.costConfiguration',
    access: 'cost.read',
    summary: 'List what each service costs',
    response: listResponse(costRate),
    async handle(ctx) {
      const rates = await readCostRates(ctx)
      return { data: rates.map(presentCostRate), total: rates.length }
    },
  }),
  defineRoute({
    method: 'put',
    path: '/finops/cost-configuration/:id',
    operationId: 'setCostRate',
    graphqlOperation: 'Mutation.setCostRate',
    access: 'cost.change',
    summary: 'Give a service another price',
    description: 'From now on; what was used before keeps its price.',
    params: { id: 'The service: `regrid_lookups`, `map_loads`, …' },
    body: z
      .object({ service_type: z.string().nullish().describe('The same as in the path.'), cost_per_unit: z.number() })
      .meta({ id: 'CostRateChange', example: { cost_per_unit: 0.015 } }),
    response: itemResponse(costRate),
    errors: { 422: 'The price is not between 0 and 1,000 dollars in steps of 0.0001, or another service is named.' },
    async handle(ctx, { params: { id }, body: { service_type, cost_per_unit } }) {
      const rate = { service: id!, serviceInBody: service_type, costPerUnit: cost_per_unit }
      return { data: presentCostRate(await setCostRate(ctx, rate)) }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/finops/track-usage',
    operationId: 'trackUsage',
    graphqlOperation: 'Mutation.trackUsage',
    access: 'usage.report',
    summary: 'Report a use',
    description: 'Kept as reported and never billed.',
    body: z
      .object({
        service_type: z.enum(usageServices),
        quantity: z.number().describe('A whole number between 1 and 1,000,000.'),
        note: optionalText(),
      })
      .meta({ id: 'NewUsageReport', example: { service_type: 'map_loads', quantity: 3, note: 'A kiosk' } }),
    response: itemResponse(usageReport),
    status: 201,
    errors: { 422: 'The quantity is out of range, or no tenant was chosen.' },
    async handle(ctx, { body: { service_type, quantity, note } }) {
      return { data: presentUsageReport(await trackUsage(ctx, { service: service_type, quantity, note })) }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/finops/tenant-comparison',
    operationId: 'tenantComparison',
    graphqlOperation: 'Query.tenantComparison',
    access: 'comparison.read',
    summary: 'Compare tenants',
    description: 'What every tenant used in the last days and what it costs, beside the days before.',
    query: z.object({ days: z.coerce.number().int().default(7).describe('How far back from now: 1 to 366.') }),
    response: tenantComparison,
    errors: { 422: 'Days that are not between 1 and 366.' },
    handle: async (ctx, { query: { days } }) => presentComparison(await readTenantComparison(ctx, days)),
  }),
]
