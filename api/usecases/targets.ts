import { readScope, type Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { NotFound, Refused } from '../domain/errors.ts'
import type { TargetMetric } from '../domain/figures.ts'
import { knownId } from '../domain/ids.ts'
import type { Span } from '../domain/periods.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import { periods, type Period } from '../domain/words.ts'
import { keyOf, readRepFigures, type RepFigures } from '../projections/repFigures.ts'
import { transactIn } from '../log/transact.ts'
import { atOneMoment, readPeriod, type PeriodSpans } from './calendar.ts'
import { personOf, readPeople, tenantRefOf, type TenantRef, type UserRef } from './performance.ts'

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

interface Row {
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
  const mine = reach === 'own' ? ctx.actor!.userId : null
  return ctx.database.within(readScope(ctx), async (em) => {
    await atOneMoment(em)
    return readTargets(em, ctx.now(), mine)
  })
}

const highest = 1_000_000

/** Sets what a member of the team is to reach in each period; 0 takes the target away, and null is answered. */
export async function setTarget(
  ctx: Context,
  input: { userId: string; period: Period; metric: TargetMetric; value: number },
): Promise<Target | null> {
  authorize(ctx.actor, 'target.set')
  const tenantId = tenantOf(ctx.actor)
  const userId = knownId(input.userId, 'User')
  const { period, metric, value } = input
  const sentence = 'A target is a whole number up to 1,000,000; 0 takes it away.'
  if (!Number.isInteger(value) || value < 0 || value > highest) throw new Refused(sentence, { value: sentence })
  return transactIn(ctx, tenantId, async ({ em, record }) => {
    // A tenant sees its own people only, so another tenant's is as unknown as nobody.
    const known = await rows(em, 'select 1 from users where id = $1 and deleted_at is null', [userId])
    if (known.length === 0) throw new NotFound('User not found')
    await rows(
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
  const found = await rows<Row>(
    em,
    `select g.tenant_id as "tenantId", g.user_id as "repId", g.period, g.metric, g.value, g.set_by as "setBy",
       g.set_at as "setAt"
     from targets g join users u on u.id = g.user_id and u.tenant_id = g.tenant_id and u.deleted_at is null
     where $1::uuid is null or g.user_id = $1`,
    [userId],
  )
  const people = await readPeople(em, [...new Set(found.flatMap(({ repId, setBy }) => [repId, setBy]))])
  const reached = new Map<Period, { spans: PeriodSpans; figures: Map<string, RepFigures> }>()
  for (const period of periods.filter((one) => found.some((row) => row.period === one))) {
    const spans = await readPeriod(em, period, now)
    const figures = await readRepFigures(em, spans.spans, userId)
    reached.set(period, { spans, figures: new Map(figures.map((one) => [keyOf(one), one])) })
  }
  const targets = found.map((row): Target => {
    const { spans, figures } = reached.get(row.period)!
    const { from, to } = spans.spans.find(({ tenantId }) => tenantId === row.tenantId)!
    const progress = figureOf(row.metric, figures.get(keyOf(row)))
    return {
      ...{ user: personOf(people, row.repId), tenant: tenantRefOf(spans.tenants.get(row.tenantId)) },
      ...{ period: row.period, metric: row.metric, from, to, value: row.value },
      ...{ progress, percent: (100 * progress) / row.value },
      ...{ setBy: personOf(people, row.setBy), setAt: row.setAt },
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

function figureOf(metric: TargetMetric, figures: RepFigures | undefined): number {
  if (!figures) return 0
  return { leads_created: figures.leads, leads_converted: figures.conversions, doors_knocked: figures.doors }[metric]
}
