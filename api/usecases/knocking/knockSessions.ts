import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, type Point } from '../../domain/point.ts'
import { KnockSession } from '../../entities/knock.ts'
import { transactInTenant } from '../../log/transact.ts'

/** A knock session with its counts. */
export interface KnockSessionView extends Required<KnockSession> {
  /** Knocks that were not withdrawn. */
  doors: number
  /** Leads that the rep created during the session. */
  leads: number
}

/** Starts a session for the actor, or returns the one that is already open. */
export async function startKnockSession(ctx: Context, startPoint: Point | null): Promise<KnockSessionView> {
  authorize(ctx.actor, 'knock.log')
  if (startPoint) checkPoint(startPoint)
  const repId = ctx.actor!.userId
  return transactInTenant(ctx, requireTenant(ctx.actor), async ({ em, record }) => {
    // Without the lock, a double tap or a second phone could start two sessions at once.
    await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 2))', [repId])
    const [openSession] = await readSessions(em, 's.rep_id = $1 and s.ended_at is null', [repId])
    if (openSession) return openSession
    const id = uuidv7()
    em.create(KnockSession, {
      tenantId: requireTenant(ctx.actor),
      id,
      repId,
      startedAt: ctx.now(),
      endedAt: null,
      lat: startPoint?.lat ?? null,
      lng: startPoint?.lng ?? null,
    })
    await em.flush()
    record({ type: 'KnockSessionStarted', subjectId: id, data: { sessionId: id, repId } })
    return (await readSessions(em, 's.id = $1', [id]))[0]!
  })
}

/** Ends a session of the actor and returns it. Ending it again changes nothing and returns the same. */
export async function endKnockSession(ctx: Context, id: string): Promise<KnockSessionView> {
  authorize(ctx.actor, 'knock.log')
  const sessionId = parseId(id, 'Session')
  return transactInTenant(ctx, requireTenant(ctx.actor), async ({ em, record }) => {
    const [session] = await readSessions(em, 's.id = $1', [sessionId])
    if (!session) throw new NotFound('Session not found')
    authorize(ctx.actor, 'knock.log', { ownerId: session.repId })
    const endedRows = await queryRows(
      em,
      'update knock_sessions set ended_at = $2 where id = $1 and ended_at is null returning id',
      [sessionId, ctx.now()],
    )
    if (endedRows.length > 0)
      record({ type: 'KnockSessionEnded', subjectId: sessionId, data: { sessionId, repId: session.repId } })
    return (await readSessions(em, 's.id = $1', [sessionId]))[0]!
  })
}

/** The actor's latest 100 sessions, newest first. `isOpen` selects open or ended ones; null selects both. */
export async function listKnockSessions(ctx: Context, isOpen: boolean | null): Promise<KnockSessionView[]> {
  authorize(ctx.actor, 'knock.log')
  const condition = isOpen === null ? 'true' : isOpen ? 's.ended_at is null' : 's.ended_at is not null'
  return ctx.database.within(readScope(ctx), (em) =>
    readSessions(em, `s.rep_id = $1 and ${condition}`, [ownUserIdOf(ctx.actor!)]),
  )
}

function readSessions(em: EntityManager, condition: string, values: unknown[]): Promise<KnockSessionView[]> {
  return queryRows<KnockSessionView>(
    em,
    `select s.tenant_id as "tenantId", s.id, s.rep_id as "repId", s.started_at as "startedAt", s.ended_at as "endedAt",
       s.lat, s.lng,
       (select count(*)::int from knocks k where k.tenant_id = s.tenant_id and k.session_id = s.id and k.withdrawn_at is null) as doors,
       (select count(*)::int from leads l where l.tenant_id = s.tenant_id and l.rep_id = s.rep_id
         and l.created_at >= s.started_at and l.created_at < coalesce(s.ended_at, 'infinity')) as leads
     from knock_sessions s where ${condition} order by s.started_at desc limit 100`,
    values,
  )
}
