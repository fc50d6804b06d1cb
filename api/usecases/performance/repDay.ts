import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import type { Period } from '../../domain/enums.ts'
import { readRepDayHours, type RepDayHourCounts } from '../../projections/repDays.ts'
import { cacheUntilLogAdvances } from '../../log/logHeadCache.ts'
import { previousPeriods, readTenantPeriod } from '../tenants/calendar.ts'
import { recordRepView } from './repScope.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'

export interface RepDayHour {
  /** 0 to 23 in the tenant's time zone */
  hour: number
  doorsKnocked: number
  /** Knocks at which the rep spoke with the owner. */
  talks: number
  /** The average of the worked days in this hour. */
  avgDoorsKnocked: number
}

interface RepDayCounts {
  doorsKnocked: number
  talks: number
  leadsCreated: number
  /** The number of days of the four weeks before today with at least one knock. */
  workedDays: number
  /** Null without a worked day. */
  medianDoorsKnocked: number | null
  medianLeadsCreated: number | null
  /** All 24 hours, earliest first. */
  hours: RepDayHour[]
}

/** The current day of a rep, beside what is usual. */
export interface RepDay extends Span, RepDayCounts {
  period: Period
  timeZone: string
  user: UserRef
}

const comparedDays = 28

/** The current day of `userId`, by default the actor, in the tenant's time zone. Throws `NotFound` to a rep for another user. */
export async function readRepDay(ctx: Context, input: { userId?: string | null }): Promise<RepDay> {
  const reach = authorize(ctx.actor, 'performance.read')
  const ownUserId = ownUserIdOf(ctx.actor!)
  const userId = input.userId ? parseId(input.userId, 'User') : ownUserId
  if (reach === 'own' && userId !== ownUserId) throw new NotFound('User not found')
  const tenantId = requireTenant(ctx.actor)
  const day = await cacheUntilLogAdvances(ctx, { tenantId }, `day of ${userId}`, () =>
    inSnapshot(ctx.database, { tenantId }, (em) => readTenantRepDay(em, tenantId, userId, ctx)),
  )
  await recordRepView(ctx, { tenantId, repId: userId })
  return day
}

async function readTenantRepDay(em: EntityManager, tenantId: string, userId: string, ctx: Context): Promise<RepDay> {
  // A global admin who reads their own day is not a user of the tenant. Row-level security hides users of other tenants.
  const known = await queryRows(em, 'select 1 from users where id = $1', [userId])
  if (known.length === 0 && userId !== ctx.actor!.userId) throw new NotFound('User not found')
  const now = ctx.now()
  const { span, timeZone } = await readTenantPeriod(em, tenantId, 'day', now)
  const { from } = previousPeriods('day', now, timeZone, comparedDays).at(-1)!
  const rows = await readRepDayHours(em, { ...span, from }, timeZone, userId)
  const user = userRefOf(await readUserRefs(em, [userId]), userId)
  const today = format(new TZDate(now, timeZone), 'yyyy-MM-dd')
  return { period: 'day', from: span.from, to: span.to, timeZone, user, ...compareWithWorkedDays(rows, today) }
}

/** The counts of the day `today` beside those of the earlier days in `rows`. */
export function compareWithWorkedDays(rows: readonly RepDayHourCounts[], today: string): RepDayCounts {
  const days = Map.groupBy(rows, ({ day }) => day)
  const current = days.get(today) ?? []
  days.delete(today)
  const workedDays = [...days.values()].filter((day) => sumOf(day, 'doors') > 0)
  const workedHours = workedDays.flat()
  const inHour = (counts: readonly RepDayHourCounts[], hour: number) => counts.filter((row) => row.hour === hour)
  return {
    doorsKnocked: sumOf(current, 'doors'),
    talks: sumOf(current, 'talks'),
    leadsCreated: sumOf(current, 'leads'),
    workedDays: workedDays.length,
    medianDoorsKnocked: medianOf(workedDays.map((day) => sumOf(day, 'doors'))),
    medianLeadsCreated: medianOf(workedDays.map((day) => sumOf(day, 'leads'))),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      doorsKnocked: sumOf(inHour(current, hour), 'doors'),
      talks: sumOf(inHour(current, hour), 'talks'),
      avgDoorsKnocked: sumOf(inHour(workedHours, hour), 'doors') / Math.max(1, workedDays.length),
    })),
  }
}

function sumOf(rows: readonly RepDayHourCounts[], count: 'doors' | 'talks' | 'leads'): number {
  return rows.reduce((sum, row) => sum + row[count], 0)
}

/** The lower of the two middle values if their number is even, so that it is a value that occurred; null without values. */
function medianOf(values: number[]): number | null {
  return values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null
}
