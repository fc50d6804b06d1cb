import { z } from 'zod'
import { periods } from '../domain/enums.ts'
import { usageServices } from '../domain/usage/usageServices.ts'
import { billing, costRate, tenantComparison, usage, usageReport } from '../rest/metricShapes.ts'
import { dayParameters, optionalText } from '../rest/parameters.ts'
import { listOf } from '../rest/present.ts'
import { presentComparison, presentCostRate, presentUsage, presentUsageReport } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { listResponse, itemResponse } from '../rest/shapes.ts'
import { readTenantComparison } from '../usecases/usage/comparison.ts'
import { readCostRates, setCostRate } from '../usecases/usage/costs.ts'
import { readBillingSummary, readUsageSummary, trackUsage } from '../usecases/usage/usage.ts'

const periodQuery = z.object({
  period: z.enum(periods).default('month').describe("The current calendar period in the tenant's time zone."),
})

export const usageRoutes = [
  defineRoute('get', '/finops/usage/summary', {
    graphqlOperation: 'Query.usageSummary',
    access: 'usage.read',
    summary: 'Read usage and cost',
    description: 'A rep reads only their own usage.',
    query: periodQuery.extend(dayParameters),
    response: itemResponse(usage),
    errors: { 422: 'The days are not valid.' },
    handle: async (ctx, { query }) => ({ data: presentUsage(await readUsageSummary(ctx, query)) }),
  }),
  defineRoute('get', '/finops/billing/summary', {
    graphqlOperation: 'Query.billingSummary',
    access: 'billing.read',
    summary: 'Read the cost of the current and earlier periods',
    query: periodQuery,
    response: itemResponse(billing),
    handle: async (ctx, { query }) => ({ data: presentUsage(await readBillingSummary(ctx, query)) }),
  }),
  defineRoute('get', '/finops/cost-configuration', {
    graphqlOperation: 'Query.costConfiguration',
    access: 'cost.read',
    summary: 'List cost rates',
    response: listResponse(costRate),
    handle: async (ctx) => listOf((await readCostRates(ctx)).map(presentCostRate)),
  }),
  defineRoute('put', '/finops/cost-configuration/:id', {
    graphqlOperation: 'Mutation.setCostRate',
    access: 'cost.change',
    summary: 'Set a cost rate',
    description: 'Effective immediately. Past usage keeps its rate.',
    params: { id: 'Service: `regrid_lookups`, `map_loads`, …' },
    body: z
      .object({
        service_type: optionalText('service_type').describe('Service; must match the path.'),
        cost_per_unit: z.number(),
      })
      .meta({ id: 'CostRateChange', example: { cost_per_unit: 0.015 } }),
    response: itemResponse(costRate),
    errors: {
      422: 'The rate is not a multiple of 0.0001 between 0 and 1,000 dollars, or `service_type` does not match the path.',
    },
    async handle(ctx, { params: { id }, body: { service_type, cost_per_unit } }) {
      const rate = { service: id!, serviceInBody: service_type, costPerUnit: cost_per_unit }
      return { data: presentCostRate(await setCostRate(ctx, rate)) }
    },
  }),
  defineRoute('post', '/finops/track-usage', {
    graphqlOperation: 'Mutation.trackUsage',
    access: 'usage.report',
    summary: 'Report usage',
    description: 'Recorded as reported and never billed.',
    body: z
      .object({
        service_type: z.enum(usageServices),
        quantity: z.number().describe('Number of units, a whole number from 1 to 1,000,000.'),
        note: optionalText('note'),
      })
      .meta({ id: 'NewUsageReport', example: { service_type: 'map_loads', quantity: 3, note: 'A kiosk' } }),
    response: itemResponse(usageReport),
    status: 201,
    errors: { 422: 'The quantity is out of range, or no tenant was chosen.' },
    async handle(ctx, { body: { service_type, quantity, note } }) {
      return { data: presentUsageReport(await trackUsage(ctx, { service: service_type, quantity, note })) }
    },
  }),
  defineRoute('get', '/finops/tenant-comparison', {
    graphqlOperation: 'Query.tenantComparison',
    access: 'comparison.read',
    summary: 'Compare tenants',
    description:
      'Usage and cost of all tenants over the last days, compared with the preceding span of the same length.',
    query: z.object({
      days: z.coerce.number().int().default(7).describe('Number of days back from the current time, 1 to 366.'),
    }),
    response: tenantComparison,
    errors: { 422: '`days` is not between 1 and 366.' },
    handle: async (ctx, { query: { days } }) => presentComparison(await readTenantComparison(ctx, days)),
  }),
]
