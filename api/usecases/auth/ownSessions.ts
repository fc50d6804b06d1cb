import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { requireOwnSession } from '../../domain/permissions.ts'
import { transact } from '../../log/transact.ts'
import { accountScope } from './accountScope.ts'
import { requireRecentPassword } from './passwordConfirmation.ts'
import { idleSince, invalidateSessions, lastUsedAtSql } from './sessions.ts'

/** A device that is signed in, as its user sees it. */
export interface OwnSession {
  id: string
  /** The browser and system in words, such as 'Chrome on Windows'. */
  device: string
  /** The network of its last use, without its last part; null if unknown. */
  address: string | null
  createdAt: Date
  /** Precise to five minutes. */
  lastUsedAt: Date
  expiresAt: Date
  /** Whether it is the session of this request. */
  current: boolean
}

/** The sessions `s` of user $1 that have not ended at $2; those last used before $3 have. */
const openSessions = `s.user_id = $1 and s.ended_at is null and s.expires_at > $2 and ${lastUsedAtSql} > $3`

/** The sessions of the actor that have not ended, newest first. */
export async function listSessions(ctx: Context, page: PageRequest): Promise<Page<OwnSession>> {
  const actor = requireOwnSession(ctx.actor)
  const after = page.after ? decodeCursor(page.after) : null
  const found = await ctx.database.within('accounts', (em) =>
    queryRows<OwnSession & { cursorAt: string }>(
      em,
      `select s.id, coalesce(s.device, 'Unknown device') as device, s.address, s.created_at as "createdAt",
         ${lastUsedAtSql} as "lastUsedAt", s.expires_at as "expiresAt", s.id = $4 as current, s.created_at::text as "cursorAt"
       from sessions s where ${openSessions} and ($5::timestamptz is null or (s.created_at, s.id) < ($5, $6::uuid))
       order by s.created_at desc, s.id desc limit $7 offset $8`,
      [
        ...[actor.userId, ctx.now(), idleSince(ctx), actor.sessionId, after?.at ?? null, after?.id ?? null],
        ...[page.limit + 1, page.offset ?? 0],
      ],
    ),
  )
  return pageOf(found, page.limit)
}

/** The number of sessions that `listSessions` returns over all pages. */
export async function countSessions(ctx: Context): Promise<number> {
  const actor = requireOwnSession(ctx.actor)
  const [row] = await ctx.database.within('accounts', (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from sessions s where ${openSessions}`, [
      actor.userId,
      ctx.now(),
      idleSince(ctx),
    ]),
  )
  return row!.n
}

/**
 * Ends one of the actor's sessions; its sockets close within a second. Throws `NotFound` for any other id, and `PasswordRequired`:
 * otherwise somebody at a session that was left open could sign its user out everywhere else.
 */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const actor = requireOwnSession(ctx.actor)
  await requireRecentPassword(ctx)
  const sessionId = parseId(id, 'Session')
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    const ended = await queryRows(
      em,
      `update sessions s set ended_at = $2 where ${openSessions} and s.id = $4 returning s.id`,
      [actor.userId, ctx.now(), idleSince(ctx), sessionId],
    )
    if (ended.length === 0) throw new NotFound('Session not found')
    record({ type: 'SessionEnded', subjectId: actor.userId, data: { userId: actor.userId, sessionId } })
  })
  invalidateSessions(ctx, actor.userId)
}

/** Ends all sessions of the actor except that of this request. Throws `PasswordRequired`. */
export async function endOtherSessions(ctx: Context): Promise<void> {
  const actor = requireOwnSession(ctx.actor)
  await requireRecentPassword(ctx)
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    const ended = await queryRows(
      em,
      `update sessions s set ended_at = $2 where ${openSessions} and s.id <> $4 returning s.id`,
      [actor.userId, ctx.now(), idleSince(ctx), actor.sessionId],
    )
    if (ended.length === 0) return
    record({ type: 'SessionEnded', subjectId: actor.userId, data: { userId: actor.userId, sessionId: null } })
  })
  invalidateSessions(ctx, actor.userId)
}
