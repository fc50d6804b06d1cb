import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { Refused } from '../../domain/errors.ts'
import { rangeKey, type RangeInput } from '../../domain/performance/reportRange.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { microsToDollars, usageServiceLabels, type UsageService } from '../../domain/usage/usageServices.ts'
import type { Period } from '../../domain/enums.ts'
import { transactInTenant } from '../../log/transact.ts'
import { readActorUsage, readUsage, type ServiceTotals } from '../../projections/usageHours.ts'
import { cacheUntilLogAdvances } from '../../log/logHeadCache.ts'
import { previousPeriods, readPeriodSpans } from '../tenants/calendar.ts'

/** The use of one service. `cost` is in dollars; costs are added in whole micro-dollars to stay exact. */
export interface ServiceUsage {
  service: UsageService
  name: string
  unitName: string
  count: number
  cost: number
}

export interface UsageSummary extends Span {
  period: Period
  timeZone: string
  totalCost: number
  /** All services in display order, including unused ones. */
  byService: ServiceUsage[]
}

export interface BillingSummary extends UsageSummary {
  /** The cost of the whole previous period. */
  previousTotalCost: number
  /** Earlier periods, latest first. */
  history: (Span & { totalCost: number })[]
}

/** The number of earlier periods in a billing summary. */
const historyLength = 6

/** The tenant's use and cost of each service in the period or the given days; for a rep, only their own (design §5). */
export async function readUsageSummary(ctx: Context, input: RangeInput): Promise<UsageSummary> {
  const actorId = authorize(ctx.actor, 'usage.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const scope = readScope(ctx)
  const read = () =>
    ctx.database.within(scope, async (em) => {
      const { period, timeZone, from, to, spans } = await readPeriodSpans(em, input, ctx.now())
      const totals = actorId ? await readActorUsage(em, spans[0]!, actorId) : await readUsage(em, spans)
      return { period, timeZone, from, to, ...summarizeUsage(totals) }
    })
  return cacheUntilLogAdvances(ctx, scope, `usage ${rangeKey(input)}`, read, { actorId })
}

/** The cost of the period by service, with the costs of earlier periods. */
export async function readBillingSummary(ctx: Context, input: { period: Period }): Promise<BillingSummary> {
  authorize(ctx.actor, 'billing.read')
  return inSnapshot(ctx.database, readScope(ctx), async (em) => {
    const now = ctx.now()
    const { period, timeZone, from, to, spans, tenants } = await readPeriodSpans(em, input, now)
    const timeZones = new Set([timeZone, ...[...tenants.values()].map((tenant) => tenant.timeZone)])
    const previousByTimeZone = new Map(
      [...timeZones].map((zone) => [zone, previousPeriods(period, now, zone, historyLength)]),
    )
    const history: BillingSummary['history'] = []
    for (let n = 0; n < historyLength; n += 1) {
      const previousSpans = [...tenants.values()].map((tenant) => ({
        tenantId: tenant.tenantId,
        ...previousByTimeZone.get(tenant.timeZone)![n]!,
      }))
      history.push({
        ...previousByTimeZone.get(timeZone)![n]!,
        totalCost: summarizeUsage(await readUsage(em, previousSpans)).totalCost,
      })
    }
    const current = summarizeUsage(await readUsage(em, spans))
    return { period, timeZone, from, to, ...current, previousTotalCost: history[0]!.totalCost, history }
  })
}

export interface UsageReport {
  id: string
  service: UsageService
  quantity: number
  note: string | null
  reportedAt: Date
}

const maxQuantity = 1_000_000

/** Stores use that a client reports. Reported use has no cost and is never billed (design §6). */
export async function trackUsage(
  ctx: Context,
  input: { service: UsageService; quantity: number; note?: string | null },
): Promise<UsageReport> {
  authorize(ctx.actor, 'usage.report')
  const message = 'The quantity is a whole number between 1 and 1,000,000.'
  if (!Number.isInteger(input.quantity) || input.quantity < 1 || input.quantity > maxQuantity)
    throw new Refused(message, { quantity: message })
  const tenantId = requireTenant(ctx.actor)
  const { service, quantity } = input
  const report = { id: uuidv7(), service, quantity, note: input.note?.trim() || null, reportedAt: ctx.now() }
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await queryRows(
      em,
      `insert into usage_reports (tenant_id, id, service_type, quantity, note, reported_by, reported_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, report.id, service, quantity, report.note, ctx.actor!.userId, report.reportedAt],
    )
    record({ type: 'UsageReported', subjectId: report.id, data: { reportId: report.id, service, quantity } })
    return report
  })
}

function summarizeUsage(totals: ServiceTotals[]): Pick<UsageSummary, 'totalCost' | 'byService'> {
  return {
    totalCost: microsToDollars(totals.reduce((sum, { micros }) => sum + micros, 0)),
    byService: totals.map(({ service, count, micros }) => ({
      service,
      name: usageServiceLabels[service].name,
      unitName: usageServiceLabels[service].unitName,
      count,
      cost: microsToDollars(micros),
    })),
  }
}
