import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { isUnstorable, queryRows, sqlStateOf } from '../../database/connection.ts'
import { Conflict, Malformed, NotFound, Refused, Unavailable, UserFacingError } from '../../domain/errors.ts'
import { parseEventId, parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint } from '../../domain/point.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../../domain/enums.ts'
import type { Knock } from '../../entities/knock.ts'
import { batchWrites } from '../../log/batchWrites.ts'
import {
  saveBatch as saveKnockEvents,
  transactInTenant,
  type SavedEvent,
  type WriteTransaction,
} from '../../log/transact.ts'
import {
  recomputeStatus,
  saveKnocksParameters,
  readKnockContext,
  saveKnocksSql,
  type KnockContext,
  type KnockProperty,
  type KnockIdentity,
  type KnockRow,
  type SavedKnock,
} from './knockStatements.ts'
import { lockProperty, propertyRefOf } from '../properties/propertyRows.ts'

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

const maxDelayMs = 7 * 86_400_000
/** Knocks taken into one transaction at most. */
const maxBatchSize = 500

type PendingKnock = { ctx: Context; input: KnockInput; eventId: string; occurredAt: Date }

const enqueueKnock = batchWrites<PendingKnock, KnockResult>(saveBatch, maxBatchSize)

/** Logs one knock. Throws `NotFound` for a property that is not the rep's, `Conflict` for an id used for another knock. */
export async function logKnock(ctx: Context, input: KnockInput): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.log')
  return enqueueKnock(requireTenant(ctx.actor), toPendingKnock(ctx, input))
}

/** Logs what a phone gathered while it was offline: each knock is answered for itself, a bad one refused alone. */
export async function logKnocks(ctx: Context, inputs: KnockInput[]): Promise<(KnockResult | UserFacingError)[]> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  return Promise.all(
    inputs.map(async (input) => {
      try {
        return await enqueueKnock(tenantId, toPendingKnock(ctx, input))
      } catch (error) {
        if (isUnstorable(error)) return new Malformed('This knock holds something that cannot be stored.')
        // What is not the knock's own fault is no answer to it: all are sent again, and those that were saved stay so.
        if (error instanceof UserFacingError && !(error instanceof Unavailable)) return error
        throw error
      }
    }),
  )
}

function toPendingKnock(ctx: Context, input: KnockInput): PendingKnock {
  const now = ctx.now().getTime()
  const requestedMs = input.occurredAt?.getTime() ?? now
  if (Number.isNaN(requestedMs))
    throw new Refused('The time of the knock cannot be read.', { occurred_at: 'Use ISO 8601.' })
  const { lat, lng } = input
  // Where the device was is a place or nothing.
  if (lat != null || lng != null) checkPoint({ lat: lat ?? NaN, lng: lng ?? NaN })
  checkLengths({ note: input.note })
  return {
    ctx,
    input: {
      ...input,
      propertyId: parseId(input.propertyId, 'Property'),
      sessionId: input.sessionId ? parseId(input.sessionId, 'Session') : null,
    },
    eventId: input.eventId ? parseEventId(input.eventId) : uuidv7(),
    occurredAt: new Date(Math.min(now, Math.max(now - maxDelayMs, requestedMs))),
  }
}

/** One transaction for all the knocks that wait for the tenant's log. */
async function saveBatch(tenantId: string, knocks: PendingKnock[]): Promise<(KnockResult | Error)[]> {
  try {
    return await trySaveBatch(tenantId, knocks)
  } catch (error) {
    // A house was deleted in between: those who knock at it are told so, and the others are saved.
    if (sqlStateOf(error) === '23503') return trySaveBatch(tenantId, knocks)
    throw error
  }
}

async function trySaveBatch(tenantId: string, knocks: PendingKnock[]): Promise<(KnockResult | Error)[]> {
  const { ctx } = knocks[0]!
  const doors = await readKnockContext(
    (sql, parameters) => ctx.database.query({ tenantId }, sql, parameters),
    knocks.map(({ input, eventId }) => ({ ...input, eventId })),
  )
  const { properties: houses, identities: known } = doors
  const refused = knocks.map((knock) => rejectionOf(knock, doors))
  const fresh = new Map<string, PendingKnock>()
  knocks.forEach((knock, at) => {
    if (!refused[at] && !known.has(knock.eventId) && !fresh.has(knock.eventId)) fresh.set(knock.eventId, knock)
  })
  const outcomes = await insertKnocks(tenantId, [...fresh.values()], houses)
  return knocks.map((knock, at) => {
    const { eventId, input } = knock
    if (refused[at]) return refused[at]
    const outcome = outcomes.get(eventId)
    const first = known.get(eventId) ?? identityOf(fresh.get(eventId)!)
    if (outcome === 'conflict' || !isSameKnock(first, identityOf(knock)))
      return new Conflict('This event id was used for another knock.')
    const replayed = !(outcome === 'appended' && fresh.get(eventId) === knock)
    return { eventId, replayed, propertyId: input.propertyId, status: statusAfter(knock, houses.get(input.propertyId)) }
  })
}

/** Saves and records the knocks, and lets `houses` know what they became; answers what came of each, by its event id. */
async function insertKnocks(
  tenantId: string,
  knocks: PendingKnock[],
  houses: Map<string, KnockProperty>,
): Promise<Map<string, SavedEvent<SavedKnock>['outcome']>> {
  if (knocks.length === 0) return new Map()
  const events = knocks.map(({ ctx, input, eventId, occurredAt }) => ({
    by: ctx,
    fact: {
      ...{ type: 'DoorKnocked' as const, eventId, occurredAt, subjectId: input.propertyId },
      data: {
        ...propertyRefOf(houses.get(input.propertyId)!),
        repId: ctx.actor!.userId,
        outcome: input.outcome,
        sessionId: input.sessionId ?? null,
      },
    },
  }))
  const values = saveKnocksParameters(knocks.map(toKnockRow))
  const saved = await saveKnockEvents<SavedKnock>(knocks[0]!.ctx, tenantId, saveKnocksSql, events, values)
  const propertyIdOf = new Map(knocks.map(({ eventId, input }) => [eventId, input.propertyId]))
  for (const { eventId, saved: row } of saved) if (row) houses.get(propertyIdOf.get(eventId)!)!.status = row.status
  return new Map(saved.map(({ eventId, outcome }) => [eventId, outcome]))
}

function identityOf({ ctx, input }: PendingKnock): KnockIdentity {
  return { propertyId: input.propertyId, repId: ctx.actor!.userId, outcome: input.outcome }
}

function isSameKnock(a: KnockIdentity, b: KnockIdentity): boolean {
  return a.propertyId === b.propertyId && a.repId === b.repId && a.outcome === b.outcome
}

/**
 * Why this knock is not allowed, as an error for its caller alone; null when it is. One that is in the log already is
 * answered whatever became of its house since: a phone that never heard the first answer asks again.
 */
function rejectionOf(
  knock: PendingKnock,
  { properties: houses, identities: known, sessionOwners: rounds }: KnockContext,
): Error | null {
  const { ctx, input, eventId } = knock
  const first = known.get(eventId)
  if (first && isSameKnock(first, identityOf(knock))) return null
  if (!canSeeProperty(ctx, houses.get(input.propertyId))) return new NotFound('Property not found')
  if (input.sessionId && rounds.get(input.sessionId) !== ctx.actor!.userId) return new NotFound('Session not found')
  return null
}

function canSeeProperty({ actor }: Context, house: KnockProperty | undefined): house is KnockProperty {
  return house !== undefined && (reachOf(actor!, 'property.read') === 'all' || house.assignedTo === actor!.userId)
}

/** What the house is now; of one that is gone, or no longer the rep's to see, what the knock alone would have made it. */
function statusAfter({ ctx, input }: PendingKnock, house: KnockProperty | undefined): PropertyStatus {
  return canSeeProperty(ctx, house) ? house.status : (statusByOutcome[input.outcome] ?? 'new')
}

function toKnockRow({ ctx, input, eventId, occurredAt }: PendingKnock): KnockRow {
  return { ...input, eventId, occurredAt, repId: ctx.actor!.userId }
}

/** Takes back a knock of the actor's own: the door is no longer counted, where it was counted. Safe to repeat. */
export async function withdrawKnock(ctx: Context, eventId: string): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.withdraw')
  return transactInTenant(ctx, requireTenant(ctx.actor), (writing) =>
    withdrawInTransaction(ctx, writing, parseId(eventId, 'Knock')),
  )
}

async function withdrawInTransaction(
  ctx: Context,
  { em, record }: WriteTransaction,
  eventId: string,
): Promise<KnockResult> {
  const [at] = await queryRows<{ propertyId: string; repId: string }>(
    em,
    `select property_id as "propertyId", rep_id as "repId" from knocks where event_id = $1 and property_id is not null`,
    [eventId],
  )
  if (!at) throw new NotFound('Knock not found')
  authorize(ctx.actor, 'knock.withdraw', { ownerId: at.repId })
  const house = await lockProperty(em, at.propertyId, 'for no key update')
  const [knock] = await queryRows<Pick<Knock, 'repId' | 'occurredAt' | 'withdrawnAt'>>(
    em,
    'select rep_id as "repId", occurred_at as "occurredAt", withdrawn_at as "withdrawnAt" from knocks where event_id = $1',
    [eventId],
  )
  if (!knock) throw new NotFound('Knock not found')
  if (!knock.withdrawnAt)
    await queryRows(em, 'update knocks set withdrawn_at = $2 where event_id = $1', [eventId, ctx.now()])
  const status = await recomputeStatus(em, house.id)
  if (!knock.withdrawnAt)
    record({
      type: 'KnockWithdrawn',
      subjectId: house.id,
      data: {
        ...propertyRefOf(house),
        repId: knock.repId,
        knockId: eventId,
        countedAt: knock.occurredAt.toISOString(),
        status,
      },
    })
  return { eventId, replayed: knock.withdrawnAt !== null, propertyId: house.id, status }
}

/** The knocks on several doors that the actor may see, newest first, for loaders. */
export async function readKnocksOfProperties(
  ctx: Context,
  propertyIds: readonly string[],
): Promise<(Knock & { propertyId: string })[]> {
  authorize(ctx.actor, 'property.read')
  return ctx.database.within(readScope(ctx), (em) =>
    queryRows<Knock & { propertyId: string }>(
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
