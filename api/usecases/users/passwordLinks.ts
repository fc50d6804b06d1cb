import type { Context } from '../../context.ts'
import { Conflict, Forbidden, TooManyRequests } from '../../domain/errors.ts'
import { authorize, passwordLinkRoles } from '../../domain/permissions.ts'
import { transact } from '../../log/transact.ts'
import { linkForCaller } from '../../records/mailWrites.ts'
import { accountScope } from '../auth/accountScope.ts'
import { passwordLinkPath } from '../auth/forgottenPassword.ts'
import { hasAllPasswordLinks, insertPasswordLink } from '../auth/passwordLinks.ts'
import { requireRecentPasswordOfPerson } from '../auth/passwordConfirmation.ts'
import { readUser } from './users.ts'

/**
 * Makes a link with which another person chooses a new password, to be passed on: `url` cannot be read again. Throws `Forbidden` for
 * oneself and for a role that is not below the actor's, `NotFound` for an account that the actor does not see, `Conflict` for one that may
 * not sign in, `PasswordRequired`, and `TooManyRequests`.
 */
export async function createPasswordLink(ctx: Context, id: string): Promise<{ url: string; expiresAt: Date }> {
  authorize(ctx.actor, 'user.linkPassword')
  await requireRecentPasswordOfPerson(ctx)
  const user = await readUser(ctx, id)
  if (user.id === ctx.actor!.userId) throw new Forbidden('You cannot change your own account here.')
  if (!passwordLinkRoles(ctx.actor!).includes(user.role))
    throw new Forbidden('You can make a link only for people whose role is below yours.')
  if (user.status === 'pending') throw new Conflict('This account is pending. Approve it first.')
  if (user.status === 'blocked') throw new Conflict('This account is blocked. Unblock it first.')
  return transact(ctx, accountScope(user), async (writing) => {
    if (await hasAllPasswordLinks(ctx, writing.em, user.id))
      throw new TooManyRequests(
        'This account has got its links of the hour. Use one of them, or try again later.',
        3_600,
      )
    const { token, expiresAt } = await insertPasswordLink(ctx, writing.em, user.id)
    writing.record({ type: 'PasswordLinkCreated', subjectId: user.id, data: { userId: user.id } })
    return { url: linkForCaller(ctx, passwordLinkPath(token)), expiresAt }
  })
}
