import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { PasswordRequired, Refused, Unauthenticated, check } from '../../domain/errors.ts'
import { requireInteractiveSession, requireOwnSession } from '../../domain/permissions.ts'
import { normalizeEmail } from '../../domain/auth/accounts.ts'
import { transact } from '../../log/transact.ts'
import { accountScope } from './accountScope.ts'
import { recordFailedSignIn, verifyOwnPassword } from './auth.ts'
import { findSecondFactor, matchCode, useCode } from './secondFactors.ts'
import { assertSignInAllowed, toSignInAttempt } from './signInLimits.ts'

/** How long after the sign-in, or after the last confirmation, a session may do what needs the password. */
const validityMs = 15 * 60_000

/**
 * Throws `PasswordRequired` unless the user of the session proved their password in the last 15 minutes. Reads the session itself
 * and not the session cache, so that a confirmation applies at once in every process. API keys pass: they have no password, and
 * what they must not do is refused by `requireInteractiveSession`.
 */
export async function requireRecentPassword(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  if (actor.apiKey) return
  // The actor was loaded from the session's row, so a session without one is not a request's.
  const stale = await ctx.database.within('accounts', (em) =>
    queryRows(em, 'select 1 from sessions where id = $1 and coalesce(confirmed_at, created_at) < $2', [
      actor.sessionId,
      new Date(ctx.now().getTime() - validityMs),
    ]),
  )
  if (stale.length > 0) throw new PasswordRequired()
}

/** `requireRecentPassword` for what an API key must not do. Throws `Forbidden` for one. */
export async function requireRecentPasswordOfPerson(ctx: Context): Promise<void> {
  requireInteractiveSession(ctx.actor)
  await requireRecentPassword(ctx)
}

/**
 * Confirms the password, and the second factor of an account that has one, so that the session may do what needs it for 15 minutes.
 * Throws `Refused` if one is missing or wrong, which counts as a failed sign-in, or `TooManyRequests`.
 */
export async function confirmPassword(ctx: Context, input: { password: string; code?: string | null }): Promise<void> {
  const actor = requireOwnSession(ctx.actor)
  await verifyOwnPassword(ctx, actor, input.password, 'password')
  const factor = await ctx.database.within('accounts', (em) => findSecondFactor(em, actor.userId))
  const missing = 'Enter the code from your authenticator app, or a recovery code.'
  check(!factor || input.code?.trim(), missing, { code: missing })
  const code = factor && (await matchCode(factor, input.code!, ctx.now()))
  const attempt = toSignInAttempt(ctx, normalizeEmail(actor.email))
  const isConfirmed =
    (!factor || code) &&
    (await transact(ctx, accountScope(actor), async ({ em, record }) => {
      // Check again: the limit may have been reached by concurrent attempts.
      await assertSignInAllowed(ctx, em, attempt)
      const codesLeft = code && (await useCode(em, actor.userId, code))
      if (codesLeft === false) return false
      if (codesLeft !== null)
        record({ type: 'RecoveryCodeUsed', subjectId: actor.userId, data: { userId: actor.userId, codesLeft } })
      await queryRows(em, 'update sessions set confirmed_at = $2 where id = $1', [actor.sessionId, ctx.now()])
      record({ type: 'PasswordConfirmed', subjectId: actor.userId, data: { userId: actor.userId } })
      return true
    }))
  if (isConfirmed) return
  const { message } = await recordFailedSignIn(ctx, attempt, { ...actor, id: actor.userId }, 'code')
  throw new Refused(message, { code: message })
}
