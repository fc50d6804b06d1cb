import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Conflict, check } from '../../domain/errors.ts'
import { hashWithSalt } from '../../domain/auth/passwords.ts'
import { requireOwnSession } from '../../domain/permissions.ts'
import { makeCode, normalizeCode } from '../../domain/auth/codes.ts'
import { describeTotp, findTotpStep, makeTotpSecret } from '../../domain/auth/totp.ts'
import { transact } from '../../log/transact.ts'
import { accountScope } from './accountScope.ts'
import { verifyOwnPassword } from './auth.ts'
import { requireRecentPassword } from './passwordConfirmation.ts'
import { deleteSecondFactor } from './secondFactors.ts'
import { invalidateSessions } from './sessions.ts'

const recoveryCodeCount = 10
const alreadyOn = 'Two factors are already on. Turn them off before you set up another authenticator app.'

/**
 * Starts to set up two factors, again if it was started before, and returns the secret for the authenticator app. It has no effect
 * until `confirmTotp`. Throws `PasswordRequired`, and `Conflict` if they are on already.
 */
export async function startTotp(ctx: Context): Promise<{ secret: string; url: string }> {
  const actor = requireOwnSession(ctx.actor)
  // Otherwise a session that was left open could be used to lock its user out.
  await requireRecentPassword(ctx)
  const secret = makeTotpSecret()
  await transact(ctx, accountScope(actor), async ({ em }) => {
    const started = await queryRows(
      em,
      `insert into two_factors (user_id, secret, recovery_salt, created_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
       where two_factors.confirmed_at is null returning 1`,
      [actor.userId, secret, randomBytes(16), ctx.now()],
    )
    if (started.length === 0) throw new Conflict(alreadyOn)
  })
  return describeTotp(secret, actor.email)
}

/**
 * Turns two factors on: from now on a sign-in needs a code. `code` shows that the authenticator app has the secret, and is used up
 * by that. Returns the recovery codes, which cannot be read again. Throws `Refused` for a wrong code. It is no failed sign-in: the
 * caller has the secret, so there is nothing to guess.
 */
export async function confirmTotp(ctx: Context, code: string): Promise<string[]> {
  const actor = requireOwnSession(ctx.actor)
  const started = await ctx.database.within('accounts', async (em) => {
    const [row] = await queryRows<{ secret: Buffer; salt: Buffer; isConfirmed: boolean }>(
      em,
      `select secret, recovery_salt as salt, confirmed_at is not null as "isConfirmed" from two_factors where user_id = $1`,
      [actor.userId],
    )
    return row
  })
  if (started?.isConfirmed) throw new Conflict(alreadyOn)
  if (!started) throw new Conflict('Start to set up two factors first.')
  const step = findTotpStep(started.secret, code.replaceAll(/\s/g, ''), ctx.now())
  check(step !== null, 'Incorrect code', { code: 'Incorrect code' })
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, makeCode)
  const hashes = await Promise.all(
    recoveryCodes.map((recoveryCode) => hashWithSalt(normalizeCode(recoveryCode)!, started.salt)),
  )
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    const confirmed = await queryRows(
      em,
      `update two_factors set confirmed_at = $2, last_step = $3
       where user_id = $1 and confirmed_at is null and secret = $4 returning 1`,
      [actor.userId, ctx.now(), step, started.secret],
    )
    if (confirmed.length === 0) throw new Conflict('The set-up was started again. Enter a code of the new secret.')
    for (const hash of hashes)
      await queryRows(em, 'insert into recovery_codes (user_id, code_hash) values ($1, $2)', [actor.userId, hash])
    record({ type: 'TwoFactorsEnabled', subjectId: actor.userId, data: { userId: actor.userId } })
  })
  invalidateSessions(ctx, actor.userId)
  return recoveryCodes
}

/**
 * Turns two factors off. Throws `Refused` for a wrong password, which counts as a failed sign-in, `Conflict` if they are off, and
 * `PasswordRequired`, whose confirmation needs a code: a password alone must not remove the second factor.
 */
export async function disableTotp(ctx: Context, password: string): Promise<void> {
  const actor = requireOwnSession(ctx.actor)
  await requireRecentPassword(ctx)
  await verifyOwnPassword(ctx, actor, password, 'password')
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    if (!(await deleteSecondFactor(em, actor.userId))) throw new Conflict('Two factors are off.')
    record({ type: 'TwoFactorsDisabled', subjectId: actor.userId, data: { userId: actor.userId } })
  })
  invalidateSessions(ctx, actor.userId)
}
