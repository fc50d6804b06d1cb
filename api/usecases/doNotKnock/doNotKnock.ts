import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { isInForce } from '../../domain/doNotKnock/doNotKnock.ts'
import type { DoNotKnockKind } from '../../domain/enums.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactOnce, type ClientAction } from '../../log/clientActions.ts'
import { transactInTenant } from '../../log/transact.ts'
import { readMarks, readMarksLiftedAfter } from '../../records/doNotKnockRows.ts'
import { propertyRefOf } from '../../records/propertyRows.ts'
import { lockProperty } from '../../records/propertyWrites.ts'
import { doorOf, doorReachOf } from '../properties/teamDoors.ts'
import { readMark, type MarkView } from './doNotKnockList.ts'

export interface DoNotKnockInput {
  propertyId: string
  kind: DoNotKnockKind
  reason?: string | null
  /** Nobody may knock before this time; for ever without it. */
  until?: Date | null
}

/**
 * Marks a door where nobody may knock. A mark of the same kind that is in force gets the new reason and period. One that was set later keeps
 * its own and begins earlier, as if this one had come in time. One that was lifted since stays lifted. Records nothing if nothing changes. Throws `NotFound` for a property that the actor may not see on the map, `Forbidden` for a rep who sets another kind than 'asked', and
 * `Refused` for a period that has ended.
 */
export async function setDoNotKnock(ctx: Context, input: DoNotKnockInput): Promise<MarkView> {
  const id = await saveMark(ctx, input, null, ctx.now())
  return readMark(ctx, id!)
}

/** `setDoNotKnock` once for each `actionId`, a client-made id. `occurredAt` is when it was set in the field. Returns whether it was already done. */
export async function setDoNotKnockOnce(
  ctx: Context,
  actionId: string,
  input: DoNotKnockInput,
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  const content = { ...input, propertyId: parseId(input.propertyId, 'Property'), until: input.until?.toISOString() }
  const id = await saveMark(ctx, input, { id: actionId, kind: 'doNotKnock', content }, occurredAt)
  return { replayed: id === null }
}

/** Whether a mark was set after this time and before this period ends, so that both would be in force together. */
const isReachedBy = ({ startsAt }: { startsAt: number }, from: Date, until: Date | null): boolean =>
  startsAt > from.getTime() && (until === null || startsAt < until.getTime())

/** Returns the id of the mark; null if the action was already done. */
async function saveMark(
  ctx: Context,
  { propertyId: property, kind, reason: givenReason, until = null }: DoNotKnockInput,
  action: ClientAction | null,
  occurredAt: Date,
): Promise<string | null> {
  authorize(ctx.actor, kind === 'asked' ? 'doNotKnock.ask' : 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const propertyId = parseId(property, 'Property')
  const reason = givenReason?.trim() || null
  checkLengths({ reason })
  const done = await transactOnce(ctx, tenantId, action, async ({ em, record }) => {
    const saved = await lockProperty(em, tenantId, propertyId, 'for no key update')
    if (!doorOf(ctx, saved, await doorReachOf(em, ctx))) throw new NotFound('Property not found')
    const message = 'The last day must be in the future.'
    check(!until || until > occurredAt, message, { until: message })
    // A manager who has lifted the mark that this one would have joined has answered it, too.
    const lifted = (await readMarksLiftedAfter(em, propertyId, kind, occurredAt)).find(
      (mark) => isInForce(mark, occurredAt.getTime()) || isReachedBy(mark, occurredAt, until),
    )
    if (lifted) return { id: lifted.id }
    const marks = await readMarks(em, [propertyId])
    const sameKind = marks.filter((mark) => mark.kind === kind)
    const reference = propertyRefOf(saved)
    const later = sameKind.find((mark) => isReachedBy(mark, occurredAt, until))
    if (later) {
      await queryRows(em, 'update do_not_knock set starts_at = $3, set_at = $3 where tenant_id = $1 and id = $2', [
        ...[tenantId, later.id, occurredAt],
      ])
      const end = later.endsAt === null ? null : new Date(later.endsAt).toISOString()
      const data = { ...reference, markId: later.id, kind, until: end }
      record({ type: 'DoNotKnockSet', occurredAt, subjectId: propertyId, data })
      return { id: later.id }
    }
    const before = sameKind.find((mark) => isInForce(mark, occurredAt.getTime()))
    const id = before?.id ?? uuidv7()
    if (before && before.reason === reason && before.endsAt === (until?.getTime() ?? null)) return { id }
    await queryRows(
      em,
      `insert into do_not_knock (tenant_id, id, property_id, kind, reason, starts_at, ends_at, set_at, set_by)
       values ($1, $2, $3, $4, $5, $6, $7, $6, $8)
       on conflict (tenant_id, id) do update set reason = excluded.reason, ends_at = excluded.ends_at, set_by = excluded.set_by`,
      [tenantId, id, propertyId, kind, reason, occurredAt, until, ctx.actor!.userId],
    )
    record({
      type: 'DoNotKnockSet',
      occurredAt,
      subjectId: propertyId,
      data: { ...reference, markId: id, kind, until: until?.toISOString() ?? null },
    })
    return { id }
  })
  return done?.id ?? null
}

/**
 * Lifts a mark, so that the door may be knocked again, unless a mark of another kind or another city's list forbids it. Earlier releases could
 * save two marks of one kind, which are lifted together. Lifting it again changes nothing. Throws `NotFound` for an
 * unknown id, and `Refused` without a reason.
 */
export async function liftDoNotKnock(ctx: Context, id: string, givenReason: string): Promise<MarkView> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const markId = parseId(id, 'Mark')
  const reason = givenReason.trim()
  check(reason, 'Say why the mark is lifted.', { reason: 'Say why the mark is lifted.' })
  checkLengths({ reason })
  const before = await readMark(ctx, markId)
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const property = await lockProperty(em, tenantId, before.propertyId, 'for no key update')
    const marks = await readMarks(em, [property.id])
    if (!marks.some((mark) => mark.id === markId)) return
    const isLifted = (mark: (typeof marks)[number]) =>
      mark.id === markId || (mark.kind === before.kind && mark.kind !== 'registry')
    const ids = marks.filter(isLifted).map((mark) => mark.id)
    await queryRows(
      em,
      `update do_not_knock set lifted_at = $3, lifted_by = $4, lift_reason = $5
       where tenant_id = $1 and id = any($2::uuid[])`,
      [tenantId, ids, ctx.now(), ctx.actor!.userId, reason],
    )
    for (const liftedId of ids) {
      const data = { ...propertyRefOf(property), markId: liftedId, kind: before.kind }
      record({ type: 'DoNotKnockLifted', subjectId: property.id, data })
    }
  })
  return readMark(ctx, markId)
}
