import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { lockSession, readSession, type KnockSessionView, type LockedSession } from './sessionRows.ts'

/** For this long the rep can undo the end of a session. */
const maxUndoMs = 10_000

/** A session without a knock for this long is ended. */
export const maxIdleMs = 2 * 3_600_000

interface SessionChange {
  kind: 'sessionEnd' | 'sessionPause' | 'sessionResume'
  type: 'KnockSessionEnded' | 'KnockSessionPaused' | 'KnockSessionResumed'
  applies: (session: LockedSession, occurredAt: Date) => boolean
  /** The change is not before this time. */
  notBefore: (session: LockedSession) => Date
  /** Sets these columns of the session at the time $3. */
  set: string
  /** Nothing changes under this condition. */
  unless?: string
}

/** The rep's own undo of the end: what is in the outbox may arrive later, so the times are those of the field. */
const undoesEnd = (session: LockedSession, occurredAt: Date) =>
  hasRepEnded(session) && Math.abs(occurredAt.getTime() - session.endedAt!.getTime()) <= maxUndoMs

const hasRepEnded = ({ endedAt, endedAutomatically }: LockedSession) => endedAt !== null && !endedAutomatically

const changes: Record<'end' | 'pause' | 'resume', SessionChange> = {
  end: {
    kind: 'sessionEnd',
    type: 'KnockSessionEnded',
    // One that was ended automatically ends at that time if its last knock was less than two hours before.
    applies({ endedAt, endedAutomatically }, occurredAt) {
      const idleMs = endedAt ? occurredAt.getTime() - endedAt.getTime() : 0
      return endedAt === null || (endedAutomatically && idleMs > 0 && idleMs < maxIdleMs)
    },
    notBefore: ({ startedAt }) => startedAt,
    set: 'ended_at = $3, ended_automatically = false',
  },
  // One that was ended automatically can be paused, too, because the pause may arrive after that.
  pause: {
    kind: 'sessionPause',
    type: 'KnockSessionPaused',
    applies: (session) => !hasRepEnded(session) && session.pausedAt === null,
    notBefore: ({ startedAt }) => startedAt,
    set: 'paused_at = $3',
  },
  resume: {
    kind: 'sessionResume',
    type: 'KnockSessionResumed',
    applies: (session, occurredAt) =>
      hasRepEnded(session) ? undoesEnd(session, occurredAt) : session.pausedAt !== null,
    notBefore: ({ pausedAt, startedAt }) => pausedAt ?? startedAt,
    set: `pauses = pauses + case when paused_at is null then '{}' else tstzmultirange(tstzrange(paused_at, $3)) end,
      paused_at = null, ended_at = case when ended_automatically then ended_at end`,
    // Meanwhile the rep may have started another session, which stays the open one.
    unless: `ended_at is not null and not ended_automatically and exists (select from knock_sessions o
      where o.tenant_id = $1 and o.rep_id = knock_sessions.rep_id and o.ended_at is null)`,
  },
}

/**
 * Ends, pauses or resumes a session of the actor and returns it. Nothing changes if it is so already, or if the rep has ended it; but
 * resuming it within ten seconds after that undoes the end. Throws `NotFound` for any other session.
 */
export async function changeKnockSession(
  ctx: Context,
  name: keyof typeof changes,
  id: string,
): Promise<KnockSessionView> {
  const { sessionId } = await changeKnockSessionOnce(ctx, name, null, { sessionId: id })
  return readSession(ctx, sessionId)
}

/**
 * `changeKnockSession` once for each `actionId`, a client-made id, without reading the session. `occurredAt` is when it happened in the
 * field. Returns whether it was already done.
 */
export async function changeKnockSessionOnce(
  ctx: Context,
  name: keyof typeof changes,
  actionId: string | null,
  { sessionId: id }: { sessionId: string },
  occurredAt = ctx.now(),
): Promise<{ sessionId: string; replayed: boolean }> {
  authorize(ctx.actor, 'knock.log')
  const { kind, type, applies, notBefore, set, unless = 'false' } = changes[name]
  const sessionId = parseId(id, 'Session')
  const action = actionId ? { id: actionId, kind, content: { sessionId } } : null
  const tenantId = requireTenant(ctx.actor)
  const done = await transactOnce(ctx, tenantId, action, async ({ em, record }) => {
    // As for a start, which may be at the same time.
    await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 2))', [ctx.actor!.userId])
    const session = await lockSession(em, ctx, sessionId)
    if (!applies(session, occurredAt)) return session
    const at = new Date(Math.max(occurredAt.getTime(), notBefore(session).getTime()))
    const changed = await queryRows(
      em,
      `update knock_sessions set ${set} where tenant_id = $1 and id = $2 and not (${unless}) returning id`,
      [tenantId, sessionId, at],
    )
    if (changed.length > 0)
      record({ type, occurredAt: at, subjectId: sessionId, data: { sessionId, repId: session.repId } })
    return session
  })
  return { sessionId, replayed: done === null }
}
