import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound, Refused } from '../../domain/errors.ts'
import type { TargetMetric } from '../../domain/metrics.ts'
import { parseId } from '../../domain/ids.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { periods, type Period } from '../../domain/enums.ts'
import { repKeyOf, readRepMetrics, type RepMetrics } from '../../projections/repMetrics.ts'
import { transactInTenant } from '../../log/transact.ts'
import { inSnapshot, readPeriodSpans, type PeriodSpans } from '../tenants/calendar.ts'
import { userRefOf, readUserRefs, toTenantRef, type TenantRef, type UserRef } from './performance.ts'

/** What a rep is to reach in each period, and how far they are in the one that is running. */
export interface Target extends Span {
  user: UserRef
  tenant: TenantRef | null
  period: Period
  metric: TargetMetric
  value: number
  /** The figure of the running period. */
  progress: number
  /** Per cent of the target, also beyond it. */
  percent: number
  setBy: UserRef
  setAt: Date
}

interface TargetRow {
  tenantId: string
  repId: string
  period: Period
  metric: TargetMetric
  value: number
  setBy: string
  setAt: Date
}

/** The targets of those who are in the team now; a rep reads their own. By name, then period, then metric. */
export async function listTargets(ctx: Context): Promise<Target[]> {
  const reach = authorize(ctx.actor, 'performance.read')
  const ownRepId = reach === 'own' ? ctx.actor!.userId : null
  return ctx.database.within(readScope(ctx), async (em) => {
    await inSnapshot(em)
    return readTargets(em, ctx.now(), ownRepId)
  })
}

const maxTarget = 1_000_000

/** Sets what a member of the team is to reach in each period; 0 takes the target away, and null is answered. */
export async function setTarget(
  ctx: Context,
  input: { userId: string; period: Period; metric: TargetMetric; value: number },
): Promise<Target | null> {
  authorize(ctx.actor, 'target.set')
  const tenantId = requireTenant(ctx.actor)
  const userId = parseId(input.userId, 'User')
  const { period, metric, value } = input
  const message = 'A target is a whole number up to 1,000,000; 0 takes it away.'
  if (!Number.isInteger(value) || value < 0 || value > maxTarget) throw new Refused(message, { value: message })
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    // A tenant sees its own people only, so another tenant's is as unknown as nobody.
    const known = await queryRows(em, 'select 1 from users where id = $1 and deleted_at is null', [userId])
    if (known.length === 0) throw new NotFound('User not found')
    await queryRows(
      em,
      value === 0
        ? 'delete from targets where user_id = $1 and period = $2 and metric = $3'
        : `insert into targets (tenant_id, user_id, period, metric, value, set_by, set_at)
           values ($4, $1, $2, $3, $5, $6, $7) on conflict (tenant_id, user_id, period, metric)
           do update set value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at`,
      value === 0 ? [userId, period, metric] : [userId, period, metric, tenantId, value, ctx.actor!.userId, ctx.now()],
    )
    record({ type: 'TargetSet', subjectId: userId, data: { userId, period, metric, value } })
    const all = await readTargets(em, ctx.now(), userId)
    return all.find((target) => target.period === period && target.metric === metric) ?? null
  })
}

async function readTargets(em: EntityManager, now: Date, userId: string | null): Promise<Target[]> {
  const found = await queryRows<TargetRow>(
    em,
    `select g.tenant_id as "tenantId", g.user_id as "repId", g.period, g.metric, g.value, g.set_by as "setBy",
       g.set_at as "setAt"
     from targets g join users u on u.id = g.user_id and u.tenant_id = g.tenant_id and u.deleted_at is null
     where $1::uuid is null or g.user_id = $1`,
    [userId],
  )
  const people = await readUserRefs(em, [...new Set(found.flatMap(({ repId, setBy }) => [repId, setBy]))])
  const progressByPeriod = new Map<Period, { spans: PeriodSpans; metrics: Map<string, RepMetrics> }>()
  for (const period of periods.filter((one) => found.some((row) => row.period === one))) {
    const spans = await readPeriodSpans(em, period, now)
    const metrics = await readRepMetrics(em, spans.spans, userId)
    progressByPeriod.set(period, { spans, metrics: new Map(metrics.map((one) => [repKeyOf(one), one])) })
  }
  const targets = found.map((row): Target => {
    const { spans, metrics: figures } = progressByPeriod.get(row.period)!
    const { from, to } = spans.spans.find(({ tenantId }) => tenantId === row.tenantId)!
    const progress = metricValueOf(row.metric, figures.get(repKeyOf(row)))
    return {
      ...{ user: userRefOf(people, row.repId), tenant: toTenantRef(spans.tenants.get(row.tenantId)) },
      ...{ period: row.period, metric: row.metric, from, to, value: row.value },
      ...{ progress, percent: (100 * progress) / row.value },
      ...{ setBy: userRefOf(people, row.setBy), setAt: row.setAt },
    }
  })
  return targets.sort(
    (a, b) =>
      a.user.fullName.localeCompare(b.user.fullName) ||
      a.user.id.localeCompare(b.user.id) ||
      periods.indexOf(a.period) - periods.indexOf(b.period) ||
      a.metric.localeCompare(b.metric),
  )
}

function metricValueOf(metric: TargetMetric, metrics: RepMetrics | undefined): number {
  if (!metrics) return 0
  return { leads_created: metrics.leads, leads_converted: metrics.conversions, doors_knocked: metrics.doors }[metric]
}
