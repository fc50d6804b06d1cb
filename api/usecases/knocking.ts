import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../context.ts'
import { isUnstorable, rows, sqlStateOf } from '../database/connection.ts'
import { Conflict, Malformed, NotFound, Refused, Unavailable, UserFacingError } from '../domain/errors.ts'
import { chosenId, knownId } from '../domain/ids.ts'
import { checkLengths } from '../domain/lengths.ts'
import { authorize, reachOf, tenantOf } from '../domain/permissions.ts'
import { checkPoint } from '../domain/point.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../domain/words.ts'
import type { Knock } from '../entities/knock.ts'
import { shareWrites } from '../log/shareWrites.ts'
import { saveTogether, transactIn, type Saved, type Writing } from '../log/transact.ts'
import {
  followKnocks,
  knockValues,
  readDoors,
  savingKnocks,
  type Doors,
  type House,
  type KnockFacts,
  type KnockRow,
  type SavedKnock,
} from './knockRows.ts'
import { lockProperty, refOf } from './properties.ts'

export interface KnockInput {
  propertyId: string
  outcome: KnockOutcome
  /** The client's id for this knock: sending it again changes nothing. */
  eventId?: string | null
  /** When it happened at the door; clamped to at most seven days old and never ahead of now. */
  occurredAt?: Date | null
  sessionId?: string | null
  lat?: number | null
  lng?: number | null
  note?: string | null
}

export interface KnockResult {
  eventId: string
  /** The knock was in the log already, and nothing was written. */
  replayed: boolean
  propertyId: string
  /** The property's status now. */
  status: PropertyStatus
}

const longestDelayMs = 7 * 86_400_000
/** Knocks taken into one transaction at most. */
const sharedAtOnce = 500

type Pending = { ctx: Context; input: KnockInput; eventId: string; occurredAt: Date }

const share = shareWrites<Pending, KnockResult>(writeKnocks, sharedAtOnce)

/** Logs one knock. Throws `NotFound` for a property that is not the rep's, `Conflict` for an id used for another knock. */
export async function logKnock(ctx: Context, input: KnockInput): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.log')
  return share(tenantOf(ctx.actor), prepare(ctx, input))
}

/** Logs what a phone gathered while it was offline: each knock is answered for itself, a bad one refused alone. */
export async function logKnocks(ctx: Context, inputs: KnockInput[]): Promise<(KnockResult | UserFacingError)[]> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = tenantOf(ctx.actor)
  return Promise.all(
    inputs.map(async (input) => {
      try {
        return await share(tenantId, prepare(ctx, input))
      } catch (error) {
        if (isUnstorable(error)) return new Malformed('This knock holds something that cannot be stored.')
        // What is not the knock's own fault is no answer to it: all are sent again, and those that were saved stay so.
        if (error instanceof UserFacingError && !(error instanceof Unavailable)) return error
        throw error
      }
    }),
  )
}

function prepare(ctx: Context, input: KnockInput): Pending {
  const now = ctx.now().getTime()
  const given = input.occurredAt?.getTime() ?? now
  if (Number.isNaN(given)) throw new Refused('The time of the knock cannot be read.', { occurred_at: 'Use ISO 8601.' })
  const { lat, lng } = input
  // Where the device was is a place or nothing.
  if (lat != null || lng != null) checkPoint({ lat: lat ?? NaN, lng: lng ?? NaN })
  checkLengths({ note: input.note })
  return {
    ctx,
    input: {
      ...input,
      propertyId: knownId(input.propertyId, 'Property'),
      sessionId: input.sessionId ? knownId(input.sessionId, 'Session') : null,
    },
    eventId: input.eventId ? chosenId(input.eventId) : uuidv7(),
    occurredAt: new Date(Math.min(now, Math.max(now - longestDelayMs, given))),
  }
}

/** One transaction for all the knocks that wait for the tenant's log. */
async function writeKnocks(tenantId: string, knocks: Pending[]): Promise<(KnockResult | Error)[]> {
  try {
    return await tryKnocks(tenantId, knocks)
  } catch (error) {
    // A house was deleted in between: those who knock at it are told so, and the others are saved.
    if (sqlStateOf(error) === '23503') return tryKnocks(tenantId, knocks)
    throw error
  }
}

async function tryKnocks(tenantId: string, knocks: Pending[]): Promise<(KnockResult | Error)[]> {
  const { ctx } = knocks[0]!
  const doors = await readDoors(
    (sql, parameters) => ctx.database.ask({ tenantId }, sql, parameters),
    knocks.map(({ input, eventId }) => ({ ...input, eventId })),
  )
  const { houses, known } = doors
  const refused = knocks.map((knock) => refusalOf(knock, doors))
  const fresh = new Map<string, Pending>()
  knocks.forEach((knock, at) => {
    if (!refused[at] && !known.has(knock.eventId) && !fresh.has(knock.eventId)) fresh.set(knock.eventId, knock)
  })
  const outcomes = await saveKnocks(tenantId, [...fresh.values()], houses)
  return knocks.map((knock, at) => {
    const { eventId, input } = knock
    if (refused[at]) return refused[at]
    const outcome = outcomes.get(eventId)
    const first = known.get(eventId) ?? describe(fresh.get(eventId)!)
    if (outcome === 'conflict' || !sameKnock(first, describe(knock)))
      return new Conflict('This event id was used for another knock.')
    const replayed = !(outcome === 'appended' && fresh.get(eventId) === knock)
    return { eventId, replayed, propertyId: input.propertyId, status: statusFor(knock, houses.get(input.propertyId)) }
  })
}

/** Saves and records the knocks, and lets `houses` know what they became; answers what came of each, by its event id. */
async function saveKnocks(
  tenantId: string,
  knocks: Pending[],
  houses: Map<string, House>,
): Promise<Map<string, Saved<SavedKnock>['outcome']>> {
  if (knocks.length === 0) return new Map()
  const facts = knocks.map(({ ctx, input, eventId, occurredAt }) => ({
    by: ctx,
    fact: {
      ...{ type: 'DoorKnocked' as const, eventId, occurredAt, subjectId: input.propertyId },
      data: {
        ...refOf(houses.get(input.propertyId)!),
        repId: ctx.actor!.userId,
        outcome: input.outcome,
        sessionId: input.sessionId ?? null,
      },
    },
  }))
  const values = knockValues(knocks.map(rowOf))
  const saved = await saveTogether<SavedKnock>(knocks[0]!.ctx, tenantId, savingKnocks, facts, values)
  const doorOf = new Map(knocks.map(({ eventId, input }) => [eventId, input.propertyId]))
  for (const { eventId, saved: row } of saved) if (row) houses.get(doorOf.get(eventId)!)!.status = row.status
  return new Map(saved.map(({ eventId, outcome }) => [eventId, outcome]))
}

function describe({ ctx, input }: Pending): KnockFacts {
  return { propertyId: input.propertyId, repId: ctx.actor!.userId, outcome: input.outcome }
}

function sameKnock(a: KnockFacts, b: KnockFacts): boolean {
  return a.propertyId === b.propertyId && a.repId === b.repId && a.outcome === b.outcome
}

/**
 * Why this knock is not allowed, as an error for its caller alone; null when it is. One that is in the log already is
 * answered whatever became of its house since: a phone that never heard the first answer asks again.
 */
function refusalOf(knock: Pending, { houses, known, rounds }: Doors): Error | null {
  const { ctx, input, eventId } = knock
  const first = known.get(eventId)
  if (first && sameKnock(first, describe(knock))) return null
  if (!maySee(ctx, houses.get(input.propertyId))) return new NotFound('Property not found')
  if (input.sessionId && rounds.get(input.sessionId) !== ctx.actor!.userId) return new NotFound('Session not found')
  return null
}

function maySee({ actor }: Context, house: House | undefined): house is House {
  return house !== undefined && (reachOf(actor!, 'property.read') === 'all' || house.assignedTo === actor!.userId)
}

/** What the house is now; of one that is gone, or no longer the rep's to see, what the knock alone would have made it. */
function statusFor({ ctx, input }: Pending, house: House | undefined): PropertyStatus {
  return maySee(ctx, house) ? house.status : (statusByOutcome[input.outcome] ?? 'new')
}

function rowOf({ ctx, input, eventId, occurredAt }: Pending): KnockRow {
  return { ...input, eventId, occurredAt, repId: ctx.actor!.userId }
}

/** Takes back a knock of the actor's own: the door is no longer counted, where it was counted. Safe to repeat. */
export async function withdrawKnock(ctx: Context, eventId: string): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.withdraw')
  return transactIn(ctx, tenantOf(ctx.actor), (writing) => withdraw(ctx, writing, knownId(eventId, 'Knock')))
}

async function withdraw(ctx: Context, { em, record }: Writing, eventId: string): Promise<KnockResult> {
  const [at] = await rows<{ propertyId: string; repId: string }>(
    em,
    `select property_id as "propertyId", rep_id as "repId" from knocks where event_id = $1 and property_id is not null`,
    [eventId],
  )
  if (!at) throw new NotFound('Knock not found')
  authorize(ctx.actor, 'knock.withdraw', { ownerId: at.repId })
  const house = await lockProperty(em, at.propertyId, 'for no key update')
  const [knock] = await rows<Pick<Knock, 'repId' | 'occurredAt' | 'withdrawnAt'>>(
    em,
    'select rep_id as "repId", occurred_at as "occurredAt", withdrawn_at as "withdrawnAt" from knocks where event_id = $1',
    [eventId],
  )
  if (!knock) throw new NotFound('Knock not found')
  if (!knock.withdrawnAt)
    await rows(em, 'update knocks set withdrawn_at = $2 where event_id = $1', [eventId, ctx.now()])
  const status = await followKnocks(em, house.id)
  if (!knock.withdrawnAt)
    record({
      type: 'KnockWithdrawn',
      subjectId: house.id,
      data: {
        ...refOf(house),
        repId: knock.repId,
        knockId: eventId,
        countedAt: knock.occurredAt.toISOString(),
        status,
      },
    })
  return { eventId, replayed: knock.withdrawnAt !== null, propertyId: house.id, status }
}

/** The knocks on several doors that the actor may see, newest first, for loaders. */
export async function knocksOf(
  ctx: Context,
  propertyIds: readonly string[],
): Promise<(Knock & { propertyId: string })[]> {
  authorize(ctx.actor, 'property.read')
  return ctx.database.within(readScope(ctx), (em) =>
    rows<Knock & { propertyId: string }>(
      em,
      // By the house, which is found by its id alone: a global admin's knocks are of any tenant.
      `select k.tenant_id as "tenantId", k.event_id as "eventId", k.property_id as "propertyId", k.rep_id as "repId",
         k.session_id as "sessionId", k.outcome, k.note, k.lat, k.lng, k.occurred_at as "occurredAt",
         k.withdrawn_at as "withdrawnAt"
       from properties p join knocks k on k.tenant_id = p.tenant_id and k.property_id = p.id
       where p.id = any($1::uuid[]) and k.withdrawn_at is null order by k.occurred_at desc, k.event_id desc`,
      [propertyIds],
    ),
  )
}
