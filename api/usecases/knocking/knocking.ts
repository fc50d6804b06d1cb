import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { isUnstorable, queryRows, sqlStateOf, type Database } from '../../database/connection.ts'
import { Conflict, Malformed, NotFound, Refused, Unavailable, UserFacingError } from '../../domain/errors.ts'
import { parseEventId, parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint } from '../../domain/point.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../../domain/enums.ts'
import type { Knock } from '../../entities/knock.ts'
import { batchWrites, type BatchWriter } from '../../log/batchWrites.ts'
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
  /** The client's id for this knock, so that sending it again changes nothing. */
  eventId?: string | null
  /** When the knock happened. Clamped to the last seven days; never in the future. */
  occurredAt?: Date | null
  sessionId?: string | null
  lat?: number | null
  lng?: number | null
  note?: string | null
}

export interface KnockResult {
  eventId: string
  /** The knock was already in the log, and nothing was written. */
  replayed: boolean
  propertyId: string
  /** The property's status after the knock. */
  status: PropertyStatus
}

const maxDelayMs = 7 * 86_400_000
/** The maximum number of knocks in one transaction. */
const maxBatchSize = 500

interface PendingKnock {
  ctx: Context
  input: KnockInput
  eventId: string
  occurredAt: Date
}

/** One queue per server: servers in one process that use different databases must not share a transaction. */
const queues = new WeakMap<Database, BatchWriter<PendingKnock, KnockResult>>()

function enqueueKnock(ctx: Context, tenantId: string, input: KnockInput): Promise<KnockResult> {
  const pending = toPendingKnock(ctx, input)
  const queue = queues.get(ctx.database) ?? batchWrites(saveBatch, maxBatchSize)
  queues.set(ctx.database, queue)
  return queue(tenantId, pending)
}

/** Logs one knock. Throws `NotFound` for a property the rep may not see on the map, `Conflict` for an id used for another knock. */
export async function logKnock(ctx: Context, input: KnockInput): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.log')
  return enqueueKnock(ctx, requireTenant(ctx.actor), input)
}

/** Logs the knocks that a phone collected while offline. Returns, in order, the result of each or the error that rejects it. */
export async function logKnocks(ctx: Context, inputs: KnockInput[]): Promise<(KnockResult | UserFacingError)[]> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  return Promise.all(
    inputs.map(async (input) => {
      try {
        return await enqueueKnock(ctx, tenantId, input)
      } catch (error) {
        if (isUnstorable(error)) return new Malformed('This knock contains characters that cannot be stored.')
        // Any other error is not caused by this knock. It fails the request, and the client sends all knocks again.
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
    throw new Refused('The time of the knock is not a valid date.', { occurred_at: 'Use ISO 8601.' })
  const { lat, lng } = input
  // One coordinate without the other becomes NaN, which checkPoint rejects.
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

async function saveBatch(tenantId: string, knocks: PendingKnock[]): Promise<(KnockResult | Error)[]> {
  try {
    return await trySaveBatch(tenantId, knocks)
  } catch (error) {
    // A property was deleted after its context was read. The second try rejects its knocks and saves the others.
    if (sqlStateOf(error) === '23503') return trySaveBatch(tenantId, knocks)
    throw error
  }
}

/** Saves the knocks in one transaction. Returns, in order, the result of each or the error that rejects it alone. */
async function trySaveBatch(tenantId: string, knocks: PendingKnock[]): Promise<(KnockResult | Error)[]> {
  const context = await readKnockContext(
    knocks[0]!.ctx.database,
    tenantId,
    knocks.map(({ input, eventId }) => ({ ...input, eventId })),
  )
  const { properties, loggedKnocks } = context
  const rejections = knocks.map((knock) => rejectionOf(knock, context))
  const newKnocks = new Map<string, PendingKnock>()
  knocks.forEach((knock, index) => {
    const { eventId } = knock
    if (!rejections[index] && !loggedKnocks.has(eventId) && !newKnocks.has(eventId)) newKnocks.set(eventId, knock)
  })
  const outcomes = await insertKnocks(tenantId, [...newKnocks.values()], properties)
  return knocks.map((knock, index) => {
    const { eventId, input } = knock
    if (rejections[index]) return rejections[index]
    const outcome = outcomes.get(eventId)
    const original = loggedKnocks.get(eventId) ?? identityOf(newKnocks.get(eventId)!)
    if (outcome === 'conflict' || !isSameKnock(original, identityOf(knock)))
      return new Conflict('This event id was used for another knock.')
    const replayed = !(outcome === 'appended' && newKnocks.get(eventId) === knock)
    const status = statusAfter(knock, context)
    return { eventId, replayed, propertyId: input.propertyId, status }
  })
}

/** Saves the knocks with their events, updates the status in `properties`, and returns the outcome for each event id. */
async function insertKnocks(
  tenantId: string,
  knocks: PendingKnock[],
  properties: Map<string, KnockProperty>,
): Promise<Map<string, SavedEvent<SavedKnock>['outcome']>> {
  if (knocks.length === 0) return new Map()
  const events = knocks.map(({ ctx, input, eventId, occurredAt }) => ({
    by: ctx,
    event: {
      type: 'DoorKnocked' as const,
      eventId,
      occurredAt,
      subjectId: input.propertyId,
      data: {
        ...propertyRefOf(properties.get(input.propertyId)!),
        repId: ctx.actor!.userId,
        outcome: input.outcome,
        sessionId: input.sessionId ?? null,
      },
    },
  }))
  const values = saveKnocksParameters(knocks.map(toKnockRow))
  const saved = await saveKnockEvents<SavedKnock>(knocks[0]!.ctx, tenantId, saveKnocksSql, events, values)
  const propertyIds = new Map(knocks.map(({ eventId, input }) => [eventId, input.propertyId]))
  for (const { eventId, saved: row } of saved) if (row) properties.get(propertyIds.get(eventId)!)!.status = row.status
  return new Map(saved.map(({ eventId, outcome }) => [eventId, outcome]))
}

function identityOf({ ctx, input }: PendingKnock): KnockIdentity {
  return { propertyId: input.propertyId, repId: ctx.actor!.userId, outcome: input.outcome }
}

function isSameKnock(a: KnockIdentity, b: KnockIdentity): boolean {
  return a.propertyId === b.propertyId && a.repId === b.repId && a.outcome === b.outcome
}

/**
 * Why this knock is not allowed, or null. A knock that is already in the log is never rejected, even if its property was
 * deleted since: a phone that missed the response sends it again and must get the same result.
 */
function rejectionOf(knock: PendingKnock, context: KnockContext): Error | null {
  const { ctx, input, eventId } = knock
  const original = context.loggedKnocks.get(eventId)
  if (original && isSameKnock(original, identityOf(knock))) return null
  if (!findDoor(knock, context)) return new NotFound('Property not found')
  if (input.sessionId && context.sessionOwners.get(input.sessionId) !== ctx.actor!.userId)
    return new NotFound('Session not found')
  return null
}

/** The property of the knock, if the actor sees it on the map. */
function findDoor({ ctx, input }: PendingKnock, { properties, teamDoorsVisible }: KnockContext): KnockProperty | null {
  const property = properties.get(input.propertyId)
  if (!property) return null
  const { actor } = ctx
  const visible =
    teamDoorsVisible || reachOf(actor!, 'property.read') === 'all' || property.assignedTo === actor!.userId
  return visible ? property : null
}

/** The property's status. If it was deleted or the rep no longer sees it, the status that the knock alone would give. */
function statusAfter(knock: PendingKnock, context: KnockContext): PropertyStatus {
  return findDoor(knock, context)?.status ?? statusByOutcome[knock.input.outcome] ?? 'new'
}

function toKnockRow({ ctx, input, eventId, occurredAt }: PendingKnock): KnockRow {
  return { ...input, eventId, occurredAt, repId: ctx.actor!.userId }
}

/**
 * Withdraws a knock of the actor and recomputes the property's status. The event subtracts the knock from the hour in which
 * it was counted. Withdrawing it again changes nothing.
 */
export async function withdrawKnock(ctx: Context, eventId: string): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.withdraw')
  return transactInTenant(ctx, requireTenant(ctx.actor), (transaction) =>
    withdrawInTransaction(ctx, transaction, parseId(eventId, 'Knock')),
  )
}

async function withdrawInTransaction(
  ctx: Context,
  { em, record }: WriteTransaction,
  eventId: string,
): Promise<KnockResult> {
  const [target] = await queryRows<{ propertyId: string; repId: string }>(
    em,
    `select property_id as "propertyId", rep_id as "repId" from knocks where event_id = $1 and property_id is not null`,
    [eventId],
  )
  if (!target) throw new NotFound('Knock not found')
  authorize(ctx.actor, 'knock.withdraw', { ownerId: target.repId })
  const property = await lockProperty(em, target.propertyId, 'for no key update')
  const [knock] = await queryRows<Pick<Knock, 'repId' | 'occurredAt' | 'withdrawnAt'>>(
    em,
    'select rep_id as "repId", occurred_at as "occurredAt", withdrawn_at as "withdrawnAt" from knocks where event_id = $1',
    [eventId],
  )
  if (!knock) throw new NotFound('Knock not found')
  if (!knock.withdrawnAt)
    await queryRows(em, 'update knocks set withdrawn_at = $2 where event_id = $1', [eventId, ctx.now()])
  const status = await recomputeStatus(em, property.id)
  if (!knock.withdrawnAt)
    record({
      type: 'KnockWithdrawn',
      subjectId: property.id,
      data: {
        ...propertyRefOf(property),
        repId: knock.repId,
        knockId: eventId,
        countedAt: knock.occurredAt.toISOString(),
        status,
      },
    })
  return { eventId, replayed: knock.withdrawnAt !== null, propertyId: property.id, status }
}

/** The knocks at these properties that were not withdrawn, newest first. */
export async function readKnocksOfProperties(
  ctx: Context,
  propertyIds: readonly string[],
): Promise<(Knock & { propertyId: string })[]> {
  authorize(ctx.actor, 'property.read')
  return ctx.database.within(readScope(ctx), (em) =>
    queryRows<Knock & { propertyId: string }>(
      em,
      // Compare p.id, not k.property_id: a global admin's query has no tenant, and only the index on p.id works without one.
      `select k.tenant_id as "tenantId", k.event_id as "eventId", k.property_id as "propertyId", k.rep_id as "repId",
         k.session_id as "sessionId", k.outcome, k.note, k.lat, k.lng, k.occurred_at as "occurredAt",
         k.withdrawn_at as "withdrawnAt"
       from properties p join knocks k on k.tenant_id = p.tenant_id and k.property_id = p.id
       where p.id = any($1::uuid[]) and k.withdrawn_at is null order by k.occurred_at desc, k.event_id desc`,
      [propertyIds],
    ),
  )
}
