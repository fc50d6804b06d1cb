import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { checkPassword, normalizeEmail, parseName, parseNewEmail } from '../../domain/auth/accounts.ts'
import { Conflict, Forbidden, Gone, NotFound, TooManyRequests } from '../../domain/errors.ts'
import { networkOf } from '../../domain/networks.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transact, type WriteTransaction } from '../../log/transact.ts'
import { linkTo, queueMail } from '../../records/mailWrites.ts'
import { findAccount, insertUsers } from '../../records/userWrites.ts'
import { hashRegisteredPassword, invitationMessage } from '../auth/auth.ts'
import { hashToken } from '../auth/sessions.ts'
import { recordRegistration } from '../auth/signInLimits.ts'
import { startSession, type SignInResult } from '../auth/startSession.ts'
import { assertNameAvailable, insertTenant } from '../tenants/tenants.ts'

/** How long the link in the mail finishes a sign-up. */
const confirmationHours = 24

export interface NewCompany {
  companyName: string
  fullName: string
  email: string
  password: string
  /** IANA name, such as America/Chicago. */
  timeZone: string
}

/** A sign-up with what was checked, and the hash of the password in its place. */
type CheckedCompany = Omit<NewCompany, 'password'> & { passwordHash: string }

/**
 * Sets up a company with the person as its owner and signs them in. If the server sends mails, it sends a link that does this, and returns
 * null. Throws `Forbidden` unless companies may sign up, `Conflict` when an account has the address or a company the name, `Refused`,
 * and `TooManyRequests` after five companies of a network in an hour.
 */
export async function registerCompany(ctx: Context, input: NewCompany): Promise<SignInResult | null> {
  const { signUp, mail } = ctx.config
  if (signUp === 'invite') throw new Forbidden(invitationMessage)
  if (signUp !== 'open') throw new Forbidden('New companies are set up by an admin of this server.')
  const company = await checkCompany(ctx, input)
  if (!mail) return createCompany(ctx, company)
  const { companyName, fullName, email, timeZone, passwordHash } = company
  const token = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000)
  await transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async (writing) => {
    await assertAvailable(writing, uuidv7(), company)
    await queryRows(
      writing.em,
      `insert into company_sign_ups (token_hash, company_name, time_zone, full_name, email, password_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [hashToken(token), companyName, timeZone, fullName, email, passwordHash, now, expiresAt],
    )
    const content = { company: companyName, url: linkTo(ctx, `/confirm-email/${token}`), hours: confirmationHours }
    queueMail(ctx, writing, { kind: 'email_confirmation', to: email, content, expiresAt })
  })
  return null
}

/**
 * Finishes the sign-up of a company with the token of the mail, and signs its owner in. Throws `NotFound` for an unknown token, `Gone`
 * for one that was used or has expired, and `Conflict` as `registerCompany`.
 */
export async function confirmEmail(ctx: Context, token: string): Promise<SignInResult> {
  const tokenHash = hashToken(token)
  const [found] = await ctx.database.within('platform', (em) =>
    queryRows<CheckedCompany & { expiresAt: Date; usedAt: Date | null }>(
      em,
      `select company_name as "companyName", time_zone as "timeZone", full_name as "fullName", email,
         password_hash as "passwordHash", expires_at as "expiresAt", used_at as "usedAt"
       from company_sign_ups where token_hash = $1`,
      [tokenHash],
    ),
  )
  if (!found) throw new NotFound('There is no such link.')
  const goneMessage = 'This link is no longer valid.'
  const { expiresAt, usedAt, ...company } = found
  if (usedAt || expiresAt <= ctx.now()) throw new Gone(goneMessage)
  return createCompany(ctx, company, async ({ em }) => {
    // Concurrent requests with one token wait here; all but the first find it used.
    const used = await queryRows(
      em,
      `update company_sign_ups set used_at = $2, password_hash = '' where token_hash = $1 and used_at is null returning email`,
      [tokenHash, ctx.now()],
    )
    if (used.length === 0) throw new Gone(goneMessage)
  })
}

/** Checks and limits a sign-up. */
export async function checkCompany(ctx: Context, input: NewCompany): Promise<CheckedCompany> {
  const companyName = parseName(input.companyName, 'Company name', 'company_name')
  const fullName = parseName(input.fullName, 'Full name', 'full_name')
  const email = parseNewEmail(input.email)
  const { password, timeZone } = input
  checkPassword(password, ctx.config, 'Password must be at least N characters', 'password', { email, fullName })
  const waitSeconds = ctx.rateLimiters.companies.take(networkOf(ctx.address))
  if (waitSeconds > 0)
    throw new TooManyRequests('Too many companies were set up from this network. Try again in an hour.', waitSeconds)
  await ctx.database.within('accounts', (em) => recordRegistration(ctx, em, normalizeEmail(email)))
  return { companyName, fullName, email, timeZone, passwordHash: await hashRegisteredPassword(password) }
}

/** Creates the tenant and its owner in one transaction, after `work`, and signs the owner in. */
async function createCompany(
  ctx: Context,
  { companyName, timeZone, fullName, email, passwordHash }: CheckedCompany,
  work: (writing: WriteTransaction) => Promise<void> = () => Promise.resolve(),
): Promise<SignInResult> {
  const [tenantId, id] = [uuidv7(), uuidv7()]
  const user = await transact(ctx, { scope: 'platform', logTenantId: tenantId }, async (writing) => {
    const { em, record } = writing
    await work(writing)
    await assertAvailable(writing, tenantId, { companyName, email })
    await insertTenant(ctx, em, tenantId, { name: companyName, timeZone })
    const account = { id, email, fullName, role: 'owner', tenantId, passwordHash, mustChangePassword: false } as const
    await insertUsers(em, [{ ...account, phone: null, status: 'active', createdAt: ctx.now() }])
    record({ type: 'TenantCreated', subjectId: tenantId, data: { tenantId } })
    record({ type: 'CompanyRegistered', subjectId: id, data: { tenantId, userId: id } })
    return account
  })
  return (await startSession(ctx, user))!
}

/** Throws `Conflict` when an account has the address or another tenant than `tenantId` the name. */
async function assertAvailable(
  { em }: WriteTransaction,
  tenantId: string,
  { companyName, email }: Pick<NewCompany, 'companyName' | 'email'>,
): Promise<void> {
  if (await findAccount(em, { emailKey: normalizeEmail(email) }))
    throw new Conflict('An account with this email already exists.')
  const message = 'A company with this name is here already. Add your town to the name, or ask it for an invitation.'
  await assertNameAvailable(em, tenantId, companyName, message)
}
