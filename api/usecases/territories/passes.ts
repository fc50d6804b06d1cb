import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { filter, filterConditions, type FilterValues } from '../../database/listFilters.ts'
import { createListOrders, timeKey, type SortKey } from '../../database/listOrder.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { parseName } from '../../domain/auth/accounts.ts'
import { Conflict, NotFound, check } from '../../domain/errors.ts'
import { newRecordId, parseId } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { hourMs } from '../../domain/periods.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { parseDay } from '../../domain/territories/assignments.ts'
import { transactInTenant } from '../../log/transact.ts'
import { maxTerritories } from './changeTerritories.ts'
import { findPass, passColumns, type PassView } from './passRows.ts'
import { readToday } from '../tenants/calendar.ts'
import { queryTerritories } from '../../records/territoryRows.ts'

/** The filters of a list of passes `a`. A pass must match all that are set. */
export const passFilters = {
  running: filter(
    'boolean',
    'Passes that have not been ended; with false, those that have.',
    '(a.ended_at is null) = $',
  ),
}
export type PassFilter = FilterValues<typeof passFilters>

const sortKeys: Record<'created_at', SortKey> = { created_at: timeKey('a.created_at') }
const orders = createListOrders(sortKeys, 'created_at')

const conditionsOf = (given: PassFilter, bind: Bind) => [
  'a.tenant_id = :tenant',
  ...filterConditions(passFilters, given, bind),
]

/** The passes of the company, the latest first. */
export async function listPasses(ctx: Context, given: PassFilter, page: PageRequest): Promise<Page<PassView>> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const order = orders.resolve(null)
  const { values, bind } = createParameters()
  const where = conditionsOf(given, bind)
  if (page.after) where.push(orders.afterSql(order, page.after, 'a.id', bind))
  const { sql: key } = sortKeys[order.field]
  const found = await ctx.database.within({ tenantId }, (em) =>
    queryRows<PassView & { cursorKey: string }>(
      em,
      `select ${passColumns}, ${key}::text as "cursorKey" from passes a where ${where.join(' and ')}
       order by ${key} ${order.direction}, a.id ${order.direction} limit ${bind(page.limit + 1)} offset ${bind(page.offset ?? 0)}`,
      values,
    ),
  )
  const { items, ...rest } = orders.page(found, order, page.limit)
  return { ...rest, items: items.map(({ cursorKey: _cursorKey, ...pass }) => pass) }
}

/** The number of passes that `listPasses` returns over all pages. */
export async function countPasses(ctx: Context, given: PassFilter): Promise<number> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const { values, bind } = createParameters()
  const where = conditionsOf(given, bind)
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from passes a where ${where.join(' and ')}`, values),
  )
  return row!.n
}

export interface NewPass {
  name: string
  territoryIds: readonly string[]
  /** By default today in the calendar of the company. */
  startsOn?: string | null
}

/**
 * Begins a pass of these territories. Throws `NotFound` for an unknown territory, `Refused` for invalid fields, and `Conflict` for a
 * territory that is archived or in a pass that goes on.
 */
export async function startPass(ctx: Context, input: NewPass): Promise<PassView> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const name = parseName(input.name, 'Name', 'name')
  check(input.territoryIds.length > 0, 'Choose at least one territory.', { territory_ids: 'Choose at least one.' })
  check(input.territoryIds.length <= maxTerritories, `At most ${maxTerritories} territories.`)
  const territoryIds = [...new Set(input.territoryIds.map((id) => parseId(id, 'Territory')))]
  const passId = newRecordId(null)
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const today = await readToday(em, ctx, tenantId)
    const startsOn = input.startsOn == null ? today : parseDay(input.startsOn, 'starts_on')
    checkStart(startsOn, today)
    // The lock of the territories lets only one of two requests for the same one begin.
    const rows = await queryTerritories(em, 'and t.id = any($1::uuid[]) order by t.id for update', [territoryIds])
    if (rows.length < territoryIds.length) throw new NotFound('Territory not found')
    const archived = rows.find(({ archivedAt }) => archivedAt)
    if (archived) throw new Conflict(`“${archived.name}” is archived.`)
    await assertFree(em, territoryIds)
    await queryRows(em, 'insert into passes (tenant_id, id, name, starts_on, created_at) values ($1, $2, $3, $4, $5)', [
      ...[tenantId, passId, name, startsOn, ctx.now()],
    ])
    await queryRows(
      em,
      'insert into pass_territories (tenant_id, pass_id, territory_id) select $1, $2, id from unnest($3::uuid[]) id',
      [tenantId, passId, territoryIds],
    )
    record({ type: 'PassStarted', subjectId: passId, data: { passId, name, territoryIds, startsOn } })
    return findPass(em, passId)
  })
}

/** How far from today a pass can start. */
const maxPassDays = 366

function checkStart(startsOn: string, today: string): void {
  const days = Math.abs(Date.parse(startsOn) - Date.parse(today)) / (24 * hourMs)
  const message = 'A pass starts at most a year from today.'
  check(days <= maxPassDays, message, { starts_on: message })
}

async function assertFree(em: EntityManager, territoryIds: readonly string[]): Promise<void> {
  const [taken] = await queryRows<{ territory: string; pass: string }>(
    em,
    `select t.name as territory, a.name as pass
     from pass_territories m
     join passes a on a.tenant_id = m.tenant_id and a.id = m.pass_id
     join territories t on t.tenant_id = m.tenant_id and t.id = m.territory_id
     where m.tenant_id = :tenant and a.tenant_id = :tenant and t.tenant_id = :tenant
       and m.territory_id = any($1::uuid[]) and a.ended_at is null order by t.name limit 1`,
    [territoryIds],
  )
  if (taken) throw new Conflict(`“${taken.territory}” is in the pass “${taken.pass}”. End that one first.`)
}

/** Ends a pass now: later knocks do not count in it. Ending it again changes nothing. Throws `NotFound` for an unknown id. */
export async function endPass(ctx: Context, id: string): Promise<PassView> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const passId = parseId(id, 'Pass')
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const [ended] = await queryRows<{ name: string }>(
      em,
      'update passes set ended_at = $3 where tenant_id = $1 and id = $2 and ended_at is null returning name',
      [tenantId, passId, ctx.now()],
    )
    if (ended) record({ type: 'PassEnded', subjectId: passId, data: { passId, name: ended.name } })
    return findPass(em, passId)
  })
}
