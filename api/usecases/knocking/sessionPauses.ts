import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { lockSession, readSession, type KnockSessionView } from './sessionRows.ts'

/** Pauses a session of the actor and returns it. Nothing changes if it is paused or the rep has ended it. */
export async function pauseKnockSession(ctx: Context, id: string): Promise<KnockSessionView> {
  const { sessionId } = await pauseKnockSessionOnce(ctx, null, { sessionId: id })
  return readSession(ctx, sessionId)
}

/** Resumes a session of the actor and returns it. Nothing changes if it is not paused or the rep has ended it. */
export async function resumeKnockSession(ctx: Context, id: string): Promise<KnockSessionView> {
  const { sessionId } = await resumeKnockSessionOnce(ctx, null, { sessionId: id })
  return readSession(ctx, sessionId)
}

/**
 * `pauseKnockSession` once for each `actionId`, a client-made id. `occurredAt` is when it was paused in the field. A session
 * that was ended automatically can be paused, too, because the pause may arrive after that.
 */
export function pauseKnockSessionOnce(
  ctx: Context,
  actionId: string | null,
  input: { sessionId: string },
  occurredAt = ctx.now(),
): Promise<{ sessionId: string; replayed: boolean }> {
  return changeOnce(ctx, actionId, input, occurredAt, {
    kind: 'sessionPause',
    type: 'KnockSessionPaused',
    applies: (pausedAt) => pausedAt === null,
    sql: 'update knock_sessions set paused_at = $3 where tenant_id = $1 and id = $2',
  })
}

/** `resumeKnockSession` once for each `actionId`, a client-made id. `occurredAt` is when it was resumed in the field. */
export function resumeKnockSessionOnce(
  ctx: Context,
  actionId: string | null,
  input: { sessionId: string },
  occurredAt = ctx.now(),
): Promise<{ sessionId: string; replayed: boolean }> {
  return changeOnce(ctx, actionId, input, occurredAt, {
    kind: 'sessionResume',
    type: 'KnockSessionResumed',
    applies: (pausedAt) => pausedAt !== null,
    sql: 'update knock_sessions set pauses = pauses + tstzmultirange(tstzrange(paused_at, $3)), paused_at = null where tenant_id = $1 and id = $2',
  })
}

interface SessionChange {
  kind: 'sessionPause' | 'sessionResume'
  type: 'KnockSessionPaused' | 'KnockSessionResumed'
  applies: (pausedAt: Date | null) => boolean
  /** Changes the session $2 of the tenant $1 at the time $3. */
  sql: string
}

async function changeOnce(
  ctx: Context,
  actionId: string | null,
  { sessionId: id }: { sessionId: string },
  occurredAt: Date,
  { kind, type, applies, sql }: SessionChange,
): Promise<{ sessionId: string; replayed: boolean }> {
  authorize(ctx.actor, 'knock.log')
  const sessionId = parseId(id, 'Session')
  const action = actionId ? { id: actionId, kind, content: { sessionId } } : null
  const tenantId = requireTenant(ctx.actor)
  const done = await transactOnce(ctx, tenantId, action, async ({ em, record }) => {
    const session = await lockSession(em, ctx, sessionId)
    const { repId, startedAt, pausedAt, endedAt, endedAutomatically } = session
    if ((endedAt && !endedAutomatically) || !applies(pausedAt)) return session
    const at = new Date(Math.max(occurredAt.getTime(), (pausedAt ?? startedAt).getTime()))
    await queryRows(em, sql, [tenantId, sessionId, at])
    record({ type, occurredAt: at, subjectId: sessionId, data: { sessionId, repId } })
    return session
  })
  return { sessionId, replayed: done === null }
}
