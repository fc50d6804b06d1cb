import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { networkOf } from '../../domain/networks.ts'

/**
 * The maximum of failed sign-ins within the window (design §6): for an account from one network, from one network for any
 * account, and for an account from all networks, so that guessing from many networks is slow. On a device on which somebody has
 * signed in to the account before, only the failures on that device count, so that nobody else can lock them out.
 */
export const signInLimits = { account: 10, address: 100, accountAnywhere: 100, device: 10, windowMinutes: 15 } as const

/** Registrations from one network address within the same window. A new office registers all of its people at once. */
export const maxRegistrations = 60

/** Requests for a new password from one network within the same window. */
export const maxResetRequests = 30

/** Hashes of the email and the network address that a sign-in counts against. The email need not have an account. */
export interface SignInAttempt {
  account: Buffer
  address: Buffer
  /** Hash of the token of a device that has signed in to the account before; null for any other device. */
  device: Buffer | null
}

export function toSignInAttempt(
  ctx: Pick<Context, 'address'>,
  emailKey: string,
  device: Buffer | null = null,
): SignInAttempt {
  return { account: sha256(emailKey), address: sha256(networkOf(ctx.address)), device }
}

/** Throws `TooManyRequests` while one of the limits of this attempt is reached. */
export async function assertSignInAllowed(ctx: Context, em: EntityManager, attempt: SignInAttempt): Promise<void> {
  throwWhileLimited(ctx, await findReachedLimits(ctx, em, attempt), 'Too many failed sign-ins')
}

/** For each limit that is reached, the time of the failure after whose window it is not. */
async function findReachedLimits(ctx: Context, em: EntityManager, attempt: SignInAttempt): Promise<Date[]> {
  const { values, bind } = createParameters(windowStart(ctx))
  const ofAccount = `account_key = ${bind(attempt.account)}`
  const ofAddress = () => `address_key = ${bind(attempt.address)}`
  const limits: [condition: string, maximum: number][] = attempt.device
    ? [[`${ofAccount} and device_key = ${bind(attempt.device)}`, signInLimits.device]]
    : [
        [`${ofAccount} and ${ofAddress()}`, signInLimits.account],
        [ofAddress(), signInLimits.address],
        [ofAccount, signInLimits.accountAnywhere],
      ]
  const rows = await queryRows<{ at: Date }>(
    em,
    limits
      .map(
        ([condition, maximum]) =>
          `(select at from sign_in_failures where ${condition} and at > $1 order by at desc offset ${maximum - 1} limit 1)`,
      )
      .join(' union all '),
    values,
  )
  return rows.map(({ at }) => at)
}

/** Counts one registration. Throws `TooManyRequests` when its network address has reached the limit. */
export const recordRegistration = (ctx: Context, em: EntityManager, emailKey: string): Promise<void> =>
  recordRequest(ctx, em, `register ${emailKey}`, 'register', maxRegistrations, 'Too many registrations')

/** Counts one request for a new password. Throws `TooManyRequests` when its network address has reached the limit. */
export const recordResetRequest = (ctx: Context, em: EntityManager, emailKey: string): Promise<void> =>
  recordRequest(ctx, em, `reset ${emailKey}`, 'reset', maxResetRequests, 'Too many requests for a new password')

async function recordRequest(
  ctx: Context,
  em: EntityManager,
  accountKey: string,
  what: 'register' | 'reset',
  maximum: number,
  messagePrefix: string,
): Promise<void> {
  // Stored in the table of failed sign-ins. The prefix keeps the limits apart.
  const [account, address] = [sha256(accountKey), sha256(`${what} ${networkOf(ctx.address)}`)]
  await lockKey(em, address)
  const [row] = await queryRows<{ at: Date }>(
    em,
    'select at from sign_in_failures where address_key = $1 and at > $2 order by at desc offset $3 limit 1',
    [address, windowStart(ctx), maximum - 1],
  )
  throwWhileLimited(ctx, row ? [row.at] : [], messagePrefix)
  await recordAttempt(ctx, em, { account, address, device: null })
}

/** Throws `TooManyRequests` until the window has passed since the latest of these times. */
function throwWhileLimited(ctx: Context, timestamps: Date[], messagePrefix: string): void {
  const until = Math.max(0, ...timestamps.map((at) => at.getTime() + windowMs))
  if (until <= ctx.now().getTime()) return
  const seconds = Math.max(1, Math.ceil((until - ctx.now().getTime()) / 1_000))
  const minutes = Math.ceil(seconds / 60)
  throw new TooManyRequests(
    `${messagePrefix}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  )
}

/** Serializes the attempts of a key. They all run on the coordinator of a distributed database, because they write no log. */
async function lockKey(em: EntityManager, key: Buffer): Promise<void> {
  await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 3))', [key.toString('hex')])
}

async function recordAttempt(ctx: Context, em: EntityManager, attempt: SignInAttempt): Promise<void> {
  await deleteOldAttempts(em, ctx.now())
  const { account, address, device } = attempt
  await queryRows(
    em,
    'insert into sign_in_failures (id, account_key, address_key, device_key, at) values ($1, $2, $3, $4, $5)',
    [uuidv7(), account, address, device, ctx.now()],
  )
}

/** Forgets the failed sign-ins of an account, whose holder has proved who they are. */
export async function forgetFailures(em: EntityManager, emailKey: string): Promise<void> {
  await queryRows(em, 'delete from sign_in_failures where account_key = $1', [sha256(emailKey)])
}

/** Deletes the attempts that count no more. */
export async function deleteOldAttempts(em: EntityManager, now: Date): Promise<void> {
  await queryRows(em, 'delete from sign_in_failures where at <= $1', [windowStart({ now: () => now })])
}

/**
 * Counts one failed sign-in and returns whether it reached a limit. Throws `TooManyRequests` when concurrent attempts
 * have already reached it, so that parallel guesses get no more answers than sequential ones.
 */
export async function recordFailure(ctx: Context, em: EntityManager, attempt: SignInAttempt): Promise<boolean> {
  for (const key of [attempt.account, attempt.address]) await lockKey(em, key)
  await assertSignInAllowed(ctx, em, attempt)
  await recordAttempt(ctx, em, attempt)
  return (await findReachedLimits(ctx, em, attempt)).length > 0
}

const windowMs = signInLimits.windowMinutes * 60_000

function windowStart(ctx: Pick<Context, 'now'>): Date {
  return new Date(ctx.now().getTime() - windowMs)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
