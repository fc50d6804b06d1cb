import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { NotFound, Refused } from '../../domain/errors.ts'
import type { TargetMetric } from '../../domain/performance/metrics.ts'
import { parseId } from '../../domain/ids.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { periods, type Period } from '../../domain/enums.ts'
import { repKeyOf, readRepMetrics, type RepMetrics } from '../../projections/repMetrics.ts'
import { transactInTenant } from '../../log/transact.ts'
import { readPeriodSpans, type PeriodSpans } from '../tenants/calendar.ts'
import { toTenantRef, type TenantRef } from '../tenants/tenants.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'

/** A target of a rep or of the whole team for each period. `from` and `to` are those of the current period. */
export interface Target extends Span {
  /** Null for a target of the whole team. */
  user: UserRef | null
  tenant: TenantRef | null
  period: Period
  metric: TargetMetric
  value: number
  /** The metric in the current period. */
  progress: number
  /** Progress as a percentage of the target; more than 100 beyond it. */
  percent: number
  setBy: UserRef
  setAt: Date
}

interface TargetRow {
  tenantId: string
  /** `TEAM_ID` for a target of the whole team. */
  repId: string
  period: Period
  metric: TargetMetric
  value: number
  setBy: string
  setAt: Date
}

/** The targets of the team, then of its current members by name, each by period, then metric; for a rep, only their own. */
export async function listTargets(ctx: Context): Promise<Target[]> {
  const ownRepId = authorize(ctx.actor, 'performance.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const scope = readScope(ctx)
  return inSnapshot(ctx.database, scope, (em) => readTargets(em, ctx.now(), ownRepId))
}

const maxTarget = 1_000_000
/** Stands for the team in the column `user_id`, which cannot be null because it is part of the primary key. */
const TEAM_ID = '00000000-0000-0000-0000-000000000000'

/** Sets the target of a team member, or of the team for null, for each period. A value of 0 removes it and returns null. */
export async function setTarget(
  ctx: Context,
  input: { userId?: string | null; period: Period; metric: TargetMetric; value: number },
): Promise<Target | null> {
  authorize(ctx.actor, 'target.set')
  const tenantId = requireTenant(ctx.actor)
  const userId = input.userId ? parseId(input.userId, 'User') : null
  const { period, metric, value } = input
  const message = 'A target is a whole number up to 1,000,000; 0 removes it.'
  if (!Number.isInteger(value) || value < 0 || value > maxTarget) throw new Refused(message, { value: message })
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    if (userId) {
      // Row-level security hides users of other tenants.
      const known = await queryRows(em, 'select 1 from users where id = $1 and deleted_at is null', [userId])
      if (known.length === 0) throw new NotFound('User not found')
    }
    await queryRows(
      em,
      value === 0
        ? 'delete from targets where tenant_id = $4 and user_id = $1 and period = $2 and metric = $3'
        : `insert into targets (tenant_id, user_id, period, metric, value, set_by, set_at)
           values ($4, $1, $2, $3, $5, $6, $7) on conflict (tenant_id, user_id, period, metric)
           do update set value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at`,
      value === 0
        ? [userId ?? TEAM_ID, period, metric, tenantId]
        : [userId ?? TEAM_ID, period, metric, tenantId, value, ctx.actor!.userId, ctx.now()],
    )
    record({ type: 'TargetSet', subjectId: userId, data: { userId, period, metric, value } })
    const all = await readTargets(em, ctx.now(), userId ?? TEAM_ID)
    return all.find((target) => target.period === period && target.metric === metric) ?? null
  })
}

/** The targets of a user or of the team (`TEAM_ID`), or all for null. */
async function readTargets(em: EntityManager, now: Date, userId: string | null): Promise<Target[]> {
  const { values, bind } = createParameters(userId)
  const found = await queryRows<TargetRow>(
    em,
    `select g.tenant_id as "tenantId", g.user_id as "repId", g.period, g.metric, g.value, g.set_by as "setBy",
       g.set_at as "setAt"
     from targets g left join users u on u.id = g.user_id and u.tenant_id = g.tenant_id and u.deleted_at is null
     where g.tenant_id = :tenant and ($1::uuid is null or g.user_id = $1)
       and (u.id is not null or g.user_id = ${bind(TEAM_ID)})`,
    values,
  )
  const userIds = new Set(found.flatMap(({ repId, setBy }) => [repId, setBy]))
  const users = await readUserRefs(em, [...userIds])
  const progressByPeriod = new Map<Period, { spans: PeriodSpans; metrics: Map<string, RepMetrics> }>()
  for (const period of new Set(found.map((row) => row.period))) {
    const spans = await readPeriodSpans(em, { period }, now)
    const metrics = await readRepMetrics(em, spans.spans, userId === TEAM_ID ? null : userId)
    progressByPeriod.set(period, {
      spans,
      metrics: new Map([...teamTotals(metrics), ...metrics].map((rep) => [repKeyOf(rep), rep])),
    })
  }
  const targets = found.map((row): Target => {
    const { spans, metrics } = progressByPeriod.get(row.period)!
    const { from, to } = spans.spans.find(({ tenantId }) => tenantId === row.tenantId)!
    const progress = metricValueOf(row.metric, metrics.get(repKeyOf(row)))
    return {
      user: row.repId === TEAM_ID ? null : userRefOf(users, row.repId),
      tenant: toTenantRef(spans.tenants.get(row.tenantId)),
      period: row.period,
      metric: row.metric,
      from,
      to,
      value: row.value,
      progress,
      percent: (100 * progress) / row.value,
      setBy: userRefOf(users, row.setBy),
      setAt: row.setAt,
    }
  })
  return targets.sort(
    (a, b) =>
      (a.user?.fullName ?? '').localeCompare(b.user?.fullName ?? '') ||
      (a.user?.id ?? '').localeCompare(b.user?.id ?? '') ||
      periods.indexOf(a.period) - periods.indexOf(b.period) ||
      a.metric.localeCompare(b.metric),
  )
}

/** The sum of all reps of each tenant, under `TEAM_ID`. */
function teamTotals(metrics: readonly RepMetrics[]): RepMetrics[] {
  return [...Map.groupBy(metrics, ({ tenantId }) => tenantId)].map(([tenantId, reps]) => {
    const sum = (count: 'doors' | 'leads' | 'conversions' | 'properties' | 'late') =>
      reps.reduce((total, rep) => total + rep[count], 0)
    return {
      tenantId,
      repId: TEAM_ID,
      doors: sum('doors'),
      leads: sum('leads'),
      conversions: sum('conversions'),
      properties: sum('properties'),
      late: sum('late'),
    }
  })
}

function metricValueOf(metric: TargetMetric, metrics: RepMetrics | undefined): number {
  if (!metrics) return 0
  return { leads_created: metrics.leads, leads_converted: metrics.conversions, doors_knocked: metrics.doors }[metric]
}
