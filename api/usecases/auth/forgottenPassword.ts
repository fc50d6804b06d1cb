import type { Context } from '../../context.ts'
import { checkPassword, normalizeEmail, parseEmail } from '../../domain/auth/accounts.ts'
import { hashPassword } from '../../domain/auth/passwords.ts'
import { Gone, NotFound } from '../../domain/errors.ts'
import { transact } from '../../log/transact.ts'
import { linkTo, queueMail } from '../../records/mailWrites.ts'
import { findAccount, type User } from '../../records/userWrites.ts'
import { accountScope } from './accountScope.ts'
import { replacePassword } from './auth.ts'
import {
  findPasswordLink,
  hasAllPasswordLinks,
  insertPasswordLink,
  passwordLinkMinutes,
  usePasswordLink,
} from './passwordLinks.ts'
import { invalidateSessions } from './sessions.ts'
import { forgetFailures, recordResetRequest } from './signInLimits.ts'

/** What somebody who cannot sign in needs to know of this server. */
export interface SignInOptions {
  /** Whether a link to choose a new password can be sent by mail. */
  mail: boolean
}

export const readSignInOptions = ({ config }: Pick<Context, 'config'>): SignInOptions => ({
  mail: config.mail !== null,
})

/**
 * Sends a link to choose a new password to the address, if an account has it that may sign in. It does the same for every address, and
 * also writes a link and a mail that lead nowhere, so that neither the answer nor its time tells whether an account exists. Without
 * `MAIL_URL`, nothing is sent. Throws `Refused` for what is no address, and `TooManyRequests` after too many requests from one network.
 */
export async function requestPasswordReset(ctx: Context, input: { email: string }): Promise<void> {
  const email = parseEmail(input.email)
  const emailKey = normalizeEmail(email)
  const found = await ctx.database.within('accounts', async (em) => {
    await recordResetRequest(ctx, em, emailKey)
    return findAccount(em, { emailKey })
  })
  if (!ctx.config.mail) return
  await transact({ ...ctx, actor: null }, accountScope(found), async (writing) => {
    const isLimited = await hasAllPasswordLinks(ctx, writing.em, found?.id ?? null)
    const failure = whyNotSent(ctx, found) ?? (isLimited ? 'This account has got its links of the hour.' : undefined)
    const { token, expiresAt } = await insertPasswordLink(ctx, writing.em, failure ? null : found!.id)
    const content = { url: linkTo(ctx, passwordLinkPath(token)), minutes: passwordLinkMinutes }
    queueMail(ctx, writing, { kind: 'password_reset', to: found?.email || email, content, expiresAt, failure })
    const userId = found?.id ?? null
    writing.record({ type: 'PasswordResetRequested', subjectId: userId, data: { userId } })
  })
}

type Account = (User & { isTenantArchived: boolean }) | null

/** Why no link is sent to the account, for global admins; undefined if one is. */
function whyNotSent({ config }: Context, account: Account): string | undefined {
  if (!account || account.deletedAt) return 'No account has this address.'
  if (account.status === 'pending') return 'The account waits for approval.'
  if (account.status === 'blocked') return 'The account is blocked.'
  if (account.isTenantArchived && account.role !== 'global_admin') return 'The company of the account is archived.'
  return account.demo && !config.demo ? 'The account is one of the demo.' : undefined
}

/** The path on which the holder of a link chooses a password. */
export const passwordLinkPath = (token: string): string => `/reset-password/${token}`

/**
 * Sets the password of the account to which a link belongs, once, and ends its sessions and its other links. Two factors stay on. Throws
 * `NotFound` for an unknown link, `Gone` for one that was used, has expired or whose account may not sign in, and `Refused` for a password
 * that breaks a rule: then the link can still be used.
 */
export async function resetPassword(ctx: Context, input: { token: string; newPassword: string }): Promise<void> {
  const found = await ctx.database.within('accounts', async (em) => {
    const link = await findPasswordLink(ctx, em, input.token)
    return link && { ...link, user: link.userId === null ? null : await findAccount(em, { id: link.userId }) }
  })
  if (!found?.userId) throw new NotFound('There is no such link.')
  const { user } = found
  if (!found.isOpen || !user || whyNotSent(ctx, user)) throw new Gone(goneMessage)
  checkPassword(input.newPassword, ctx.config, 'Password must be at least N characters long', 'new_password', user)
  const passwordHash = await hashPassword(input.newPassword)
  await transact({ ...ctx, actor: null }, accountScope(user), async (writing) => {
    if (!(await usePasswordLink(ctx, writing.em, input.token))) throw new Gone(goneMessage)
    await replacePassword(ctx, writing, user.id, { passwordHash, mustChangePassword: false })
    // Whoever tried too often before asking for a link can sign in with what they chose.
    await forgetFailures(writing.em, user.emailKey)
    writing.record({ type: 'PasswordResetCompleted', subjectId: user.id, data: { userId: user.id } })
  })
  invalidateSessions(ctx, user.id)
}

const goneMessage = 'This link is no longer valid.'
