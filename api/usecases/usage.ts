import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../context.ts'
import { rows } from '../database/connection.ts'
import { Refused } from '../domain/errors.ts'
import type { Span } from '../domain/periods.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import { dollarsOf, serviceWords, type UsageService } from '../domain/usage.ts'
import type { Period } from '../domain/words.ts'
import { transactIn } from '../log/transact.ts'
import { readOwnUsage, readUsage, type ServiceUse } from '../projections/usageHours.ts'
import { atOneMoment, earlierPeriods, readPeriod } from './calendar.ts'
import { whileUnchanged } from './unchanged.ts'

/** What was used of a service. Money is added up in whole micro-dollars and shown in dollars. */
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
  /** Every service in the order in which it is shown, used or not. */
  byService: ServiceUsage[]
}

export interface BillingSummary extends UsageSummary {
  /** The whole period before this one. */
  previousTotalCost: number
  /** Earlier periods, nearest first. */
  history: (Span & { totalCost: number })[]
}

/** How many earlier periods a billing summary goes back. */
const earlier = 6

/** What the tenant used in the period and what it cost; of a rep, what they used themselves (design §5). */
export async function readUsageSummary(ctx: Context, input: { period: Period }): Promise<UsageSummary> {
  const reach = authorize(ctx.actor, 'usage.read')
  if (reach === 'own') return readOwnSummary(ctx, input.period)
  const scope = readScope(ctx)
  return whileUnchanged(
    ctx,
    scope,
    `usage ${input.period}`,
    () =>
      ctx.database.within(scope, async (em) => {
        const { period, timeZone, from, to, spans } = await readPeriod(em, input.period, ctx.now())
        return { period, timeZone, from, to, ...summaryOf(await readUsage(em, spans)) }
      }),
    ({ to }) => to,
  )
}

async function readOwnSummary(ctx: Context, wanted: Period): Promise<UsageSummary> {
  const { userId } = ctx.actor!
  const scope = { tenantId: tenantOf(ctx.actor) }
  return whileUnchanged(
    ctx,
    scope,
    `own usage ${wanted}`,
    () =>
      ctx.database.within(scope, async (em) => {
        const { period, timeZone, from, to, spans } = await readPeriod(em, wanted, ctx.now())
        return { period, timeZone, from, to, ...summaryOf(await readOwnUsage(em, spans[0]!, userId)) }
      }),
    ({ to }) => to,
    userId,
  )
}

/** What is to be paid for the period, by service, beside the periods before it. */
export async function readBillingSummary(ctx: Context, input: { period: Period }): Promise<BillingSummary> {
  authorize(ctx.actor, 'billing.read')
  return ctx.database.within(readScope(ctx), async (em) => {
    await atOneMoment(em)
    const now = ctx.now()
    const { period, timeZone, from, to, spans, tenants } = await readPeriod(em, input.period, now)
    const before = new Map(
      [...new Set([timeZone, ...[...tenants.values()].map((tenant) => tenant.timeZone)])].map((zone) => [
        zone,
        earlierPeriods(period, now, zone, earlier),
      ]),
    )
    const history: BillingSummary['history'] = []
    for (let n = 0; n < earlier; n += 1) {
      const then = [...tenants.values()].map((tenant) => ({
        tenantId: tenant.tenantId,
        ...before.get(tenant.timeZone)![n]!,
      }))
      history.push({ ...before.get(timeZone)![n]!, totalCost: summaryOf(await readUsage(em, then)).totalCost })
    }
    return {
      ...{ period, timeZone, from, to, ...summaryOf(await readUsage(em, spans)) },
      ...{ previousTotalCost: history[0]!.totalCost, history },
    }
  })
}

export interface UsageReport {
  id: string
  service: UsageService
  quantity: number
  note: string | null
  reportedAt: Date
}

const mostUnits = 1_000_000

/** Keeps a client's own report of a use, as reported: it is shown to nobody as a cost and never billed (design §6). */
export async function trackUsage(
  ctx: Context,
  input: { service: UsageService; quantity: number; note?: string | null },
): Promise<UsageReport> {
  authorize(ctx.actor, 'usage.report')
  const sentence = 'The quantity is a whole number between 1 and 1,000,000.'
  if (!Number.isInteger(input.quantity) || input.quantity < 1 || input.quantity > mostUnits)
    throw new Refused(sentence, { quantity: sentence })
  const tenantId = tenantOf(ctx.actor)
  const { service, quantity } = input
  const report = { id: uuidv7(), service, quantity, note: input.note?.trim() || null, reportedAt: ctx.now() }
  return transactIn(ctx, tenantId, async ({ em, record }) => {
    await rows(
      em,
      `insert into usage_reports (tenant_id, id, service_type, quantity, note, reported_by, reported_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, report.id, service, quantity, report.note, ctx.actor!.userId, report.reportedAt],
    )
    record({ type: 'UsageReported', subjectId: report.id, data: { reportId: report.id, service, quantity } })
    return report
  })
}

function summaryOf(uses: ServiceUse[]): Pick<UsageSummary, 'totalCost' | 'byService'> {
  return {
    totalCost: dollarsOf(uses.reduce((sum, { micros }) => sum + micros, 0)),
    byService: uses.map(({ service, count, micros }) => ({
      service,
      name: serviceWords[service].name,
      unitName: serviceWords[service].unitName,
      count,
      cost: dollarsOf(micros),
    })),
  }
}
