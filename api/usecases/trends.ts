import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import type { Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { conversionRate } from '../domain/figures.ts'
import type { Span } from '../domain/periods.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import { dollarsOf } from '../domain/usage.ts'
import type { Period } from '../domain/words.ts'
import type { TenantSpan } from '../projections/spans.ts'
import { readUsageByDay } from '../projections/usageHours.ts'
import { atOneMoment, earlierPeriods, readPeriodOf } from './calendar.ts'
import { whileUnchanged } from './unchanged.ts'

export interface TrendFigures {
  /** Saved less deleted; null for a rep, whose houses come and go by assignment. */
  propertiesAdded: number | null
  leadsCreated: number
  leadsConverted: number
  conversionRate: number
  doorsKnocked: number
  /** Null for a rep. */
  cost: number | null
}

export interface TrendDay extends TrendFigures {
  /** YYYY-MM-DD in the tenant's calendar. */
  day: string
}

export interface Trends extends Span {
  period: Period
  timeZone: string
  current: TrendFigures
  /** Of the period before, up to the same point in it, so that a Tuesday is compared with a Tuesday. */
  previous: TrendFigures
  /** The last thirty days up to today, earliest first, also where nothing happened. */
  days: TrendDay[]
}

const shownDays = 30
const hourMs = 3_600_000

/** How the figures of the owner's cards came about: of the team, or for a rep their own. */
export async function readTrends(ctx: Context, input: { period: Period }): Promise<Trends> {
  const reach = authorize(ctx.actor, 'performance.read')
  const mine = reach === 'own' ? ctx.actor!.userId : null
  const tenantId = tenantOf(ctx.actor)
  return whileUnchanged(
    ctx,
    { tenantId },
    `trends ${input.period} ${mine}`,
    () => ctx.database.within({ tenantId }, (em) => readFor(em, tenantId, input.period, mine, ctx.now())),
    // The point up to which the period before is counted moves on by hours.
    () => new Date((Math.floor(ctx.now().getTime() / hourMs) + 1) * hourMs),
  )
}

async function readFor(
  em: EntityManager,
  tenantId: string,
  period: Period,
  repId: string | null,
  now: Date,
): Promise<Trends> {
  await atOneMoment(em)
  const { span, timeZone } = await readPeriodOf(em, tenantId, period, now)
  const [before] = earlierPeriods(period, now, timeZone, 1)
  const elapsed = (Math.floor((now.getTime() - span.from.getTime()) / hourMs) + 1) * hourMs
  const to = new Date(Math.min(before!.to.getTime(), before!.from.getTime() + elapsed))
  const today = startOfDay(new TZDate(now, timeZone))
  const first = addDays(today, 1 - shownDays)
  const read = (one: Span) => readDays(em, { tenantId, from: one.from, to: one.to }, timeZone, repId)
  const shown = await read({ from: new Date(first.getTime()), to: new Date(addDays(today, 1).getTime()) })
  const byDay = new Map(shown.map((day) => [day.day, day]))
  const days = Array.from({ length: shownDays }, (_, n) => {
    const day = format(addDays(first, n), 'yyyy-MM-dd')
    return { day, ...figuresOf(byDay.has(day) ? [byDay.get(day)!] : [], repId) }
  })
  return {
    ...{ period, timeZone, from: span.from, to: span.to },
    current: figuresOf(await read(span), repId),
    previous: figuresOf(await read({ from: before!.from, to }), repId),
    days,
  }
}

interface Day {
  day: string
  properties: number
  micros: number
  leads: number
  conversions: number
  doors: number
}

function figuresOf(days: Day[], repId: string | null): TrendFigures {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)
  const leads = sum((day) => day.leads)
  const conversions = sum((day) => day.conversions)
  return {
    propertiesAdded: repId ? null : sum((day) => day.properties),
    leadsCreated: leads,
    leadsConverted: conversions,
    conversionRate: conversionRate(leads, conversions),
    doorsKnocked: sum((day) => day.doors),
    cost: repId ? null : dollarsOf(sum((day) => day.micros)),
  }
}

async function readDays(em: EntityManager, span: TenantSpan, timeZone: string, repId: string | null): Promise<Day[]> {
  const days = new Map<string, Day>()
  const dayOf = (day: string) => {
    const known = days.get(day) ?? { day, properties: 0, micros: 0, leads: 0, conversions: 0, doors: 0 }
    days.set(day, known)
    return known
  }
  const work = await rows<Omit<Day, 'properties' | 'micros'>>(
    em,
    `select to_char((hour at time zone $4)::date, 'YYYY-MM-DD') as day, sum(leads)::int as leads,
       sum(conversions)::int as conversions, sum(doors)::int as doors
     from rep_hours where tenant_id = $1 and hour >= $2 and hour < $3 and ($5::uuid is null or rep_id = $5) group by 1`,
    [span.tenantId, span.from, span.to, timeZone, repId],
  )
  for (const one of work) Object.assign(dayOf(one.day), one)
  for (const one of repId ? [] : await readUsageByDay(em, span, timeZone)) Object.assign(dayOf(one.day), one)
  return [...days.values()]
}
