import { z } from 'zod'
import { usageServices } from '../domain/usage.ts'
import { periods } from '../domain/words.ts'
import { readTenantComparison } from '../usecases/comparison.ts'
import { readCostRates, setCostRate } from '../usecases/costs.ts'
import { readBillingSummary, readUsageSummary, trackUsage } from '../usecases/usage.ts'
import { text } from './body.ts'
import { billing, costRate, tenantComparison, usage, usageReport } from './figureShapes.ts'
import { route } from './handler.ts'
import {
  presentBilling,
  presentComparison,
  presentCostRate,
  presentUsage,
  presentUsageReport,
} from './presentFigures.ts'
import { many, one } from './shapes.ts'

const query = z.object({
  period: z.enum(periods).default('month').describe("A calendar period in the tenant's time zone, from its start."),
})

export const usageRoutes = [
  route({
    method: 'get',
    path: '/finops/usage/summary',
    operationId: 'usageSummary',
    twin: 'Query.usageSummary',
    access: 'usage.read',
    summary: 'Read what was used and what it cost',
    description: 'A rep reads what they used themselves.',
    query,
    answer: one(usage),
    handle: async (ctx, { query: given }) => ({ data: presentUsage(await readUsageSummary(ctx, given)) }),
  }),
  route({
    method: 'get',
    path: '/finops/billing/summary',
    operationId: 'billingSummary',
    twin: 'Query.billingSummary',
    access: 'billing.read',
    summary: 'Read the cost of this period and earlier ones',
    query,
    answer: one(billing),
    handle: async (ctx, { query: given }) => ({ data: presentBilling(await readBillingSummary(ctx, given)) }),
  }),
  route({
    method: 'get',
    path: '/finops/cost-configuration',
    operationId: 'costConfiguration',
    twin: 'Query.costConfiguration',
    access: 'cost.read',
    summary: 'List what each service costs',
    answer: many(costRate),
    async handle(ctx) {
      const rates = await readCostRates(ctx)
      return { data: rates.map(presentCostRate), total: rates.length }
    },
  }),
  route({
    method: 'put',
    path: '/finops/cost-configuration/:id',
    operationId: 'setCostRate',
    twin: 'Mutation.setCostRate',
    access: 'cost.change',
    summary: 'Give a service another price',
    description: 'From now on; what was used before keeps its price.',
    params: { id: 'The service: `regrid_lookups`, `map_loads`, …' },
    body: z
      .object({ service_type: z.string().nullish().describe('The same as in the path.'), cost_per_unit: z.number() })
      .meta({ id: 'CostRateChange', example: { cost_per_unit: 0.015 } }),
    answer: one(costRate),
    errors: { 422: 'The price is not between 0 and 1,000 dollars in steps of 0.0001, or another service is named.' },
    async handle(ctx, { params: { id }, body: { service_type, cost_per_unit } }) {
      const rate = { service: id!, alsoCalled: service_type, costPerUnit: cost_per_unit }
      return { data: presentCostRate(await setCostRate(ctx, rate)) }
    },
  }),
  route({
    method: 'post',
    path: '/finops/track-usage',
    operationId: 'trackUsage',
    twin: 'Mutation.trackUsage',
    access: 'usage.report',
    summary: 'Report a use',
    description: 'Kept as reported and never billed.',
    body: z
      .object({
        service_type: z.enum(usageServices),
        quantity: z.number().describe('A whole number between 1 and 1,000,000.'),
        note: text(),
      })
      .meta({ id: 'NewUsageReport', example: { service_type: 'map_loads', quantity: 3, note: 'A kiosk' } }),
    answer: one(usageReport),
    status: 201,
    errors: { 422: 'The quantity is out of range, or no tenant was chosen.' },
    async handle(ctx, { body: { service_type, quantity, note } }) {
      return { data: presentUsageReport(await trackUsage(ctx, { service: service_type, quantity, note })) }
    },
  }),
  route({
    method: 'get',
    path: '/finops/tenant-comparison',
    operationId: 'tenantComparison',
    twin: 'Query.tenantComparison',
    access: 'comparison.read',
    summary: 'Compare tenants',
    description: 'What every tenant used in the last days and what it costs, beside the days before.',
    query: z.object({ days: z.coerce.number().int().default(7).describe('How far back from now: 1 to 366.') }),
    answer: tenantComparison,
    errors: { 422: 'Days that are not between 1 and 366.' },
    handle: async (ctx, { query: { days } }) => presentComparison(await readTenantComparison(ctx, days)),
  }),
]
