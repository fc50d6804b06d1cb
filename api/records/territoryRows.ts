import type { EntityManager } from '../database/connection.ts'
import { queryRows } from '../database/connection.ts'
import type { CellRange } from '../domain/cells.ts'
import type { StageColor } from '../domain/enums.ts'
import { NotFound } from '../domain/errors.ts'
import type { Area } from '../domain/territories/area.ts'
import type { Bounds } from '../domain/point.ts'
import { boundsOfArea } from '../domain/polygons.ts'
import type { AreaCells } from '../domain/territories/areaCells.ts'
import type { Assignment } from '../domain/territories/assignments.ts'

/** A territory as it is stored. */
export interface TerritoryRow {
  id: string
  name: string
  color: StageColor
  area: Area
  note: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  archivedAt: Date | null
}

/** A row with the cells of its area. */
export interface CoveredRow extends TerritoryRow {
  cells: AreaCells
}

/** The cells in JSON, whose numbers have 44 bits. */
interface StoredCells {
  inside: [first: number, last: number][]
  border: [first: number, last: number][]
}

export const territoryColumns = `t.id, t.name, t.color, t.area, t.cells, t.note, t.version, t.created_at as "createdAt",
  t.updated_at as "updatedAt", t.archived_at as "archivedAt"`

export async function queryTerritories(
  em: EntityManager,
  rest: string,
  values: readonly unknown[],
): Promise<CoveredRow[]> {
  const rows = await queryRows<TerritoryRow & { cells: StoredCells }>(
    em,
    `select ${territoryColumns} from territories t where t.tenant_id = :tenant ${rest}`,
    values,
  )
  return rows.map(({ cells, ...row }) => ({ ...row, cells: readCells(cells) }))
}

// Territories that were last saved by an earlier release have no bounds.
const isInBoundsSql = `(t.bounds is null
  or (t.bounds[1] <= $3 and t.bounds[2] <= $4 and t.bounds[3] >= $1 and t.bounds[4] >= $2))`

/**
 * The territories in use that may overlap with the area, or with the territory that will have this area. That territory is among them even if
 * it is archived.
 */
export async function queryTerritoriesNear(
  em: EntityManager,
  area: Area,
  changedId: string | null,
): Promise<CoveredRow[]> {
  const { south, west, north, east } = boundsOfArea(area)
  return queryTerritories(
    em,
    `and (t.id = $5 or t.archived_at is null and (${isInBoundsSql}
       or exists (select from territories c where c.tenant_id = :tenant and c.tenant_id = t.tenant_id and c.id = $5
         and (c.bounds is null or (t.bounds[1] <= c.bounds[3] and t.bounds[2] <= c.bounds[4]
           and t.bounds[3] >= c.bounds[1] and t.bounds[4] >= c.bounds[2])))))`,
    [south, west, north, east, changedId],
  )
}

/** The territories in use that somebody holds on the day and that may have something in common with the bounds. */
export async function queryHeldTerritoriesNear(
  em: EntityManager,
  { south, west, north, east }: Bounds,
  day: string,
): Promise<CoveredRow[]> {
  const where = `and t.archived_at is null and ${isInBoundsSql} and ${heldSql('$5')}`
  return queryTerritories(em, where, [south, west, north, east, day])
}

/** Whether the user holds a territory in use on the day. */
export async function holdsTerritory(em: EntityManager, userId: string, day: string): Promise<boolean> {
  const found = await queryRows(
    em,
    `select from territories t where t.tenant_id = :tenant and t.archived_at is null and ${heldBySql('$1', '$2')} limit 1`,
    [userId, day],
  )
  return found.length > 0
}

/** Throws `NotFound` for an unknown id. */
export async function lockTerritory(em: EntityManager, id: string): Promise<CoveredRow> {
  const [found] = await queryTerritories(em, 'and t.id = $1 for update', [id])
  if (!found) throw new NotFound('Territory not found')
  return found
}

/** Inserts the territory, or saves its changes. */
export async function writeTerritory(em: EntityManager, tenantId: string, row: CoveredRow): Promise<void> {
  const { id, name, color, area, cells, note, version, createdAt, updatedAt, archivedAt } = row
  const { south, west, north, east } = boundsOfArea(area)
  await queryRows(
    em,
    `insert into territories (tenant_id, id, name, color, area, cells, note, version, created_at, updated_at, archived_at, bounds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, id) do update set name = excluded.name, color = excluded.color, area = excluded.area,
       cells = excluded.cells, note = excluded.note, version = excluded.version, updated_at = excluded.updated_at,
       archived_at = excluded.archived_at, bounds = excluded.bounds`,
    [
      ...[tenantId, id, name, color, JSON.stringify(area), writeCells(cells), note, version],
      ...[createdAt, updatedAt, archivedAt, [south, west, north, east]],
    ],
  )
}

export interface AssignmentRow extends Assignment {
  territoryId: string
}

/** The assignments of these territories, the latest first. */
export async function readAssignments(em: EntityManager, territoryIds: readonly string[]): Promise<AssignmentRow[]> {
  return queryRows<AssignmentRow>(
    em,
    `select a.territory_id as "territoryId", a.user_id as "userId", a.from_day::text as "from", a.to_day::text as "to"
     from territory_assignments a where a.tenant_id = :tenant and a.territory_id = any($1::uuid[])
     order by a.from_day desc, a.user_id`,
    [territoryIds],
  )
}

/** Saves all assignments of a territory in place of those before. */
export async function writeAssignments(
  em: EntityManager,
  tenantId: string,
  territoryId: string,
  assignments: readonly Assignment[],
): Promise<void> {
  await queryRows(em, 'delete from territory_assignments where tenant_id = $1 and territory_id = $2', [
    tenantId,
    territoryId,
  ])
  await queryRows(
    em,
    `insert into territory_assignments (tenant_id, territory_id, user_id, from_day, to_day)
     select $1, $2, a."userId", a."from", a."to"
     from jsonb_to_recordset($3::jsonb) as a ("userId" uuid, "from" date, "to" date)`,
    [tenantId, territoryId, JSON.stringify(assignments)],
  )
}

/** The condition that the user holds territory `t` on the day. */
export function heldBySql(userId: string, day: string): string {
  return heldSql(day, `and a.user_id = ${userId}::uuid`)
}

/** The condition that somebody holds territory `t` on the day. */
function heldSql(day: string, condition = ''): string {
  return `exists (select from territory_assignments a where a.tenant_id = :tenant and a.tenant_id = t.tenant_id
    and a.territory_id = t.id ${condition} and a.from_day <= ${day}::date and (a.to_day is null or a.to_day >= ${day}::date))`
}

function readCells({ inside, border }: StoredCells): AreaCells {
  const toRange = ([first, last]: [number, number]): CellRange => [BigInt(first), BigInt(last)]
  return { inside: inside.map(toRange), border: border.map(toRange) }
}

function writeCells(cells: AreaCells): string {
  return JSON.stringify(cells, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
}
