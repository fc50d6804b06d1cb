import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../context.ts'
import { rows } from '../database/connection.ts'
import { Conflict, NotFound, Refused, UserFacingError } from '../domain/errors.ts'
import { chosenId, knownId } from '../domain/ids.ts'
import { authorize, reachOf, tenantOf } from '../domain/permissions.ts'
import type { KnockOutcome, PropertyStatus } from '../domain/words.ts'
import type { Knock } from '../entities/knock.ts'
import { shareWrites } from '../log/shareWrites.ts'
import { saveTogether, transactIn, type Saved, type Writing } from '../log/transact.ts'
import {
  followKnocks,
  knockValues,
  readDoors,
  savingKnocks,
  type House,
  type KnockFacts,
  type KnockRow,
  type SavedKnock,
} from './knockRows.ts'
import { refOf } from './properties.ts'

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
        if (error instanceof UserFacingError) return error
        throw error
      }
    }),
  )
}

function prepare(ctx: Context, input: KnockInput): Pending {
  const now = ctx.now().getTime()
  const given = input.occurredAt?.getTime() ?? now
  if (Number.isNaN(given)) throw new Refused('The time of the knock cannot be read.', { occurred_at: 'Use ISO 8601.' })
  return {
    ctx,
    input: {
      ...input,
      propertyId: knownId(input.propertyId, 'Property'),
      sessionId: input.sessionId && knownId(input.sessionId, 'Session'),
    },
    eventId: input.eventId ? chosenId(input.eventId) : uuidv7(),
    occurredAt: new Date(Math.min(now, Math.max(now - longestDelayMs, given))),
  }
}

/** One transaction for all the knocks that wait for the tenant's log. */
async function writeKnocks(tenantId: string, knocks: Pending[]): Promise<(KnockResult | Error)[]> {
  const { ctx } = knocks[0]!
  const { houses, known } = await readDoors(
    (sql, parameters) => ctx.database.ask({ tenantId }, sql, parameters),
    knocks.map(({ input }) => input.propertyId),
    knocks.map(({ eventId }) => eventId),
  )
  const allowed = knocks.map((knock) => refusalOf(knock, houses.get(knock.input.propertyId)))
  const fresh = new Map<string, Pending>()
  knocks.forEach((knock, at) => {
    if (!allowed[at] && !known.has(knock.eventId) && !fresh.has(knock.eventId)) fresh.set(knock.eventId, knock)
  })
  const outcomes = await saveKnocks(tenantId, [...fresh.values()], houses)
  return knocks.map((knock, at) => {
    const { eventId, input } = knock
    if (allowed[at]) return allowed[at]
    const outcome = outcomes.get(eventId)
    const first = known.get(eventId) ?? describe(fresh.get(eventId)!)
    if (outcome === 'conflict' || !sameKnock(first, describe(knock)))
      return new Conflict('This event id was used for another knock.')
    const replayed = !(outcome === 'appended' && fresh.get(eventId) === knock)
    return { eventId, replayed, propertyId: input.propertyId, status: houses.get(input.propertyId)!.status }
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
  for (const { eventId, saved: row } of saved) if (row?.status) houses.get(doorOf.get(eventId)!)!.status = row.status
  return new Map(saved.map(({ eventId, outcome }) => [eventId, outcome]))
}

function describe({ ctx, input }: Pending): KnockFacts {
  return { propertyId: input.propertyId, repId: ctx.actor!.userId, outcome: input.outcome }
}

function sameKnock(a: KnockFacts, b: KnockFacts): boolean {
  return a.propertyId === b.propertyId && a.repId === b.repId && a.outcome === b.outcome
}

/** Why this knock is not allowed, as an error for its caller alone; null when it is. */
function refusalOf({ ctx }: Pending, house: House | undefined): Error | null {
  const mayReadAll = reachOf(ctx.actor!, 'property.read') === 'all'
  const mine = house && (mayReadAll || house.assignedTo === ctx.actor!.userId)
  return mine ? null : new NotFound('Property not found')
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
  const [knock] = await rows<Pick<Knock, 'propertyId' | 'repId' | 'occurredAt' | 'withdrawnAt'>>(
    em,
    `select property_id as "propertyId", rep_id as "repId", occurred_at as "occurredAt", withdrawn_at as "withdrawnAt"
     from knocks where event_id = $1 for update`,
    [eventId],
  )
  if (!knock) throw new NotFound('Knock not found')
  authorize(ctx.actor, 'knock.withdraw', { ownerId: knock.repId })
  if (!knock.withdrawnAt)
    await rows(em, 'update knocks set withdrawn_at = $2 where event_id = $1', [eventId, ctx.now()])
  const status = await followKnocks(em, knock.propertyId)
  if (!knock.withdrawnAt) {
    const house = (await readDoors((sql, parameters) => rows(em, sql, parameters), [knock.propertyId], [])).houses.get(
      knock.propertyId,
    )
    record({
      type: 'KnockWithdrawn',
      subjectId: knock.propertyId,
      data: {
        ...refOf(house!),
        repId: knock.repId,
        knockId: eventId,
        countedAt: knock.occurredAt.toISOString(),
        status,
      },
    })
  }
  return { eventId, replayed: knock.withdrawnAt !== null, propertyId: knock.propertyId, status }
}

/** The knocks on several doors that the actor may see, newest first, for loaders. */
export async function knocksOf(ctx: Context, propertyIds: readonly string[]): Promise<Knock[]> {
  authorize(ctx.actor, 'property.read')
  return ctx.database.within(readScope(ctx), (em) =>
    rows<Knock>(
      em,
      `select tenant_id as "tenantId", event_id as "eventId", property_id as "propertyId", rep_id as "repId",
         session_id as "sessionId", outcome, note, lat, lng, occurred_at as "occurredAt", withdrawn_at as "withdrawnAt"
       from knocks where property_id = any($1::uuid[]) and withdrawn_at is null order by occurred_at desc, event_id desc`,
      [propertyIds],
    ),
  )
}
