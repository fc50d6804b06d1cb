import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { NotFound, Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { doorsOf, placeOf } from './countDoors.ts'
import { readPassCounts, readPropertyIdsOf } from './passCounts.ts'
import { readLastUsers, toPassFigures, type PassFigures } from './passFigures.ts'
import { findPass, spanOfPass, type PassView } from './passRows.ts'
import { readToday } from '../tenants/calendar.ts'
import { addressesOf } from './territories.ts'
import { heldBySql, queryTerritories, type CoveredRow } from '../../records/territoryRows.ts'

/** A territory of a pass with what was done there. */
export interface WorkedTerritory extends PassFigures {
  territory: PassView['territories'][number]
}

export interface PassReport extends PassView {
  /** The time that was asked for; null for the current figures. */
  asOf: Date | null
  /** By name. */
  figures: WorkedTerritory[]
}

/**
 * A pass with the figures of its territories, now or as of an earlier time: what was recorded by then, in the areas and at the properties
 * of today. Throws `NotFound` for an unknown id.
 */
export async function readPassReport(ctx: Context, id: string, asOf: Date | null): Promise<PassReport> {
  authorize(ctx.actor, 'territory.manage')
  if (asOf && Number.isNaN(asOf.getTime())) throw new Refused('The time is not valid.', { as_of: 'Use ISO 8601.' })
  const tenantId = requireTenant(ctx.actor)
  const { pass, rows, counted, users } = await inSnapshot(ctx.database, { tenantId }, async (em) => {
    const found = await findPass(em, id)
    const territories = await readTerritories(em, found)
    const span = await spanOfPass(em, ctx, tenantId, found)
    const counts = await readPassCounts(em, tenantId, territories.map(placeOf), span, asOf)
    return { pass: found, rows: territories, counted: counts, users: await readLastUsers(em, counts) }
  })
  const addresses = await addressesOf(ctx, tenantId, rows)
  const figures = rows.map(({ id: territoryId, name, color }, index) => ({
    territory: { id: territoryId, name, color },
    ...toPassFigures(counted[index]!, users, doorsOf(addresses[index]!, counted[index]!.saved)),
  }))
  return { ...pass, asOf, figures }
}

async function readTerritories(em: EntityManager, pass: PassView): Promise<CoveredRow[]> {
  const ids = pass.territories.map((territory) => territory.id)
  const rows = await queryTerritories(em, 'and t.id = any($1::uuid[])', [ids])
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/**
 * What a figure of a pass counts: its time, and the properties of the territory. Throws `NotFound` for a pass or territory that is
 * unknown, for a territory that is not in the pass, and for one that a rep does not hold today.
 */
export async function readPassScope(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  { passId, territoryId }: { passId: string; territoryId: string },
): Promise<{ span: Span; propertyIds: string[] }> {
  const reach = authorize(ctx.actor, 'territory.read')
  const pass = await findPass(em, passId)
  const id = parseId(territoryId, 'Territory')
  const isInPass = pass.territories.some((territory) => territory.id === id)
  const held = reach === 'all' ? '' : `and t.archived_at is null and ${heldBySql('$2', '$3')}`
  const holder = reach === 'all' ? [] : [ownUserIdOf(ctx.actor!), await readToday(em, ctx, tenantId)]
  const [territory] = isInPass ? await queryTerritories(em, `and t.id = $1 ${held}`, [id, ...holder]) : []
  if (!territory) throw new NotFound('Territory not found')
  return {
    span: await spanOfPass(em, ctx, tenantId, pass),
    propertyIds: await readPropertyIdsOf(em, placeOf(territory)),
  }
}
