import { v7 as uuidv7 } from 'uuid'
import { oncePerServer, type Context } from '../../context.ts'
import { isUnstorable, queryRows } from '../../database/connection.ts'
import {
  Conflict,
  DoNotKnock,
  Malformed,
  NotFound,
  Refused,
  Unavailable,
  UserFacingError,
  check,
} from '../../domain/errors.ts'
import { clampFieldTime } from '../../domain/knocking/fieldTime.ts'
import { maxPhotosOfKnock } from '../../domain/knocking/photos.ts'
import { parseEventId, parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { assertCanWrite, authorize, effectiveRole, reachOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, type NullablePoint } from '../../domain/point.ts'
import { admissionOf } from '../../domain/doNotKnock/doNotKnock.ts'
import type { KnockFlag, KnockOutcome, PropertyStatus } from '../../domain/enums.ts'
import { schemaVersionOf } from '../../events/versions.ts'
import { batchWrites } from '../../log/batchWrites.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { saveKnocks, type KnockRow, type SavedKnock } from './knockStatements.ts'
import { chooseOutcome, readOutcomesOf, type ChosenOutcome } from './chosenOutcomes.ts'
import { readKnockRules, refusalOf } from '../../records/doNotKnockRows.ts'
import type { Knock } from '../../records/knockRows.ts'
import { readPermitFlags } from '../../records/permitRows.ts'
import { propertyRefOf } from '../../records/propertyRows.ts'
import { recomputeStatus } from '../../records/propertyStatuses.ts'
import { lockProperty } from '../../records/propertyWrites.ts'
import type { Outcome } from '../outcomes/outcomes.ts'

export interface KnockInput extends Partial<NullablePoint> {
  propertyId: string
  /** May be omitted with `outcomeId`. */
  outcome?: KnockOutcome | null
  /** An outcome of the tenant's own, or a built-in one by its name. */
  outcomeId?: string | null
  /** The client's id for this knock, so that sending it again changes nothing. */
  eventId?: string | null
  /** When the knock happened. Clamped to the last seven days; never in the future. */
  occurredAt?: Date | null
  sessionId?: string | null
  note?: string | null
  /** Ids of photos that the rep uploaded, in the order in which they are shown. */
  photoIds?: readonly string[] | null
  /** The first of `photoIds`, which may then be omitted if there are no others. */
  photoId?: string | null
  /** The accuracy of the point, in meters. */
  accuracyMeters?: number | null
  /** When the rep wants to come back; only with the outcome `come_back`. */
  comeBackAt?: Date | null
}

export interface KnockResult {
  eventId: string
  /** The knock was already in the log, and nothing was written. */
  replayed: boolean
  propertyId: string
  /** The property's status after the knock. */
  status: PropertyStatus
}

/** At most 500 knocks are in one transaction. A tenant's queue is full after ten of them, which take about a second. */
const queueOptions = { name: 'knocks', maxBatchSize: 500, maxQueued: 5_000 } as const

interface PendingKnock {
  ctx: Context
  input: KnockInput
  outcome: ChosenOutcome
  eventId: string
  occurredAt: Date
}

function enqueueKnock(
  ctx: Context,
  tenantId: string,
  input: KnockInput,
  own: ReadonlyMap<string, Outcome>,
): Promise<KnockResult> {
  const pending = toPendingKnock(ctx, input, own)
  const makeQueue = () =>
    batchWrites<PendingKnock, KnockResult>((tenant, knocks) => saveBatch(tenant, knocks), queueOptions)
  return oncePerServer(ctx, 'knocks', makeQueue)(tenantId, pending)
}

/** Logs one knock. Throws `NotFound` for a property the rep may not see on the map, `Conflict` for an id used for another knock. */
export async function logKnock(ctx: Context, input: KnockInput): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  return enqueueKnock(ctx, tenantId, input, await readOutcomesOf(ctx, tenantId, [input]))
}

/** Logs the knocks that a phone collected while offline. Returns, in order, the result of each or the error that rejects it. */
export async function logKnocks(ctx: Context, inputs: KnockInput[]): Promise<(KnockResult | UserFacingError)[]> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  const own = await readOutcomesOf(ctx, tenantId, inputs)
  return Promise.all(
    inputs.map(async (input) => {
      try {
        return await enqueueKnock(ctx, tenantId, input, own)
      } catch (error) {
        if (isUnstorable(error)) return new Malformed('This knock contains characters that cannot be stored.')
        // Any other error is not caused by this knock. It fails the request, and the client sends all knocks again.
        if (error instanceof UserFacingError && !(error instanceof Unavailable)) return error
        throw error
      }
    }),
  )
}

function toPendingKnock(ctx: Context, input: KnockInput, own: ReadonlyMap<string, Outcome>): PendingKnock {
  assertCanWrite(ctx.actor)
  const { lat, lng } = input
  // One coordinate without the other becomes NaN, which checkPoint rejects.
  if (lat != null || lng != null) checkPoint({ lat: lat ?? NaN, lng: lng ?? NaN })
  checkAccuracy(input)
  const occurredAt = clampFieldTime(input.occurredAt, ctx.now())
  const outcome = chooseOutcome(input, own, occurredAt)
  const comeBackMessage = 'Only a knock with the outcome come_back has a time to come back.'
  check(!input.comeBackAt || outcome.outcome === 'come_back', comeBackMessage, { come_back_at: comeBackMessage })
  checkLengths({ note: input.note })
  return {
    ctx,
    outcome,
    input: {
      ...input,
      propertyId: parseId(input.propertyId, 'Property'),
      sessionId: input.sessionId ? parseId(input.sessionId, 'Session') : null,
      photoIds: toPhotoIds(input),
    },
    eventId: input.eventId ? parseEventId(input.eventId) : uuidv7(),
    occurredAt,
  }
}

function toPhotoIds({ photoIds, photoId }: KnockInput): string[] {
  const given = photoIds ?? (photoId ? [photoId] : [])
  const say = (message: string) => [message, { photo_ids: message }] as const
  check(given.length <= maxPhotosOfKnock, ...say(`A knock has at most ${maxPhotosOfKnock} photos.`))
  const ids = given.map((id) => parseId(id, 'Photo'))
  check(!photoId || ids[0] === parseId(photoId, 'Photo'), ...say('photo_id is the first of photo_ids.'))
  check(new Set(ids).size === ids.length, ...say('A knock has each photo once.'))
  return ids
}

function checkAccuracy({ lat, accuracyMeters }: KnockInput): void {
  if (accuracyMeters == null) return
  const message = 'The accuracy needs a position, and is not negative.'
  check(accuracyMeters >= 0 && lat != null, message, { accuracy_meters: message })
}

/**
 * Saves the knocks in one transaction. A knock with the event id of an earlier one is saved in a second transaction.
 * Returns, in order, the result of each or the error that rejects it alone.
 */
async function saveBatch(
  tenantId: string,
  knocks: PendingKnock[],
  retried: PendingKnock[] = [],
): Promise<(KnockResult | Error)[]> {
  const { database, afterCommit } = knocks[0]!.ctx
  const eventIds = new Set<string>()
  const batch = knocks.filter(({ eventId }) => !eventIds.has(eventId) && eventIds.add(eventId))
  const { rows, refusals } = await admit(tenantId, batch)
  const saved = await saveKnocks(database, tenantId, rows)
  const appended = saved.filter(({ outcome }) => outcome === 'appended')
  if (appended.length > 0)
    afterCommit(
      tenantId,
      appended.map(() => 'DoorKnocked'),
      appended.length,
    )
  const results = new Map(batch.map((knock, index) => [knock, resultOf(knock, saved[index]!, refusals[index]!)]))
  // The next try finds the event that the other transaction saved with this id.
  const toRetry = batch.filter((knock, index) => saved[index]!.outcome === 'retry' && !retried.includes(knock))
  const remaining = knocks.filter((knock) => !results.has(knock) || toRetry.includes(knock))
  if (remaining.length > 0) {
    const laterResults = await saveBatch(tenantId, remaining, [...retried, ...toRetry])
    remaining.forEach((knock, index) => results.set(knock, laterResults[index]!))
  }
  return knocks.map((knock) => results.get(knock)!)
}

/** The rows of the knocks, with those that are refused or flagged because of their door, and why each is refused. */
async function admit(
  tenantId: string,
  batch: readonly PendingKnock[],
): Promise<{ rows: KnockRow[]; refusals: string[] }> {
  const { ctx } = batch[0]!
  const now = ctx.now()
  const ids = new Set(batch.map(({ input }) => input.propertyId))
  const { marks, hasPermits } = await readKnockRules(ctx, tenantId, [...ids])
  const visits = batch.map(({ ctx: { actor }, input, occurredAt: at }) => ({
    ...{ propertyId: input.propertyId, userId: actor!.userId, at },
  }))
  const permitFlags = hasPermits ? await readPermitFlags(ctx, tenantId, visits) : []
  const admitted = batch.map((knock, index) => {
    const ofDoor = marks.get(knock.input.propertyId) ?? []
    const admission = admissionOf(ofDoor, knock.occurredAt.getTime(), now.getTime())
    const isRefused = admission === 'refused'
    const flags: KnockFlag[] = [
      ...(admission === 'flagged' ? (['do_not_knock'] as const) : []),
      ...(permitFlags[index] ?? []),
    ]
    return {
      row: { ...toKnockRow(knock), do_not_knock: isRefused, flags },
      refusal: isRefused ? refusalOf(ofDoor, knock.occurredAt, now) : '',
    }
  })
  return { rows: admitted.map(({ row }) => row), refusals: admitted.map(({ refusal }) => refusal) }
}

function resultOf(
  { eventId, input }: PendingKnock,
  { outcome, status }: SavedKnock,
  refusal: string,
): KnockResult | Error {
  if (outcome === 'do_not_knock') return new DoNotKnock(refusal)
  if (outcome !== 'appended' && outcome !== 'replayed') return rejections[outcome]()
  return { eventId, replayed: outcome === 'replayed', propertyId: input.propertyId, status }
}

const rejections = {
  property_not_found: () => new NotFound('Property not found'),
  session_not_found: () => new NotFound('Session not found'),
  photo_not_found: () => new NotFound('Photo not found'),
  outcome_retired: () => new Refused('This outcome was retired. Choose another one.'),
  conflict: () => new Conflict('This event id was used for another knock.'),
  retry: () => new Conflict('This event id was used for another knock.'),
}

function toKnockRow({
  ctx: { actor, requestId },
  input,
  outcome,
  eventId,
  occurredAt,
}: PendingKnock): Omit<KnockRow, 'do_not_knock' | 'flags'> {
  return {
    event_id: eventId,
    property_id: input.propertyId,
    rep_id: actor!.userId,
    session_id: input.sessionId ?? null,
    ...outcome,
    note: input.note ?? null,
    lat: input.lat ?? null,
    lng: input.lng ?? null,
    occurred_at: occurredAt,
    schema_version: schemaVersionOf('DoorKnocked'),
    sees_all: reachOf(actor!, 'property.read') === 'all',
    real_role: actor!.role,
    acting_role: effectiveRole(actor!),
    actor_session_id: actor!.sessionId ?? null,
    request_id: requestId,
    photo_ids: input.photoIds ?? [],
    accuracy_meters: input.accuracyMeters ?? null,
    come_back_at: input.comeBackAt ?? null,
  }
}

/** How long after a knock a rep may withdraw it. A manager may do so at any time. */
const undoableMs = 7 * 86_400_000

/**
 * Withdraws a knock, of a rep only their own of the last seven days, and recomputes the property's status. The event subtracts the knock from the hour in which
 * it was counted. Withdrawing it again changes nothing.
 */
export async function withdrawKnock(ctx: Context, eventId: string): Promise<KnockResult> {
  authorize(ctx.actor, 'knock.withdraw')
  return transactInTenant(ctx, requireTenant(ctx.actor), (transaction) =>
    withdrawInTransaction(ctx, transaction, parseId(eventId, 'Knock')),
  )
}

/**
 * `withdrawKnock` once for each `actionId`, a client-made id. `occurredAt` is when it was withdrawn in the field. Returns
 * whether it was already done, and the status of the property.
 */
export async function withdrawKnockOnce(
  ctx: Context,
  actionId: string,
  { knockId }: { knockId: string },
  occurredAt: Date,
): Promise<{ replayed: boolean; status: PropertyStatus | null }> {
  authorize(ctx.actor, 'knock.withdraw')
  const eventId = parseId(knockId, 'Knock')
  const tenantId = requireTenant(ctx.actor)
  const action = { id: actionId, kind: 'withdrawal' as const, content: { knockId: eventId } }
  const done = await transactOnce(ctx, tenantId, action, (transaction) =>
    withdrawInTransaction(ctx, transaction, eventId, occurredAt),
  )
  if (done) return { replayed: false, status: done.status }
  const [property] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ status: PropertyStatus }>(
      em,
      `select p.status from knocks k join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
       where k.tenant_id = $1 and k.event_id = $2`,
      [tenantId, eventId],
    ),
  )
  return { replayed: true, status: property?.status ?? null }
}

async function withdrawInTransaction(
  ctx: Context,
  { em, record }: WriteTransaction,
  eventId: string,
  occurredAt = ctx.now(),
): Promise<KnockResult> {
  const tenantId = requireTenant(ctx.actor)
  const [target] = await queryRows<{ propertyId: string; repId: string }>(
    em,
    `select property_id as "propertyId", rep_id as "repId" from knocks
     where tenant_id = $1 and event_id = $2 and property_id is not null`,
    [tenantId, eventId],
  )
  if (!target) throw new NotFound('Knock not found')
  const reach = authorize(ctx.actor, 'knock.withdraw', { ownerId: target.repId })
  const property = await lockProperty(em, tenantId, target.propertyId, 'for no key update')
  const [knock] = await queryRows<Pick<Knock, 'repId' | 'occurredAt' | 'withdrawnAt' | 'counted'>>(
    em,
    `select rep_id as "repId", occurred_at as "occurredAt", withdrawn_at as "withdrawnAt", counted from knocks
     where tenant_id = $1 and event_id = $2`,
    [tenantId, eventId],
  )
  if (!knock) throw new NotFound('Knock not found')
  if (!knock.withdrawnAt && reach === 'own' && occurredAt.getTime() - knock.occurredAt.getTime() > undoableMs)
    throw new Refused('A knock can be undone for seven days. Ask an owner or admin.')
  if (!knock.withdrawnAt)
    await queryRows(em, 'update knocks set withdrawn_at = $3 where tenant_id = $1 and event_id = $2', [
      tenantId,
      eventId,
      occurredAt,
    ])
  const status = await recomputeStatus(em, property)
  if (!knock.withdrawnAt)
    record({
      type: 'KnockWithdrawn',
      occurredAt,
      subjectId: property.id,
      data: {
        ...propertyRefOf(property),
        repId: knock.repId,
        knockId: eventId,
        countedAt: knock.occurredAt.toISOString(),
        status,
        ...(!knock.counted && { counted: false }),
      },
    })
  return { eventId, replayed: knock.withdrawnAt !== null, propertyId: property.id, status }
}
