import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { filter, filterConditions, oneOf, type FilterValues } from '../../database/listFilters.ts'
import { createListOrders, timeKey } from '../../database/listOrder.ts'
import { createParameters } from '../../database/parameters.ts'
import { doNotKnockKinds, type DoNotKnockKind } from '../../domain/enums.ts'
import { NotFound } from '../../domain/errors.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { authorize } from '../../domain/permissions.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'

/** A mark of a door, in force or not. */
export interface MarkView {
  tenantId: string
  id: string
  propertyId: string
  /** Address of the property. */
  address: string
  city: string | null
  kind: DoNotKnockKind
  reason: string | null
  source: string | null
  startsAt: Date
  until: Date | null
  setAt: Date
  setBy: string | null
  liftedAt: Date | null
  liftedBy: string | null
  liftReason: string | null
}

/** The filters of a list of marks `m` of properties `p`. A mark must match all that are set. */
export const doNotKnockFilters = {
  search: filter('text', 'A part of the address, ignoring case.', 'position(lower($) in lower(p.address)) > 0'),
  kind: oneOf(doNotKnockKinds, 'Marks of this kind.', 'm.kind = $'),
  propertyId: filter('uuid', 'Marks of this property.', 'm.property_id = $'),
  inForce: filter('flag', 'True for marks that forbid to knock now.', inForceSql),
}
export type DoNotKnockFilter = FilterValues<typeof doNotKnockFilters>

const markColumns = `m.tenant_id as "tenantId", m.id, m.property_id as "propertyId", p.address, p.city, m.kind, m.reason, m.source,
  m.starts_at as "startsAt", m.ends_at as "until", m.set_at as "setAt", m.set_by as "setBy", m.lifted_at as "liftedAt",
  m.lifted_by as "liftedBy", m.lift_reason as "liftReason"`
const fromSql = 'do_not_knock m join properties p on p.tenant_id = m.tenant_id and p.id = m.property_id'

const orders = createListOrders({ set_at: timeKey('m.set_at') }, 'set_at')

const conditionsOf = (given: DoNotKnockFilter, bind: (value: unknown) => string): string[] => [
  'm.tenant_id = :tenant',
  'p.tenant_id = :tenant',
  ...filterConditions(doNotKnockFilters, given, bind),
]

/** The marks of doors, newest first, also those that have ended or were lifted. */
export async function listDoNotKnock(
  ctx: Context,
  given: DoNotKnockFilter,
  page: PageRequest,
): Promise<Page<MarkView>> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const parameters = createParameters()
  const rows = { columns: markColumns, from: fromSql, id: 'm.id', where: conditionsOf(given, parameters.bind) }
  return ctx.database.within(readScope(ctx), (em) =>
    orders.read<MarkView>(em, rows, orders.resolve(null), page, parameters),
  )
}

/** The number of marks that `listDoNotKnock` returns over all pages. */
export async function countDoNotKnock(ctx: Context, given: DoNotKnockFilter): Promise<number> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const { values, bind } = createParameters()
  const where = conditionsOf(given, bind)
  const [row] = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from ${fromSql} where ${where.join(' and ')}`, values),
  )
  return row!.n
}

/** One mark. The caller has checked the permission. Throws `NotFound` for an unknown id. */
export async function readMark(ctx: Context, id: string): Promise<MarkView> {
  const [mark] = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<MarkView>(
      em,
      `select ${markColumns} from ${fromSql} where m.tenant_id = :tenant and p.tenant_id = :tenant and m.id = $1`,
      [id],
    ),
  )
  if (!mark) throw new NotFound('Mark not found')
  return mark
}
