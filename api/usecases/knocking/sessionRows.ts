import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { statusByOutcome } from '../../domain/enums.ts'
import { NotFound } from '../../domain/errors.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { KnockSession } from '../../records/knockRows.ts'

/** A knock session with its counts. */
export interface KnockSessionView extends KnockSession {
  /** When it was paused; null if it is not paused or has ended. */
  pausedAt: Date | null
  /** The time from the start to the end, or to now, without pauses. */
  activeSeconds: number
  /** The time of the pauses that were resumed. */
  pausedSeconds: number
  /** Knocks that were not withdrawn. */
  doors: number
  /** Those at which the rep spoke with the owner. */
  talks: number
  /** Leads that the rep created during the session. */
  leads: number
}

/**
 * Joins the counts of knocks and the end of each session `s`: of one that was ended automatically, its last knock, which may
 * have arrived after that.
 */
const sessionEndSql = `cross join lateral (
    select count(*) filter (where k.withdrawn_at is null)::int as doors,
      count(*) filter (where k.withdrawn_at is null and k.outcome = any($1))::int as talks,
      max(k.occurred_at) as last_at
    from knocks k where k.tenant_id = s.tenant_id and k.session_id = s.id and k.tenant_id = :tenant) k
  cross join lateral (select
    case when s.ended_automatically then greatest(s.ended_at, k.last_at) else s.ended_at end as ended_at) e`

const talkOutcomes = Object.keys(statusByOutcome)

/** The newest sessions `s` in the scope that match the condition. */
export function readSessions(
  em: EntityManager,
  ctx: Context,
  condition: (bind: Bind) => string,
  limit = 100,
): Promise<KnockSessionView[]> {
  const { values, bind } = createParameters(talkOutcomes, ctx.now())
  return queryRows<KnockSessionView>(
    em,
    `select s.tenant_id as "tenantId", s.id, s.rep_id as "repId", s.started_at as "startedAt", e.ended_at as "endedAt",
       s.lat, s.lng, k.doors, k.talks,
       (select count(*)::int from leads l where l.tenant_id = s.tenant_id and l.rep_id = s.rep_id
         and l.created_at >= s.started_at and l.created_at < coalesce(e.ended_at, 'infinity') and l.tenant_id = :tenant) as leads,
       case when e.ended_at is null then s.paused_at end as "pausedAt",
       (select extract(epoch from span.until - s.started_at - coalesce(sum(upper(pause) - lower(pause)), interval '0'))::int
        from unnest((s.pauses + case when s.paused_at < span.until
            then tstzmultirange(tstzrange(s.paused_at, span.until)) else '{}' end)
          * tstzmultirange(tstzrange(s.started_at, span.until))) as pause) as "activeSeconds",
       (select coalesce(extract(epoch from sum(upper(pause) - lower(pause))), 0)::int
        from unnest(s.pauses * tstzmultirange(tstzrange(s.started_at, span.until))) as pause) as "pausedSeconds"
     from knock_sessions s ${sessionEndSql}
     cross join lateral (select greatest(s.started_at, coalesce(e.ended_at, $2)) as until) span
     where s.tenant_id = :tenant and ${condition(bind)} order by s.started_at desc limit ${bind(limit)}`,
    values,
  )
}

/** A session of the actor's tenant. */
export async function readSession(ctx: Context, id: string): Promise<KnockSessionView> {
  const scope = { tenantId: requireTenant(ctx.actor) }
  const [session] = await ctx.database.within(scope, (em) => readSessions(em, ctx, (bind) => `s.id = ${bind(id)}`))
  if (!session) throw new NotFound('Session not found')
  return session
}

export interface LockedSession {
  repId: string
  startedAt: Date
  /** Of a session that was ended automatically, its last knock. */
  endedAt: Date | null
  endedAutomatically: boolean
  pausedAt: Date | null
}

/** Locks a session of the actor until the transaction ends. Throws `NotFound` for any other. */
export async function lockSession(em: EntityManager, ctx: Context, id: string): Promise<LockedSession> {
  const tenantId = requireTenant(ctx.actor)
  await queryRows(em, 'select from knock_sessions where tenant_id = $1 and id = $2 for update', [tenantId, id])
  const [session] = await queryRows<LockedSession>(
    em,
    `select s.rep_id as "repId", s.started_at as "startedAt", e.ended_at as "endedAt",
       s.ended_automatically as "endedAutomatically", s.paused_at as "pausedAt"
     from knock_sessions s ${sessionEndSql} where s.tenant_id = :tenant and s.id = $2`,
    [talkOutcomes, id],
  )
  if (!session) throw new NotFound('Session not found')
  authorize(ctx.actor, 'knock.log', { ownerId: session.repId })
  return session
}
