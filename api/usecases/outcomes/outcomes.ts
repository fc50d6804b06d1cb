import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { type KnockOutcome, type OutcomeColor, type OutcomeMark, knockOutcomes } from '../../domain/enums.ts'
import { Conflict, NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import {
  builtInOutcomes,
  maxOutcomes,
  maxOutcomesWithRetired,
  parseOutcomeName,
} from '../../domain/outcomes/outcomes.ts'
import { ownNameKey } from '../../domain/ownNames.ts'
import { transactInTenant } from '../../log/transact.ts'

/** An outcome that a rep chooses at a door: one of the eight built-in ones, or one of the tenant's own. */
export interface Outcome {
  /** For a built-in one its meaning. */
  id: string
  name: string
  mark: OutcomeMark
  color: OutcomeColor
  /** The built-in outcome that a knock with it counts as. */
  meaning: KnockOutcome
  /** Its place, from 1, among the built-in ones or among the own ones. */
  position: number
  retiredAt: Date | null
  builtIn: boolean
}

/** Omitted fields are unchanged; a new outcome has the mark and the color of its meaning, and comes last. */
export interface OutcomeInput {
  /** An own outcome that is changed; without an id the outcome is new. */
  id?: string | null
  name?: string | null
  mark?: OutcomeMark | null
  color?: OutcomeColor | null
  meaning?: KnockOutcome | null
  position?: number | null
}

const columns = `o.id, o.name, o.mark, o.color, o.meaning, o.position, o.retired_at as "retiredAt", false as "builtIn"`

/** The built-in outcomes, then the tenant's own in its order, then the retired ones. */
export async function listOutcomes(ctx: Context): Promise<Outcome[]> {
  authorize(ctx.actor, 'outcome.read')
  const tenantId = requireTenant(ctx.actor)
  const own = await ctx.database.within({ tenantId }, (em) => findOutcomes(em, tenantId))
  return [...builtIn, ...own]
}

/** The tenant's own outcomes with these ids, also retired ones, by id. The caller has checked what the actor may do. */
export async function readOwnOutcomes(
  ctx: Context,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, Outcome>> {
  const found = await ctx.database.within({ tenantId }, (em) =>
    queryRows<Outcome>(em, `select ${columns} from outcomes o where o.tenant_id = $1 and o.id = any($2::uuid[])`, [
      tenantId,
      ids,
    ]),
  )
  return new Map(found.map((outcome) => [outcome.id, outcome]))
}

/**
 * Adds an outcome of the tenant's own, or changes the one with the id; a retired one is in use again. Records nothing if nothing
 * changes. Throws `NotFound` for an unknown id, `Refused` for an invalid name and for another meaning, and `Conflict` for a name that is
 * in use and for more than 15 outcomes in use.
 */
export async function saveOutcome(ctx: Context, input: OutcomeInput): Promise<Outcome> {
  authorize(ctx.actor, 'outcome.manage')
  const tenantId = requireTenant(ctx.actor)
  const id = input.id == null ? null : parseOwnId(input.id)
  const name = input.name == null ? null : parseOutcomeName(input.name)
  const message = 'The position of an outcome is 1 or more.'
  check(input.position == null || input.position >= 1, message, { position: message })
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const all = await lockOutcomes(em, tenantId)
    const before = id === null ? null : all.find((outcome) => outcome.id === id)
    if (before === undefined) throw new NotFound('Outcome not found')
    const others = all.filter((outcome) => outcome !== before && !outcome.retiredAt)
    const saved = before ? changedOutcome(before, { ...input, name }) : newOutcome({ ...input, name })
    const isTaken = others.some((other) => ownNameKey(other.name) === ownNameKey(saved.name))
    if (isTaken) throw new Conflict(`There is an outcome with the name "${saved.name}".`)
    check(others.length < maxOutcomes, `At most ${maxOutcomes} outcomes of your own are in use. Retire one first.`)
    check(
      before || all.length < maxOutcomesWithRetired,
      `At most ${maxOutcomesWithRetired} outcomes of your own, retired ones included. Use a retired one again under another name.`,
    )
    const last = before && !before.retiredAt ? before.position : others.length + 1
    const place = Math.min(input.position ?? last, others.length + 1)
    const ordered = withPositions(others.toSpliced(place - 1, 0, saved))
    const changed = ordered.filter((outcome) => !all.some((other) => isDeepStrictEqual(other, outcome)))
    if (changed.length === 0) return saved
    await writeOutcomes(em, tenantId, changed)
    const result = ordered[place - 1]!
    const change = !before ? 'created' : before.retiredAt ? 'restored' : 'edited'
    record({ type: 'OutcomeChanged', data: toEventData(result, change) })
    return result
  })
}

/**
 * Takes an own outcome out of use: reps can no longer choose it, and knocks keep its name. Retiring it again changes nothing. Throws
 * `NotFound` for an unknown id.
 */
export async function retireOutcome(ctx: Context, id: string): Promise<Outcome> {
  authorize(ctx.actor, 'outcome.manage')
  const tenantId = requireTenant(ctx.actor)
  const outcomeId = parseOwnId(id)
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const all = await lockOutcomes(em, tenantId)
    const before = all.find((outcome) => outcome.id === outcomeId)
    if (!before) throw new NotFound('Outcome not found')
    if (before.retiredAt) return before
    const retired = { ...before, retiredAt: ctx.now() }
    const others = withPositions(all.filter((outcome) => outcome !== before && !outcome.retiredAt))
    await writeOutcomes(em, tenantId, [retired, ...others])
    record({ type: 'OutcomeChanged', data: toEventData(retired, 'retired') })
    return retired
  })
}

function newOutcome({ name, meaning, mark, color }: OutcomeInput): Outcome {
  const say = (field: string, message: string) => [message, { [field]: message }] as const
  check(name != null, ...say('name', 'Enter a name for the outcome.'))
  check(meaning, ...say('meaning', 'Choose the built-in outcome that it counts as.'))
  const { mark: usualMark, color: usualColor } = builtInOutcomes[meaning]
  const display = { name, mark: mark ?? usualMark, color: color ?? usualColor }
  return { id: uuidv7(), ...display, meaning, position: 0, retiredAt: null, builtIn: false }
}

/** The outcome with the changes, in use. Knocks were counted by the meaning, so it cannot change. */
function changedOutcome(before: Outcome, { name, mark, color, meaning }: OutcomeInput): Outcome {
  const message =
    'The meaning of an outcome cannot change, because knocks were counted by it. Retire it and add another.'
  check(meaning == null || meaning === before.meaning, message, { meaning: message })
  return {
    ...before,
    ...{ name: name ?? before.name, mark: mark ?? before.mark, color: color ?? before.color },
    retiredAt: null,
  }
}

const withPositions = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome, index) => ({ ...outcome, position: index + 1 }))

const builtIn: readonly Outcome[] = knockOutcomes.map((meaning, index) => ({
  id: meaning,
  ...builtInOutcomes[meaning],
  ...{ meaning, position: index + 1, retiredAt: null, builtIn: true },
}))

function parseOwnId(id: string): string {
  if (builtIn.some((outcome) => outcome.id === id))
    throw new Refused('A built-in outcome cannot be changed or retired.')
  return parseId(id, 'Outcome')
}

const toEventData = (
  { id, name, mark, color, meaning, position }: Outcome,
  change: 'created' | 'edited' | 'restored' | 'retired',
) => ({ outcomeId: id, change, name, mark, color, meaning, place: position })

async function findOutcomes(em: EntityManager, tenantId: string): Promise<Outcome[]> {
  return queryRows<Outcome>(
    em,
    `select ${columns} from outcomes o where o.tenant_id = $1
     order by o.retired_at desc nulls first, o.position, o.id`,
    [tenantId],
  )
}

/** All outcomes, which no other transaction changes meanwhile. Those that another has just added are read after its commit. */
async function lockOutcomes(em: EntityManager, tenantId: string): Promise<Outcome[]> {
  // The first outcomes have no rows that could be locked.
  await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('outcomes ' || $1, 0))`, [tenantId])
  await queryRows(em, 'select from outcomes where tenant_id = $1 order by id for update', [tenantId])
  return findOutcomes(em, tenantId)
}

async function writeOutcomes(em: EntityManager, tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ retiredAt, name, ...outcome }) => ({
    ...outcome,
    ...{ name, name_key: ownNameKey(name), retired_at: retiredAt },
  }))
  await queryRows(
    em,
    `insert into outcomes (tenant_id, id, name, name_key, mark, color, meaning, position, retired_at)
     select $1, r.id, r.name, r.name_key, r.mark, r.color, r.meaning, r.position, r.retired_at
     from jsonb_to_recordset($2::jsonb)
       as r (id uuid, name text, name_key text, mark text, color text, meaning text, position int, retired_at timestamptz)
     on conflict (tenant_id, id) do update
       set name = excluded.name, name_key = excluded.name_key, mark = excluded.mark, color = excluded.color,
         position = excluded.position, retired_at = excluded.retired_at`,
    [tenantId, JSON.stringify(rows)],
  )
}
