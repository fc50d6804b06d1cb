import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { filter, filterConditions, type FilterValues } from '../../database/listFilters.ts'
import { NotFound } from '../../domain/errors.ts'
import { isStoredUuid, parseId } from '../../domain/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, ownUserIdOf, requireTenant, type Reach } from '../../domain/permissions.ts'
import { isHeldOn } from '../../domain/territories/assignments.ts'
import { readToday } from '../tenants/calendar.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'
import { countRecordedAddresses, countSaved, doorsLeft, doorsOf, placeOf, type SavedCounts } from './countDoors.ts'
import { readCurrentPasses, toTerritoryPass, type CountedPass, type TerritoryPass } from './passFigures.ts'
import {
  heldBySql,
  queryTerritories,
  readAssignments,
  type CoveredRow,
  type TerritoryRow,
} from '../../records/territoryRows.ts'

/** Who holds a territory, by days in the calendar of the company, both included. */
export interface TerritoryHolder {
  user: UserRef
  from: string
  to: string | null
}

/** A territory with its figures. */
export interface TerritoryView extends TerritoryRow, SavedCounts {
  /** The addresses that the county records there, at least those that are saved. */
  doors: number
  /** The doors that nobody has knocked at, except those where nobody may knock. */
  left: number
  /** The latest first; for a rep those of today. */
  assignments: TerritoryHolder[]
  /** The pass that goes on, with what was done in it; null without one. */
  pass: TerritoryPass | null
}

/** The filters of a list of territories `t`. A territory must match all that are set. */
export const territoryFilters = {
  archived: filter('flag', 'Archived territories instead of those in use.', null),
  assignedTo: filter('id', 'Territories that this user holds today.', null),
}
export type TerritoryFilter = FilterValues<typeof territoryFilters>

/** The territories in use, or the archived ones, by name; those that a rep holds today. */
export async function listTerritories(
  ctx: Context,
  given: TerritoryFilter,
  page: PageRequest,
): Promise<Page<TerritoryView>> {
  const reach = authorize(ctx.actor, 'territory.read')
  const tenantId = requireTenant(ctx.actor)
  const { rows, cursors, hasNextPage, ...read } = await ctx.database.within({ tenantId }, async (em) => {
    const today = await readToday(em, ctx, tenantId)
    const { values, bind } = createParameters()
    const where = conditionsOf(ctx, reach, given, today, bind)
    if (page.after) {
      const [name, id] = readCursor(page.after, [() => true, isStoredUuid])
      where.push(`(${nameKey}, t.id) > (lower(${bind(name)}), ${bind(id)}::uuid)`)
    }
    const found = await queryTerritories(
      em,
      `${where.map((condition) => `and ${condition}`).join(' ')} order by ${nameKey}, t.id
       limit ${bind(page.limit + 1)} offset ${bind(page.offset ?? 0)}`,
      values,
    )
    const { items, ...rest } = toPage(found, page.limit, ({ name, id }) => writeCursor(name, id))
    return { ...rest, rows: items, ...(await readFigures(em, ctx, tenantId, items, today, reach)) }
  })
  return { items: await toViews(ctx, tenantId, rows, read), cursors, hasNextPage }
}

/** The number of territories that `listTerritories` returns over all pages. */
export async function countTerritories(ctx: Context, given: TerritoryFilter): Promise<number> {
  const reach = authorize(ctx.actor, 'territory.read')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const { values, bind } = createParameters()
    const where = conditionsOf(ctx, reach, given, await readToday(em, ctx, tenantId), bind)
    const [row] = await queryRows<{ n: number }>(
      em,
      `select count(*)::int as n from territories t where t.tenant_id = :tenant and ${where.join(' and ')}`,
      values,
    )
    return row!.n
  })
}

/** A territory. Throws `NotFound` for an unknown one, and for one that a rep does not hold today. */
export async function readTerritory(ctx: Context, id: string): Promise<TerritoryView> {
  const [view] = await readTerritories(ctx, [id])
  return view!
}

/** These territories in this order, in one query. Throws as `readTerritory`. */
export async function readTerritories(ctx: Context, ids: readonly string[]): Promise<TerritoryView[]> {
  const reach = authorize(ctx.actor, 'territory.read')
  const tenantId = requireTenant(ctx.actor)
  const territoryIds = ids.map((id) => parseId(id, 'Territory'))
  const { rows, ...read } = await ctx.database.within({ tenantId }, async (em) => {
    const today = await readToday(em, ctx, tenantId)
    const found = await queryByIds(em, ctx, { territoryIds, today, reach })
    return { rows: found, ...(await readFigures(em, ctx, tenantId, found, today, reach)) }
  })
  const views = await toViews(ctx, tenantId, rows, read)
  const byId = new Map(views.map((view) => [view.id, view]))
  return territoryIds.map((id) => {
    const view = byId.get(id)
    if (!view) throw new NotFound('Territory not found')
    return view
  })
}

function queryByIds(
  em: EntityManager,
  ctx: Context,
  { territoryIds, today, reach }: { territoryIds: string[]; today: string; reach: Reach },
) {
  const { values, bind } = createParameters()
  const where = [`t.id = any(${bind(territoryIds)}::uuid[])`, ...ownConditions(ctx, reach, today, bind)]
  return queryTerritories(em, where.map((condition) => `and ${condition}`).join(' '), values)
}

/** A territory as it is stored. Throws `NotFound` for an unknown one, and for one that a rep does not hold today. */
export async function findTerritory(
  em: EntityManager,
  ctx: Context,
  { territoryId, today, reach }: { territoryId: string; today: string; reach: Reach },
): Promise<CoveredRow> {
  const [found] = await queryByIds(em, ctx, { territoryIds: [territoryId], today, reach })
  if (!found) throw new NotFound('Territory not found')
  return found
}

/** Names are compared without regard to case, in the order that a cursor can be compared with. */
const nameKey = `lower(t.name) collate "C"`

function conditionsOf(ctx: Context, reach: Reach, given: TerritoryFilter, today: string, bind: Bind): string[] {
  const { assignedTo, archived } = given
  return [
    `t.archived_at is ${archived ? 'not null' : 'null'}`,
    ...(assignedTo ? [isStoredUuid(assignedTo) ? heldBySql(bind(assignedTo), bind(today)) : 'false'] : []),
    ...filterConditions(territoryFilters, given, bind),
    ...ownConditions(ctx, reach, today, bind),
  ]
}

function ownConditions(ctx: Context, reach: Reach, today: string, bind: Bind): string[] {
  if (reach === 'all') return []
  return ['t.archived_at is null', heldBySql(bind(ownUserIdOf(ctx.actor!)), bind(today))]
}

interface Figures {
  saved: SavedCounts[]
  passes: Map<string, CountedPass>
  holders: (TerritoryHolder & { territoryId: string })[]
}

async function readFigures(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  rows: readonly CoveredRow[],
  today: string,
  reach: Reach,
): Promise<Figures> {
  const all = await readAssignments(
    em,
    rows.map(({ id }) => id),
  )
  const shown = reach === 'all' ? all : all.filter((assignment) => isHeldOn(assignment, today))
  const users = await readUserRefs(em, [...new Set(shown.map(({ userId }) => userId))])
  return {
    saved: await countSaved(em, rows.map(placeOf)),
    passes: await readCurrentPasses(em, ctx, tenantId, rows),
    holders: shown.map(({ territoryId, userId, from, to }) => ({
      ...{ territoryId, user: userRefOf(users, userId), from, to },
    })),
  }
}

async function toViews(
  ctx: Context,
  tenantId: string,
  rows: readonly CoveredRow[],
  { saved, passes, holders }: Figures,
): Promise<TerritoryView[]> {
  const addresses = await addressesOf(ctx, tenantId, rows)
  const byTerritory = Map.groupBy(holders, ({ territoryId }) => territoryId)
  return rows.map(({ cells: _cells, ...row }, index) => {
    const counts = saved[index]!
    const doors = doorsOf(addresses[index]!, counts.saved)
    const held = (byTerritory.get(row.id) ?? []).map(({ user, from, to }) => ({ user, from, to }))
    const pass = passes.get(row.id) ?? null
    const view = { ...row, ...counts, doors, left: doorsLeft(doors, counts), assignments: held }
    return { ...view, pass: pass && toTerritoryPass(pass, doors) }
  })
}

/** The number of addresses that the county records in each territory. They are kept, because reads are many and records seldom change. */
export async function addressesOf(
  ctx: Context,
  tenantId: string,
  rows: readonly CoveredRow[],
): Promise<(number | null)[]> {
  const { territoryAddresses: cache } = ctx.caches
  const keyOf = ({ id, version }: CoveredRow) => `${tenantId} ${id} ${version}`
  const missing = rows.filter((row) => !cache.has(keyOf(row)))
  if (missing.length > 0) {
    const counted = await countRecordedAddresses(ctx, missing.map(placeOf))
    for (const [index, row] of missing.entries()) {
      const count = counted[index]
      if (count != null) cache.set(keyOf(row), count)
    }
  }
  return rows.map((row) => cache.get(keyOf(row)) ?? null)
}
