import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { newRecordId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, type Point } from '../../domain/point.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { readSession, readSessions, type KnockSessionView } from './sessionRows.ts'

/** What starts a session: where it starts, and the client's id for it. */
export interface NewKnockSession {
  id?: string | null
  at?: Point | null
}

/**
 * Starts a session for the actor. Without a client-made id it returns the session that is already open; with one it ends that
 * session and starts another. Starting it again with the same id only reads it, with `replayed` set.
 */
export async function startKnockSession(
  ctx: Context,
  input: NewKnockSession,
): Promise<KnockSessionView & { replayed: boolean }> {
  const { id, replayed } = await saveKnockSession(ctx, input)
  return { ...(await readSession(ctx, id)), replayed }
}

/**
 * `startKnockSession` without reading the session. `occurredAt` is when it started in the field. Of two sessions of a rep, the
 * one that started first ends at the start of the other.
 */
export async function saveKnockSession(
  ctx: Context,
  { id: clientId, at }: NewKnockSession,
  occurredAt = ctx.now(),
): Promise<{ id: string; replayed: boolean }> {
  authorize(ctx.actor, 'knock.log')
  if (at) checkPoint(at)
  const repId = ctx.actor!.userId
  const tenantId = requireTenant(ctx.actor)
  const id = newRecordId(clientId)
  const action = clientId ? { id, kind: 'session' as const, content: { at } } : null
  const saved = await transactOnce(ctx, tenantId, action, async ({ em, record }) => {
    // Without the lock, a double tap or a second phone could start two sessions at once.
    await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 2))', [repId])
    const [open] = await queryRows<{ id: string; startedAt: Date }>(
      em,
      'select id, started_at as "startedAt" from knock_sessions where tenant_id = $1 and rep_id = $2 and ended_at is null',
      [tenantId, repId],
    )
    if (open && !clientId) return { id: open.id }
    const isEarlier = open !== undefined && open.startedAt > occurredAt
    await queryRows(
      em,
      'insert into knock_sessions (tenant_id, id, rep_id, started_at, ended_at, lat, lng) values ($1, $2, $3, $4, $5, $6, $7)',
      [tenantId, id, repId, occurredAt, isEarlier ? open.startedAt : null, at?.lat, at?.lng],
    )
    record({ type: 'KnockSessionStarted', occurredAt, subjectId: id, data: { sessionId: id, repId } })
    if (open && !isEarlier)
      await queryRows(em, 'update knock_sessions set ended_at = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        open.id,
        occurredAt,
      ])
    const ended = open && (isEarlier ? { id, at: open.startedAt } : { id: open.id, at: occurredAt })
    if (ended)
      record({
        type: 'KnockSessionEnded',
        occurredAt: ended.at,
        subjectId: ended.id,
        data: { sessionId: ended.id, repId },
      })
    return { id }
  })
  return { id: saved?.id ?? id, replayed: saved === null }
}

/** The actor's latest 100 sessions, newest first. `isOpen` selects open or ended ones; null selects both. */
export async function listKnockSessions(ctx: Context, isOpen: boolean | null): Promise<KnockSessionView[]> {
  authorize(ctx.actor, 'knock.log')
  const condition = isOpen === null ? 'true' : isOpen ? 's.ended_at is null' : 's.ended_at is not null'
  const scope = readScope(ctx)
  return ctx.database.within(scope, (em) =>
    readSessions(em, ctx, (bind) => `s.rep_id = ${bind(ownUserIdOf(ctx.actor!))} and ${condition}`),
  )
}
