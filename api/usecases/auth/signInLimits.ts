import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { networkOf } from '../../domain/networks.ts'

/** The maximum of failed sign-ins per account and per network address within the window (design §6). */
export const signInLimits = { account: 10, address: 100, windowMinutes: 15 } as const

/** Registrations from one network address within the same window. A new office registers all of its people at once. */
export const maxRegistrations = 60

/** Hashes of the email and the network address that a sign-in counts against. The email need not have an account. */
export interface SignInAttempt {
  account: Buffer
  address: Buffer
}

export function toSignInAttempt(ctx: Pick<Context, 'address'>, emailKey: string): SignInAttempt {
  return { account: sha256(emailKey), address: sha256(networkOf(ctx.address)) }
}

/** Throws `TooManyRequests` while the account or the network address has reached its limit. */
export async function assertSignInAllowed(ctx: Context, em: EntityManager, attempt: SignInAttempt): Promise<void> {
  const [row] = await queryRows<{ account: Date | null; address: Date | null }>(
    em,
    `select
       (select at from sign_in_failures where account_key = $1 and at > $3 order by at desc offset $4 limit 1) as account,
       (select at from sign_in_failures where address_key = $2 and at > $3 order by at desc offset $5 limit 1) as address`,
    [attempt.account, attempt.address, windowStart(ctx), signInLimits.account - 1, signInLimits.address - 1],
  )
  throwWhileLimited(ctx, [row!.account, row!.address], 'Too many failed sign-ins')
}

/** Counts one registration. Throws `TooManyRequests` when its network address has reached the limit. */
export async function recordRegistration(ctx: Context, em: EntityManager, emailKey: string): Promise<void> {
  // Stored in the table of failed sign-ins. The prefix keeps the two limits apart.
  const [account, address] = [sha256(`register ${emailKey}`), sha256(`register ${networkOf(ctx.address)}`)]
  await lockKey(em, address)
  const [row] = await queryRows<{ at: Date }>(
    em,
    'select at from sign_in_failures where address_key = $1 and at > $2 order by at desc offset $3 limit 1',
    [address, windowStart(ctx), maxRegistrations - 1],
  )
  throwWhileLimited(ctx, [row?.at ?? null], 'Too many registrations')
  await recordAttempt(ctx, em, { account, address })
}

/** Throws `TooManyRequests` until the window has passed since the latest of these times. */
function throwWhileLimited(ctx: Context, timestamps: (Date | null)[], messagePrefix: string): void {
  const until = Math.max(...timestamps.map((at) => (at ? at.getTime() + windowMs : 0)))
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

async function recordAttempt(ctx: Context, em: EntityManager, { account, address }: SignInAttempt): Promise<void> {
  await queryRows(em, 'delete from sign_in_failures where at <= $1', [windowStart(ctx)])
  const values = [uuidv7(), account, address, ctx.now()]
  await queryRows(em, 'insert into sign_in_failures (id, account_key, address_key, at) values ($1, $2, $3, $4)', values)
}

/**
 * Counts one failed sign-in and returns whether it reached the limit. Throws `TooManyRequests` when concurrent attempts
 * have already reached it, so that parallel guesses get no more answers than sequential ones.
 */
export async function recordFailure(ctx: Context, em: EntityManager, attempt: SignInAttempt): Promise<boolean> {
  for (const key of [attempt.account, attempt.address]) await lockKey(em, key)
  await assertSignInAllowed(ctx, em, attempt)
  await recordAttempt(ctx, em, attempt)
  const [counted] = await queryRows<{ account: number; address: number }>(
    em,
    `select (select count(*)::int from sign_in_failures where account_key = $1 and at > $3) as account,
       (select count(*)::int from sign_in_failures where address_key = $2 and at > $3) as address`,
    [attempt.account, attempt.address, windowStart(ctx)],
  )
  return counted!.account >= signInLimits.account || counted!.address >= signInLimits.address
}

const windowMs = signInLimits.windowMinutes * 60_000

function windowStart(ctx: Context): Date {
  return new Date(ctx.now().getTime() - windowMs)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
