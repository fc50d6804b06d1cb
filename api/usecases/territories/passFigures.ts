import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'
import { doorsLeft, placeOf } from './countDoors.ts'
import { readPassCounts, type PassCounts } from './passCounts.ts'
import { spanOfPass } from './passRows.ts'
import type { CoveredRow } from '../../records/territoryRows.ts'

/** What was done in a territory in the time of a pass. */
export interface PassFigures {
  /** The addresses that the county records there, at least those that are saved. */
  doors: number
  /** Doors with a knock. */
  worked: number
  /** Doors without one at which somebody may knock. */
  left: number
  knocks: number
  talks: number
  leads: number
  /** Null without a knock, as the next one. */
  talksPer100Doors: number | null
  leadsPer100Doors: number | null
  lastWorkedAt: Date | null
  lastWorkedBy: UserRef | null
}

/** The pass of a territory that goes on. */
export interface TerritoryPass extends PassFigures {
  passId: string
  name: string
  startsOn: string
}

/** The same before the doors of the territory are known. */
export interface CountedPass extends Pick<TerritoryPass, 'passId' | 'name' | 'startsOn'> {
  counts: PassCounts
  users: Map<string, UserRef>
}

/** The passes that go on, by the id of the territory, of which each is in at most one. */
export async function readCurrentPasses(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  rows: readonly CoveredRow[],
): Promise<Map<string, CountedPass>> {
  const found = await queryRows<Pick<TerritoryPass, 'passId' | 'name' | 'startsOn'> & { territoryId: string }>(
    em,
    `select a.id as "passId", a.name, a.starts_on::text as "startsOn", m.territory_id as "territoryId"
     from pass_territories m join passes a on a.tenant_id = m.tenant_id and a.id = m.pass_id
     where m.tenant_id = :tenant and a.tenant_id = :tenant and m.territory_id = any($1::uuid[]) and a.ended_at is null`,
    [rows.map(({ id }) => id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const passes = new Map<string, CountedPass>()
  for (const members of Map.groupBy(found, ({ passId }) => passId).values()) {
    const { passId, name, startsOn } = members[0]!
    const span = await spanOfPass(em, ctx, tenantId, { startsOn, endedAt: null })
    const places = members.map(({ territoryId }) => placeOf(byId.get(territoryId)!))
    const counted = await readPassCounts(em, tenantId, places, span, null)
    const users = await readLastUsers(em, counted)
    for (const [index, { territoryId }] of members.entries())
      passes.set(territoryId, { passId, name, startsOn, counts: counted[index]!, users })
  }
  return passes
}

/** The users who knocked last. */
export function readLastUsers(em: EntityManager, counted: readonly PassCounts[]): Promise<Map<string, UserRef>> {
  return readUserRefs(em, [...new Set(counted.flatMap(({ lastWorkedBy }) => lastWorkedBy ?? []))])
}

export function toTerritoryPass({ counts, users, ...pass }: CountedPass, doors: number): TerritoryPass {
  return { ...pass, ...toPassFigures(counts, users, doors) }
}

export function toPassFigures(counts: PassCounts, users: Map<string, UserRef>, doors: number): PassFigures {
  const { worked, knocks, talks, leads, lastWorkedAt, lastWorkedBy } = counts
  const per100 = (count: number) => (knocks > 0 ? (100 * count) / knocks : null)
  return {
    ...{ doors, worked, left: doorsLeft(doors, counts), knocks, talks, leads },
    ...{ talksPer100Doors: per100(talks), leadsPer100Doors: per100(leads) },
    ...{ lastWorkedAt, lastWorkedBy: lastWorkedBy ? userRefOf(users, lastWorkedBy) : null },
  }
}
