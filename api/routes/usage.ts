import type { Router } from 'express'
import { z } from 'zod'
import { usageServices } from '../domain/usage.ts'
import { periods } from '../domain/words.ts'
import { readTenantComparison } from '../usecases/comparison.ts'
import { readCostRates, setCostRate } from '../usecases/costs.ts'
import { readBillingSummary, readUsageSummary, trackUsage } from '../usecases/usage.ts'
import { bodyOf, pathPart, queryOf, text } from './body.ts'
import type { Serve } from './handler.ts'
import {
  presentBilling,
  presentComparison,
  presentCostRate,
  presentUsage,
  presentUsageReport,
} from './presentFigures.ts'

const query = z.object({ period: z.enum(periods).default('month') })
const days = z.object({ days: z.coerce.number().int().default(7) })

export function usageRoutes(router: Router, serve: Serve): void {
  router.get(
    '/finops/usage/summary',
    serve(async (ctx, request) => ({ data: presentUsage(await readUsageSummary(ctx, queryOf(request, query))) })),
  )
  router.get(
    '/finops/billing/summary',
    serve(async (ctx, request) => ({ data: presentBilling(await readBillingSummary(ctx, queryOf(request, query))) })),
  )
  router.get(
    '/finops/cost-configuration',
    serve(async (ctx) => {
      const rates = await readCostRates(ctx)
      return { data: rates.map(presentCostRate), total: rates.length }
    }),
  )
  router.put(
    '/finops/cost-configuration/:id',
    serve(async (ctx, request) => {
      const { service_type, cost_per_unit } = bodyOf(
        request,
        z.object({ service_type: z.string().nullish(), cost_per_unit: z.number() }),
      )
      const rate = { service: pathPart(request, 'id'), alsoCalled: service_type, costPerUnit: cost_per_unit }
      return { data: presentCostRate(await setCostRate(ctx, rate)) }
    }),
  )
  router.post(
    '/finops/track-usage',
    serve(async (ctx, request) => {
      const { service_type, quantity, note } = bodyOf(
        request,
        z.object({ service_type: z.enum(usageServices), quantity: z.number(), note: text() }),
      )
      return { data: presentUsageReport(await trackUsage(ctx, { service: service_type, quantity, note })) }
    }, 201),
  )
  router.get(
    '/finops/tenant-comparison',
    serve(async (ctx, request) => presentComparison(await readTenantComparison(ctx, queryOf(request, days).days))),
  )
}
