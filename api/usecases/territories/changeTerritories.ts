import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { parseName } from '../../domain/auth/accounts.ts'
import { stageColors, type StageColor } from '../../domain/enums.ts'
import { Conflict, check } from '../../domain/errors.ts'
import { newRecordId, parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { countPoints, parseArea } from '../../domain/territories/area.ts'
import { cellsOfArea } from '../../domain/territories/areaCells.ts'
import { isHeldOn, maxAssignments, maxHolders, parseDay, replaceHolders } from '../../domain/territories/assignments.ts'
import { claimClientAction, withUnusedId, type ClientAction } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { assertActiveUsers } from '../properties/assignableUsers.ts'
import { readToday } from '../tenants/calendar.ts'
import { readTerritories, readTerritory, type TerritoryView } from './territories.ts'
import {
  lockTerritory,
  readAssignments,
  writeAssignments,
  writeTerritory,
  type CoveredRow,
} from '../../records/territoryRows.ts'

export interface NewTerritory {
  /** The client's id, so that sending it again creates nothing. */
  id?: string | null
  name: string
  /** By default the color that the fewest territories have. */
  color?: StageColor | null
  /** GeoJSON. */
  area: unknown
  note?: string | null
}

/** Omitted fields are unchanged. Null clears the note and leaves the others unchanged. */
export type TerritoryChange = { [Name in keyof Omit<NewTerritory, 'id'>]?: NewTerritory[Name] | null }

/** The most territories of a tenant that are in use, and of one request. */
export const maxTerritories = 500
export const maxCreatedAtOnce = 100
/** The most points of the areas of one request. */
export const maxPointsAtOnce = 25_000

/**
 * Creates all of the territories, or none. Those that the same user has created before with the same id and content are only read again,
 * and `replayed` if they all were. Throws `Refused`, and `Conflict` for an id of something else and for more than 500 territories in use.
 */
export async function createTerritories(
  ctx: Context,
  inputs: readonly NewTerritory[],
): Promise<{ territories: TerritoryView[]; replayed: boolean }> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  check(inputs.length > 0, 'Give at least one territory.')
  check(inputs.length <= maxCreatedAtOnce, `At most ${maxCreatedAtOnce} territories at once.`)
  const parsed = await parseEach(inputs, 'input', parseTerritory)
  const given = parsed.map((territory, index) => ({ ...territory, action: actionOf(inputs[index]!) }))
  const firstAction = given.find(({ action }) => action)?.action ?? null
  const created = await withUnusedId(firstAction, () =>
    transactInTenant(ctx, tenantId, async (transaction) => {
      let count = 0
      for (const { action, ...territory } of given) {
        if (action && !(await claimClientAction(transaction, ctx, tenantId, action))) continue
        await addTerritory(ctx, transaction, tenantId, territory)
        count += 1
      }
      return count
    }),
  )
  const territories = await readTerritories(
    ctx,
    given.map(({ id }) => id),
  )
  return { territories, replayed: created === 0 }
}

function actionOf({ id, name, color, area, note }: NewTerritory): ClientAction | null {
  return id ? { id, kind: 'territory', content: { name, color, area, note } } : null
}

/** A new territory, checked. */
export type ParsedTerritory = ReturnType<typeof parseTerritory>

/**
 * Parses the territories of a request, and lets others be answered meanwhile. Throws `Refused` for an invalid one, and with the place of
 * the one that has a point too many.
 */
export async function parseEach<Input>(
  inputs: readonly Input[],
  place: string,
  parse: (input: Input, index: number) => ParsedTerritory,
): Promise<ParsedTerritory[]> {
  const pause = makePauses()
  const parsed: ParsedTerritory[] = []
  let points = 0
  for (const [index, input] of inputs.entries()) {
    await pause()
    const territory = parse(input, index)
    points += countPoints(territory.area)
    const message = `The areas of one request have at most ${maxPointsAtOnce.toLocaleString('en-US')} points. Send the others in another one.`
    check(points <= maxPointsAtOnce, `${place}.${index}: ${message}`, { [`${place}.${index}`]: message })
    parsed.push(territory)
  }
  return parsed
}

/** Throws `Refused` for an invalid field. */
export function parseTerritory({ id, color, note, ...input }: NewTerritory) {
  const name = parseName(input.name, 'Name', 'name')
  const area = parseArea(input.area)
  return { id: newRecordId(id), name, color: color ?? null, area, note: parseNote(note) }
}

function parseNote(input: string | null | undefined): string | null {
  checkLengths({ note: input })
  return input?.trim() || null
}

/** Saves a new territory within the transaction. Throws `Conflict` if there are 500 in use. */
export async function addTerritory(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  { color: chosen, ...territory }: ParsedTerritory,
): Promise<void> {
  const counts = await queryRows<{ color: StageColor; n: number }>(
    em,
    'select color, count(*)::int as n from territories where tenant_id = $1 and archived_at is null group by color',
    [tenantId],
  )
  const inUse = counts.reduce((sum, { n }) => sum + n, 0)
  if (inUse >= maxTerritories)
    throw new Conflict(`At most ${maxTerritories} territories are in use. Archive one first.`)
  const color = chosen ?? rarestColor(new Map(counts.map((count) => [count.color, count.n])))
  const at = ctx.now()
  const row: CoveredRow = {
    ...{ ...territory, color, cells: cellsOfArea(territory.area), version: 1 },
    ...{ createdAt: at, updatedAt: at, archivedAt: null },
  }
  await insertTerritory(em, tenantId, row)
  const { id, name } = row
  const data = { territoryId: id, name, color, version: 1 }
  record({
    type: 'TerritoryDrawn',
    subjectId: id,
    data: { ...data, change: 'created', fields: ['name', 'color', 'area', ...(row.note ? (['note'] as const) : [])] },
  })
}

function rarestColor(counts: ReadonlyMap<StageColor, number>): StageColor {
  return stageColors.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))[0]!
}

/** Throws `Conflict` for an id that another territory has. */
async function insertTerritory(em: EntityManager, tenantId: string, row: CoveredRow): Promise<void> {
  const known = await queryRows(em, 'select from territories where tenant_id = $1 and id = $2', [tenantId, row.id])
  if (known.length > 0) throw new Conflict('This id was used for something else.')
  await writeTerritory(em, tenantId, row)
}

/**
 * Changes the given fields. `ifUnchanged` is called with the current territory and throws if the caller has seen another version. Throws
 * `NotFound` for an unknown id, and `Conflict` for an archived territory.
 */
export async function updateTerritory(
  ctx: Context,
  id: string,
  change: TerritoryChange,
  ifUnchanged?: (current: TerritoryView) => void,
): Promise<TerritoryView> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const territoryId = parseId(id, 'Territory')
  const current = ifUnchanged && (await readTerritory(ctx, territoryId))
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const locked = await lockTerritory(transaction.em, territoryId)
    if (current) ifUnchanged({ ...current, ...withoutCells(locked) })
    await changeTerritory(ctx, transaction, tenantId, locked, change)
  })
  return readTerritory(ctx, territoryId)
}

const withoutCells = ({ cells: _cells, ...row }: CoveredRow) => row

/** Saves and records the changes within the transaction, if there are any. */
export async function changeTerritory(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  before: CoveredRow,
  { name, color, area, note }: TerritoryChange,
): Promise<void> {
  assertInUse(before)
  const given = {
    name: name == null ? before.name : parseName(name, 'Name', 'name'),
    color: color ?? before.color,
    area: area == null ? before.area : parseArea(area),
    note: note === undefined ? before.note : parseNote(note),
  }
  const fields = (['name', 'color', 'area', 'note'] as const).filter(
    (field) => JSON.stringify(given[field]) !== JSON.stringify(before[field]),
  )
  if (fields.length === 0) return
  const version = before.version + 1
  const cells = fields.includes('area') ? cellsOfArea(given.area) : before.cells
  await writeTerritory(em, tenantId, { ...before, ...given, cells, version, updatedAt: ctx.now() })
  record({
    type: 'TerritoryDrawn',
    subjectId: before.id,
    data: { territoryId: before.id, change: 'edited', fields, name: given.name, color: given.color, version },
  })
}

/** Throws `Conflict` for an archived territory. */
export function assertInUse({ archivedAt }: CoveredRow): void {
  if (archivedAt) throw new Conflict('This territory is archived.')
}

/**
 * Takes a territory out of use. Those who hold it today hold it until today. Archiving it again changes nothing. Throws `NotFound` for an
 * unknown id.
 */
export async function archiveTerritory(ctx: Context, id: string): Promise<TerritoryView> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const territoryId = parseId(id, 'Territory')
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const before = await lockTerritory(em, territoryId)
    if (before.archivedAt) return
    const at = ctx.now()
    await writeTerritory(em, tenantId, { ...before, version: before.version + 1, updatedAt: at, archivedAt: at })
    const today = await readToday(em, ctx, tenantId)
    const assignments = await readAssignments(em, [territoryId])
    const ended = assignments
      .filter(({ from }) => from <= today)
      .map((assignment) => (isHeldOn(assignment, today) ? { ...assignment, to: today } : assignment))
    await writeAssignments(em, tenantId, territoryId, ended)
    record({ type: 'TerritoryArchived', subjectId: territoryId, data: { territoryId } })
  })
  return readTerritory(ctx, territoryId)
}

export interface TerritoryHolders {
  userIds: readonly string[]
  /** By default today in the calendar of the company. */
  from?: string | null
  /** The last day; without one, until others hold the territory. */
  to?: string | null
}

/**
 * Gives a territory to these users from a day on, in place of everybody else; without users, nobody holds it from then on. Throws
 * `NotFound` for an unknown id, `Refused` for invalid days and for users who are no active members, and `Conflict` for an archived one.
 */
export async function assignTerritory(ctx: Context, id: string, holders: TerritoryHolders): Promise<TerritoryView> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const territoryId = parseId(id, 'Territory')
  const userIds = [...new Set(holders.userIds.map((userId) => parseId(userId, 'User')))]
  check(userIds.length <= maxHolders, `At most ${maxHolders} people hold a territory.`)
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const { em, record } = transaction
    assertInUse(await lockTerritory(em, territoryId))
    const from = holders.from == null ? await readToday(em, ctx, tenantId) : parseDay(holders.from, 'from')
    const to = holders.to == null ? null : parseDay(holders.to, 'to')
    const message = 'The last day is before the first.'
    check(to === null || to >= from, message, { to: message })
    await assertActiveUsers(transaction, userIds)
    const before = await readAssignments(em, [territoryId])
    const after = replaceHolders(before, { userIds, from, to })
    check(after.length <= maxAssignments, `The history of a territory has at most ${maxAssignments} assignments.`)
    const isSame = after.length === before.length && after.every((assignment) => before.includes(assignment as never))
    if (isSame) return
    await writeAssignments(em, tenantId, territoryId, after)
    record({ type: 'TerritoryAssigned', subjectId: territoryId, data: { territoryId, userIds, from, to } })
  })
  return readTerritory(ctx, territoryId)
}
